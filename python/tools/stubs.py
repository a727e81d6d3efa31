"""Writes the stubs that type checkers cannot get from the running package: the classes of algorithms, and the
exceptions.

usage: stubs.py [--check]   with the package of this checkout installed; --check fails if a stub is out of date"""
import re
import sys
from pathlib import Path

from hedgerow import _core, _algorithms

PACKAGE = Path(__file__).resolve().parents[1] / "src/hedgerow"
MARK = "class InUse(Error, RuntimeError): ...\n"
WRITTEN = "# Written by tools/stubs.py from here on.\n"
BASES = {"aead": "_Aead", "block": "_Cipher", "stream": "_Cipher", "mac": "_Mac", "wrap": "_Wrap"}


def class_stubs(current):
    """Returns the hand-written part of _classes.pyi followed by the classes."""
    kinds = {_algorithms.class_name(o.cipher, o.mode): o.kind for o in _algorithms.algorithms()}
    lines = [f"class {name}({BASES[kind]}): ..." for name, kind in kinds.items()]
    return current.split(WRITTEN)[0] + WRITTEN + f"__all__: list[str] = {list(kinds)}\n\n".replace("'", '"') + "\n".join(lines) + "\n"


def error_stubs(current):
    """Returns the hand-written part of _core.pyi followed by the exceptions."""
    lines = []
    for name, value in vars(_core).items():
        if isinstance(value, type) and issubclass(value, _core.Error) and name not in ("Error", "InUse"):
            bases = ", ".join(b.__name__ for b in value.__bases__)
            lines.append(f'class {name}({bases}):\n    """{value.__doc__}"""\n')
    head = current.split(MARK)[0] + MARK
    types = ", ".join(f'"{name}"' for name, value in vars(_core).items() if isinstance(value, type))
    head = re.sub(r"^__all__ = .*$", f"__all__ = [{types}]", head, flags=re.M)
    return head + WRITTEN + "".join(lines)


def main(check):
    core, classes = PACKAGE / "_core.pyi", PACKAGE / "_classes.pyi"
    wanted = {classes: class_stubs(classes.read_text()), core: error_stubs(core.read_text())}
    stale = [path for path, text in wanted.items() if path.read_text() != text]
    for path in stale:
        if check:
            print(f"{path.name} is not current: run python/tools/stubs.py", file=sys.stderr)
        else:
            path.write_text(wanted[path])
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv))
