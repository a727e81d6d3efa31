#!/usr/bin/env python3
"""Checks the built libraries. Each exports exactly the functions of its header, and needs only the libraries listed
here. libhedgerow, shared and static, contains exactly the constant-time kernels of kernels.def, without references
and kernels of the lab. Every library and program is bound at load. Those that parse foreign data are compiled with a
compiler's checks. Modes, hash and field multiplications shift by constant counts, except those named here, which
shift by a public count.

The check turned red without the compiler's checks, with a program that is bound at the first calls, and with an S-box
look-up that shifts a row by its index.

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


# Major and minor version, which the SONAME and the version of the symbols have.
ABI = ".".join(re.findall(r"HEDGEROW_VERSION_M\w+ (\d+)", (ROOT / "include/hedgerow/hedgerow.h").read_text()))

# Header, library, and the libraries that it may need in addition to libc. Only the libraries for containers and devices
# may use the C++ runtime.
LIBRARIES = (("hedgerow.h", "libhedgerow.so", set()),
             ("container.h", "libhedgerow-container.so", {f"libhedgerow.so.{ABI}", "libsodium.so.23", "libstdc++.so.6", "libgcc_s.so.1"}),
             ("device.h", "libhedgerow-device.so", {f"libhedgerow.so.{ABI}", "libstdc++.so.6", "libgcc_s.so.1"}))


# A check of a compiler is recognised by the function that it calls on failure.
STACK, FORTIFY, ASSERTIONS = "__stack_chk_fail", r"__(?!stack)\w+_chk", r"_ZSt\d+__glibcxx_assert_fail\w*"
MODULE = "ossl-modules/hedgerow.so"  # needs libssl-dev
HARDENED = {"bin/hedgerow": (STACK, FORTIFY, ASSERTIONS), "libhedgerow-container.so": (STACK, ASSERTIONS),
            "libhedgerow-device.so": (STACK, FORTIFY, ASSERTIONS), MODULE: (STACK,)}


def declared(header):
    text = (ROOT / "include/hedgerow" / header).read_text()
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    return set(re.findall(r"\b(hedgerow_\w+)\s*\((?!\*)", text))


def exported(library):
    return {line.split()[-1] for line in run("nm", "-D", "--defined-only", library).splitlines()}


def kernel_problems(library):
    """Kernels are tables of KernelOps with one symbol each: hedgerow_kernel_FAMILY_TECHNIQUE_ISA, and .._fused if
    the line says so."""
    allowed = {k.symbol + end for k in lists.kernels() if k.shipped for end in ("", "_fused")}
    found = set(re.findall(r" hedgerow::(hedgerow_kernel_\w+)$", run("nm", "-C", library), flags=re.M))
    if not found & allowed:
        yield f"{library.name}: nm finds no kernel in it"
    yield from (f"{library.name}: has {name}, which leaks or loses" for name in sorted(found - allowed))


def check(library, header, allowed):
    names, versioned = declared(header), exported(library)
    symbols = {s.partition("@")[0] for s in versioned} - {f"HEDGEROW_{ABI}"}
    problems = [f"declared but not exported: {n}" for n in sorted(names - symbols)]
    problems += [f"exported but not declared: {n}" for n in sorted(symbols - names)]
    problems += [f"{s}: its version is not HEDGEROW_{ABI}" for s in sorted(versioned) if not re.search(rf"(^|@@)HEDGEROW_{ABI}$", s)]
    dynamic = run("readelf", "-d", library)
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic)
    problems += [f"needs {n}: only libc.so.6 and {allowed or 'nothing'} are allowed" for n in needed if n not in {"libc.so.6"} | allowed]
    if f"[{library.name}.{ABI}]" not in dynamic:
        problems.append(f"SONAME is not {library.name}.{ABI}")
    if not allowed:
        undefined = run("nm", "-D", "--undefined-only", library)
        problems += [f"C++ runtime symbol: {s}" for s in re.findall(r"\b(_Z\w+|__cxa_(?!finalize)\w+|__gxx\w+)", undefined)]
    if library.name == "libhedgerow.so":
        problems += [p for path in (library, library.with_suffix(".a")) for p in kernel_problems(path)]
    for p in problems:
        print(f"{library.name}: {p}")
    print(f"{library.name}: {len(names)} functions declared, {len(symbols)} exported, needs {', '.join(needed) or 'nothing'}")
    return len(problems)


def hardening(folder):
    """Returns how many of the existing programs and libraries lack a check, and prints each of them."""
    paths = [folder / name for _, name, _ in LIBRARIES] + sorted(
        p for p in [*folder.glob("bin/hedgerow*"), *folder.glob("ossl-modules/*.so")] if p.read_bytes()[:4] == b"\x7fELF")
    there = {str(path.relative_to(folder)) for path in paths}
    problems = [f"{name}: is not there" for name in sorted(set(HARDENED) - there - {MODULE})]
    if MODULE not in there:
        print(f"SKIPPED checks in {MODULE}: it is not built")
    for path in paths:
        name, read = str(path.relative_to(folder)), run("readelf", "-d", "-l", "-W", path)
        wanted = {"-z now": r"\bBIND_NOW\b|\bFlags:.* NOW\b", "-z relro": r"\bGNU_RELRO\b"}
        problems += [f"{name}: not linked with {option}" for option, found in wanted.items() if not re.search(found, read)]
        undefined = run("nm", "-D", "--undefined-only", path)
        problems += [f"{name}: nothing in it calls {check}" for check in HARDENED.get(name, ())
                     if not re.search(rf"\b{check}\b", undefined)]
    print("".join(f"{p}\n" for p in problems) + f"{len(paths)} programs and libraries are bound at load: {len(problems)} problems")
    return len(problems)


# These sources shift by a register with a public count: lengths, and places in a counter or a block.
PUBLIC_SHIFTS = {"mode/wrap/kw_dstu.cpp", "mode/wrap/kw.cpp", "mode/wrap/kexp15.cpp", "mode/aead/mgm.cpp", "mode/aead/ccm_dstu.cpp", "mode/aead/ccm.cpp",
                 "mode/aead/ctr_acpkm_omac.cpp", "mode/stream/ctr.cpp", "mode/stream/ctr_acpkm.cpp"}
SHIFT_BY_REGISTER = re.compile(r"\b(?:sh[lr]|sa[rl]|ro[lr]|rc[lr])[bwlq]?\s+%cl|\b(?:shlx|shrx|sarx)\b")


def secret_shifts(folder):
    """Returns how many other objects shift by a register. This check is needed because neither the tracer nor MSan sees
    such a shift."""
    objects = [o for part in ("mode", "hash", "field") for o in sorted(folder.glob(f"CMakeFiles/*/src/{part}/**/*.o"))]
    problems = [] if objects else ["no objects of modes, hash and fields are there"]
    for o in objects:
        source = str(o).partition("/src/")[2].removesuffix(".o")
        if source not in PUBLIC_SHIFTS and SHIFT_BY_REGISTER.search(run("objdump", "-d", "--no-show-raw-insn", o)):
            problems.append(f"{source}: shifts by a register, whose count may be secret")
    print("".join(f"{p}\n" for p in problems) + f"{len(objects)} objects shift by constants or public counts: {len(problems)} problems")
    return len(problems)


def main():
    folder = Path(sys.argv[1])
    problems = sum(check(folder / name, header, allowed) for header, name, allowed in LIBRARIES) + hardening(folder) + secret_shifts(folder)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
