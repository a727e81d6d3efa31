#!/usr/bin/env python3
"""Checks the built libhedgerow: it exports exactly the functions of hedgerow.h, needs nothing but libc, and its
kernels, shared and static, are those of kernels.def that are constant in time: no reference, no exhibit of the lab.

usage: check_library.py BUILD_DIR
"""
import re
import subprocess
import sys
from pathlib import Path

import lists

ROOT = Path(__file__).resolve().parent.parent


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def declared():
    text = (ROOT / "include/hedgerow/hedgerow.h").read_text()
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    return set(re.findall(r"\b(hedgerow_\w+)\s*\(", text))


def exported(library):
    return {line.split()[-1] for line in run("nm", "-D", "--defined-only", library).splitlines()}


def kernel_problems(library):
    """Kernels are tables of KernelOps, one symbol each: hedgerow_kernel_FAMILY_TECHNIQUE_ISA."""
    allowed = {k.symbol for k in lists.kernels() if k.shipped}
    found = set(re.findall(r" hedgerow::(hedgerow_kernel_\w+)$", run("nm", "-C", library), flags=re.M))
    if not found & allowed:
        yield f"{library.name}: nm finds no kernel in it"
    yield from (f"{library.name}: has {name}, which leaks or loses" for name in sorted(found - allowed))


def main():
    library = Path(sys.argv[1]) / "libhedgerow.so"
    problems = []
    names, symbols = declared(), exported(library)
    problems += [f"declared but not exported: {n}" for n in sorted(names - symbols)]
    problems += [f"exported but not declared: {n}" for n in sorted(symbols - names)]
    dynamic = run("readelf", "-d", library)
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic)
    problems += [f"needs {n}: only libc.so.6 is allowed" for n in needed if n != "libc.so.6"]
    if "[libhedgerow.so.0]" not in dynamic:
        problems.append("SONAME is not libhedgerow.so.0")
    undefined = run("nm", "-D", "--undefined-only", library)
    problems += [f"C++ runtime symbol: {s}" for s in re.findall(r"\b(_Z\w+|__cxa_(?!finalize)\w+|__gxx\w+)", undefined)]
    for name in ("libhedgerow.so", "libhedgerow.a"):
        problems += kernel_problems(Path(sys.argv[1]) / name)
    for p in problems:
        print(p)
    print(f"{len(names)} functions declared, {len(symbols)} exported, needs {', '.join(needed) or 'nothing'}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
