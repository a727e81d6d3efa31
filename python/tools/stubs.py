"""Writes the exceptions into _core.pyi, because type checkers cannot get them from the running package.

usage: stubs.py [--check]   with the package of this checkout installed; --check fails if the stub is out of date"""
import re
import sys
from pathlib import Path

from hedgerow import _core

STUB = Path(__file__).resolve().parents[1] / "src/hedgerow/_core.pyi"
MARK = "class InUse(Error, RuntimeError): ...\n"
WRITTEN = "# Written by tools/stubs.py from here on.\n"


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
    current = STUB.read_text()
    wanted = error_stubs(current)
    if check and current != wanted:
        print(f"{STUB.name} is not current: run python/tools/stubs.py", file=sys.stderr)
        return 1
    if current != wanted:
        STUB.write_text(wanted)
    return 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv))
