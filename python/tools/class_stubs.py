"""Writes _classes.pyi, the stub of the classes that the package makes of the list of algorithms. It does not import the
package, because the module of a cross build does not run here.

usage: class_stubs.py LIBRARY OUTPUT   LIBRARY is the folder with src/ and tools/ of the library"""
import sys
from pathlib import Path

HEAD = '''\
"""A class for each cipher in each mode. python/tools/class_stubs.py writes this file."""
from typing import Any

from typing_extensions import Buffer

from hedgerow._core import AEAD, MAC, Cipher, Wrap
from hedgerow._algorithms import ListedAlgorithm

class _Aead(ListedAlgorithm, AEAD):
    def __init__(self, key: Buffer, *, tag_bytes: int | None = None, limit_blocks: int | None = None,
                 repeat_nonce: bool = False, **options: Any) -> None: ...

class _Cipher(ListedAlgorithm, Cipher):
    def __init__(self, key: Buffer, *, iv: Buffer | None = None, decrypt: bool = False, padding: str | None = None,
                 limit_blocks: int | None = None, **options: Any) -> None: ...

class _Mac(ListedAlgorithm, MAC):
    def __init__(self, key: Buffer, *, iv: Buffer | None = None, tag_bytes: int | None = None,
                 limit_blocks: int | None = None, **options: Any) -> None: ...

class _Wrap(ListedAlgorithm, Wrap):
    def __init__(self, key: Buffer, **options: Any) -> None: ...

'''
BASES = {"aead": "_Aead", "block": "_Cipher", "stream": "_Cipher", "mac": "_Mac", "wrap": "_Wrap"}


def main(library, output):
    sys.path += [f"{library}/tools", str(Path(__file__).resolve().parents[1] / "src/hedgerow")]
    import lists
    from _names import class_name
    kinds = {class_name(c.name, m.printed): m.kind for c, m, _ in lists.algorithms(library)}
    names = ", ".join(f'"{name}"' for name in kinds)
    classes = "".join(f"class {name}({BASES[kind]}): ...\n" for name, kind in kinds.items())
    Path(output).write_text(f"{HEAD}__all__: list[str] = [{names}]\n\n{classes}")


if __name__ == "__main__":
    main(*sys.argv[1:])
