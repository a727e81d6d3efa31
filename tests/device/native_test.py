#!/usr/bin/env python3
"""Compiles the kernel sources of devices as C with AddressSanitizer and UndefinedBehaviorSanitizer and compares them
with the references of the CPU: every kernel, its program for CUDA (circuits of three inputs) and for OpenCL (of two
inputs), every tail, offsets, grids, and counters near their end.

usage: native_test.py DEVICE_KERNELS [--full] [--jobs N] [--only PATTERN] [--seed N]

Without --full, it tests one variant of every text and block length, because the others differ only in rounds, keys or
circuits. It compiles the program for OpenCL only if it differs from that for CUDA.

It turned red when rows of RECTANGLE were rotated by 11 instead of 12, when the last key of Kalyna's decryption was
xored, when a tail was stored without its check, and when a reduction carried bits out of the top.
"""
import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
# Barriers require one thread per group (language.h). Texts without barriers run with three threads.
FLAGS = ["-std=gnu11", "-O0", "-fPIC", "-shared", "-g1", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function"]


def run(command, **more):
    return subprocess.run([str(c) for c in command], text=True, capture_output=True, **more)


def runtime(compiler):
    return run([compiler, "-print-file-name=libasan.so"]).stdout.strip()


def check(arguments, folder, kernel, language, text):
    index, name, technique, _, options, *_, local = kernel
    source, library = folder / f"{index}.{language}.c", folder / f"{index}.{language}.so"
    source.write_text(text)
    threads = [] if int(local) else ["-DHR_NATIVE_THREADS=3"]
    start = time.monotonic()
    built = run([arguments.compiler, *FLAGS, *SANITIZERS, *options.split(), *threads, source, "-o", library])
    compiled = time.monotonic() - start
    if built.returncode:
        return f"{name}.{technique} for {language}: does not compile: {built.stderr[:2000]}"
    environment = dict(os.environ, LD_PRELOAD=runtime(arguments.compiler), ASAN_OPTIONS="detect_leaks=0")
    ran = run([arguments.program, "check", index, library, arguments.seed], env=environment)
    if arguments.times:
        print(f"{name}.{technique} {language}: compiled in {compiled:.1f} s, ran in {time.monotonic() - start - compiled:.1f} s")
    if ran.returncode:
        return f"{name}.{technique} for {language}, seed {arguments.seed}: {ran.stdout[:1000]}{ran.stderr[:2000]}"
    library.unlink()
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--times", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", default="")
    parser.add_argument("--compiler", default="gcc")
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "little"))
    arguments = parser.parse_args()
    arguments.program = str(Path(arguments.program).resolve())
    kernels = [line.split("\t") for line in run([arguments.program, "list"], check=True).stdout.splitlines()]
    chosen = [f for f in kernels if re.search(arguments.only, f"{f[1]}.{f[2]}")]
    if not arguments.full:
        seen = {}
        for f in chosen:
            # These variants are not skipped: SIMON-128/192 has an odd number of rounds, and Magma, GOST 28147-89 and
            # the two orders of SPARX differ in their byte order.
            special = [o for o in f[4].split() if re.match("-DHR_(MAGMA|LITTLE|WIDE|TABLES)=", o)]
            seen.setdefault((f[3].split(" ")[-1], f[5], f[1] == "simon-128-192", *special), f)
        chosen = list(seen.values())
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        jobs = []
        for kernel in chosen:
            texts = {language: run([arguments.program, "program", kernel[0], language], check=True).stdout for language in ("cuda", "opencl")}
            if texts["cuda"] == texts["opencl"]:
                del texts["opencl"]
            jobs += [pool.submit(check, arguments, Path(temporary), kernel, language, text) for language, text in texts.items()]
        faults = [fault for fault in (job.result() for job in jobs) if fault]
    for fault in faults:
        print(fault)
    print(f"{len(jobs)} programs of {len(chosen)} kernels as C, {len(kernels) - len(chosen)} kernels left to --full, seed {arguments.seed}: "
          f"{len(faults)} wrong")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
