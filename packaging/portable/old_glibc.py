#!/usr/bin/env python3
"""Makes libraries to link with, so that the result runs with an older glibc than that of the build.

The linker takes the newest version of each symbol. For example, `dlopen` became dlopen@GLIBC_2.34 although glibc still
has dlopen@GLIBC_2.2.5. In FOLDER this program makes libc, libm and the loader without code, with the symbols of the
compiler's own libraries, each in its newest version up to OLDEST. Until 2.34 libpthread and libdl were libraries of
their own; their functions go there. compat.c and start.c have the missing rest. A symbol that is in none of
them is an error of the linker.

`check` fails if a file needs a symbol of glibc that is newer than OLDEST, or the C++ library.

usage: old_glibc.py make COMPILER OLDEST FOLDER
       old_glibc.py check OLDEST FILE...
"""
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
DYNAMIC_LOADING = {"dladdr", "dladdr1", "dlclose", "dlerror", "dlinfo", "dlmopen", "dlopen", "dlsym", "dlvsym"}


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def numbers(version):
    return tuple(map(int, version.split(".")))


def symbols(library):
    """Yields name, version, whether it is the default, type and size of each symbol that LIBRARY defines."""
    for line in run("readelf", "-W", "--dyn-syms", library).splitlines():
        m = re.match(r"\s*\d+: \w+\s+(\d+) (FUNC|IFUNC|OBJECT)\s+\w+\s+DEFAULT\s+\d+ (\w+)(@@?)GLIBC_([\d.]+)$", line)
        if m:
            yield m[3], m[5], m[4] == "@@", m[2], int(m[1])


def choose(library, oldest):
    """Returns {name: (version, type, size)}, and the names that were moved to LIBRARY after OLDEST."""
    chosen, moved, old = {}, set(), set()
    for name, version, default, kind, size in symbols(library):
        if numbers(version) <= numbers(oldest):
            old.add(name)
            if name not in chosen or numbers(version) > numbers(chosen[name][0]):
                chosen[name] = version, kind, size
        elif default:
            moved.add(name)
    return chosen, moved & old


def write(compiler, folder, soname, chosen):
    """Compiles the library SONAME. All its functions are one empty function."""
    text, versions = [".text\n"], {}
    for name, (version, kind, size) in sorted(chosen.items()):
        versions.setdefault(version, []).append(name)
        if kind == "OBJECT":
            text.append(f".bss\n.balign 16\n.globl {name}\n.type {name},%object\n.size {name},{size}\n{name}: .zero {size}\n")
        else:
            text.append(f".text\n.globl {name}\n.type {name},%function\n{name}: ret\n")
    source, script = folder / f"{soname}.s", folder / f"{soname}.map"
    source.write_text("".join(text) + '.section .note.GNU-stack,"",%progbits\n')
    script.write_text("".join(f"GLIBC_{v} {{ global: {'; '.join(names)}; {'local: *;' if i == 0 else ''} }};\n"
                              for i, (v, names) in enumerate(sorted(versions.items()))))
    run(compiler, "-shared", "-nostdlib", f"-Wl,-soname,{soname}", f"-Wl,--version-script,{script}", "-o", folder / soname, source)


def make(compiler, oldest, folder):
    folder.mkdir(parents=True, exist_ok=True)
    loader = next(name for name in ("ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1")
                  if "/" in run(compiler, f"-print-file-name={name}").strip())
    path = {name: run(compiler, f"-print-file-name={name}").strip() for name in ("libc.so.6", "libm.so.6", loader)}
    libc, moved = choose(path["libc.so.6"], oldest)
    loading, threads = moved & DYNAMIC_LOADING, {n for n in moved if re.match("_*(pthread|sem)_", n)}
    # Others came from librt and similar libraries, which nothing here needs.
    kept = {n: libc[n] for n in libc if n not in moved or n == "__libc_start_main"}
    for soname, chosen in (("libc.so.6", kept), ("libdl.so.2", {n: libc[n] for n in loading}),
                           ("libpthread.so.0", {n: libc[n] for n in threads}), ("libm.so.6", choose(path["libm.so.6"], oldest)[0]),
                           (loader, choose(path[loader], oldest)[0])):
        write(compiler, folder, soname, chosen)
    (folder / "libcompat.a").unlink(missing_ok=True)
    for part in ("compat", "start"):
        run(compiler, "-xc", "-O2", "-fPIC", "-ffunction-sections", "-c", "-o", folder / f"{part}.o", HERE / f"{part}.c")
        run("ar", "rcD", folder / "libcompat.a", folder / f"{part}.o")
    nonshared = run(compiler, "-print-file-name=libc_nonshared.a").strip()  # atexit, pthread_atfork
    (folder / "libc.so").write_text(f"GROUP ( libcompat.a libc.so.6 {nonshared} AS_NEEDED ( libpthread.so.0 libdl.so.2 {loader} ) )\n")
    (folder / "libm.so").write_text("INPUT ( libm.so.6 )\n")


def check(oldest, files):
    problems = 0
    for file in files:
        needed = re.findall(r"\(NEEDED\).*\[(.*)\]", run("readelf", "-d", file))
        found = set(re.findall(r"\bGLIBC_([\d.]+)", run("readelf", "-W", "--version-info", file)))
        newest = max(found, key=numbers, default="none")
        wrong = [n for n in needed if re.match("lib(stdc|gcc|sodium)", n)]
        wrong += [f"GLIBC_{v}" for v in found if numbers(v) > numbers(oldest)]
        problems += bool(wrong)
        print(f"{Path(file).name}: glibc {newest}, {' '.join(needed)}" + "".join(f"; NOT ALLOWED: {w}" for w in wrong))
    return 1 if problems else 0


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["make", compiler, oldest, folder]:
            make(compiler, oldest, Path(folder).resolve())
        case ["check", oldest, _, *_]:
            sys.exit(check(oldest, sys.argv[3:]))
        case _:
            sys.exit(__doc__)
