#!/usr/bin/env python3
"""The ABI of the three libraries, described with types by abidw in packaging/abi/, and compared by abidiff. The
descriptions are compressed, because only programs read their 180 KB.

A description is made of the header alone: each declaration becomes an empty function, which is compiled with debug
information. The library has the same ABI, because its sources include this header, and because
tools/check_library.py finds that it exports exactly the declared functions. So the release needs no debug information.

In versions 0.x a minor version may change the ABI. Then `write` makes the new descriptions, and CHANGELOG.md lists
the changes. Within a minor version only additions are compatible, and they need `write`, too.

Each of these breaks turned `check` red: a member more in hedgerow_options, another order of two parameters, a function
that is gone, and a new function without `write`.

usage: abi.py check|write
"""
import lzma
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADERS = {"hedgerow.h": "hedgerow_", "container.h": "hedgerow_container_", "device.h": "hedgerow_device_"}
ABIDW = ("abidw", "--no-corpus-path", "--no-comp-dir-path", "--no-show-locs", "--no-elf-needed", "--no-architecture",
         "--drop-private-types", "--drop-undefined-syms", "--type-id-style", "hash")


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


def describe(header, prefix, folder):
    """Returns the path of the description of HEADER's functions, which begin with PREFIX."""
    text = run("cc", "-E", "-P", "-xc", ROOT / "include/hedgerow" / header)
    source, library, out = folder / f"{header}.c", folder / f"{header}.so", folder / f"{header}.abi"
    source.write_text(re.sub(r"(\b%s\w+\((?!\*)[^;{}]*\));" % prefix, r"\1 { __builtin_unreachable(); }", text))
    # A name without a folder, because the description contains it.
    run("cc", "-std=c11", "-g", "-fPIC", "-shared", "-nostdlib", "-Wl,--build-id=none", "-o", library, source.name,
        cwd=folder)
    run(*ABIDW, "--out-file", out, library)
    return out


def main():
    if sys.argv[1:] not in (["check"], ["write"]):
        sys.exit(__doc__)
    problems = 0
    with tempfile.TemporaryDirectory() as work:
        for header, prefix in HEADERS.items():
            found, packed = describe(header, prefix, Path(work)), ROOT / "packaging/abi" / f"{header}.abi.xz"
            functions = len(re.findall("<function-decl", found.read_text()))
            if sys.argv[1] == "write":
                packed.parent.mkdir(exist_ok=True)
                packed.write_bytes(lzma.compress(found.read_bytes(), preset=9 | lzma.PRESET_EXTREME))
            kept = Path(work) / "kept.abi"
            kept.write_bytes(lzma.decompress(packed.read_bytes()))
            difference = subprocess.run(("abidiff", kept, found), capture_output=True, text=True)
            if difference.returncode:
                problems += 1
                print(difference.stdout + difference.stderr)
            print(f"{header}: {functions} functions, {'as described' if difference.returncode == 0 else 'CHANGED'}")
    if problems:
        print("A change of the ABI needs a new minor version, a line in CHANGELOG.md, and packaging/abi.py write.\n"
              "An addition needs the latter two.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
