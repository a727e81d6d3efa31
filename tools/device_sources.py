#!/usr/bin/env python3
"""Writes the kernel sources of devices as C++: a row {name, text} for every file of src/device/source and of the
circuits that they include, in the form that src/device/kernels/program.cpp reads.

usage: device_sources.py OUT [FOLDER]      writes OUT if it would change
  FOLDER   only the sources of another folder, for example those of the lab
"""
import sys
from pathlib import Path

import circuits

ROOT = circuits.ROOT


def without_remarks(text):
    """Removes comments, because they are for readers of the tree and a source is compiled many times. program.cpp
    includes each source once."""
    return "".join(line + "\n" for line in text.splitlines() if not line.startswith(("//", "#pragma once")))


def main():
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT / "src/device/source"
    sources = {path.name: path.read_text() for path in sorted([*folder.glob("*.h"), *folder.glob("*.inc")])}
    if len(sys.argv) == 2:
        sources |= circuits.device_sources(ROOT)
    made = "// Written by tools/device_sources.py.\n"
    for name, text in sources.items():
        made += f'{{"{name}", R"hr(\n{without_remarks(text)})hr"}},\n'
    out = Path(sys.argv[1])
    if not out.exists() or out.read_text() != made:
        out.write_text(made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
