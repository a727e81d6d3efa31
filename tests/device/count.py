#!/usr/bin/env python3
"""Compiles the kernel sources of devices with NVRTC for the architectures from sm_75 on, without a GPU. Compares
registers, spilled bytes (0 is required) and instructions with the committed budgets of tests/device/budgets.tsv.
docs/gpu-counts.md is made from the budgets.

usage: count.py DEVICE_KERNELS ENVIRONMENT [--arch sm_90]... [--full] [--missing] [--update] [--jobs N] [--only PATTERN]

ENVIRONMENT is a virtual environment with the packages of tests/device/requirements.txt. Without --full, only hr_ctr
of one variant of every text is compiled. If a count is less than 97 % of its budget, the program says so, and you
can write the new counts with --update. A count without a budget is an error, too; --missing compiles only these.

It turned red when a kernel took more registers than its budget, and when the columns of AES were mixed after a
single branch (52 bytes spilled).
"""
import argparse
import concurrent.futures
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import device_counts  # noqa: E402
import lists  # noqa: E402
from device_nvrtc import Missing, Nvrtc, usage  # noqa: E402


def passes():
    """Returns kernel -> (passes of its inner loop, True if it is a hash)."""
    made = {f"{c.name}.{d.technique}": (d.passes_for(c), False) for c, d in lists.devices()}
    return made | {f"{h.field}.{h.technique}": (h.passes[0], True) for h in lists.hashes()}


def count(nvrtc, arguments, kernel, arch, known):
    index, name, technique, _, options, *_ = kernel
    text = subprocess.run([arguments.program, "program", index, "cuda"], text=True, capture_output=True, check=True).stdout
    start = time.monotonic()
    cubin, log = nvrtc.compile(text, [f"--gpu-architecture={arch}", "--ptxas-options=-v", "--std=c++17", "-default-device",
                                      f"-DHR_ENTRIES={7 if arguments.entries == 'all' else 4}", *options.split()])
    used, made, key = usage(log), {}, f"{name}.{technique}"
    entries = nvrtc.disassemble(cubin)
    if not entries or not all(instructions for instructions, _ in entries.values()):
        raise RuntimeError("nvdisasm shows no instructions")
    for entry, (instructions, labels) in entries.items():
        here = Counter(device_counts.opcode(i)[0] for i in instructions)
        cost = device_counts.measure(instructions, labels, *known[key])
        made[key, entry, arch] = {"registers": used[entry][0], "spilled": used[entry][1], "LOP3": here["LOP3"],
                                  **{c: cost[c] for c in device_counts.COUNTS[2:]}}
    if arguments.times:
        print(f"{key} {arch}: {time.monotonic() - start:.1f} s", flush=True)
    return made


def representatives(kernels):
    """Returns one kernel of every text and block length, because the others differ only in rounds and circuits."""
    seen = {}
    for kernel in kernels:
        seen.setdefault((kernel[3].split(" ")[-1], kernel[5] if "-DHR_WIDE" in kernel[4] else "", kernel[2]), kernel)
    # The shortest block of SPECK and SIMON is not representative, so these are chosen by name.
    named = {"speck-128-128.words", "speck-128-128.bitslice", "simon-128-128.bitslice", "sparx-128-128.bitslice"}
    return [f for f in seen.values() if f[1].split("-")[0] not in ("speck", "simon", "sparx")] + [f for f in kernels if f"{f[1]}.{f[2]}" in named]


def judge(made, budgets):
    """Returns a list of errors."""
    faults = []
    for key, found in sorted(made.items()):
        if found["spilled"]:
            faults.append(f"{' '.join(key)}: {found['spilled']} bytes are spilled")
        if key not in budgets:
            faults.append(f"{' '.join(key)}: no budget; --missing --update writes one")
            continue
        for column in device_counts.COUNTS:
            if found[column] > budgets[key][column]:
                faults.append(f"{' '.join(key)}: {column}: {found[column]}, the budget is {budgets[key][column]}")
            if found[column] < 0.97 * budgets[key][column]:
                print(f"{' '.join(key)}: {column}: {found[column]} is well below its budget of {budgets[key][column]}")
    return faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("environment")
    parser.add_argument("--arch", action="append", choices=device_counts.ARCHITECTURES)
    parser.add_argument("--entries", choices=("ctr", "all"), default="ctr")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--missing", action="store_true")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--times", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    arguments.program = str(Path(arguments.program).resolve())
    try:
        nvrtc = Nvrtc(arguments.environment)
    except Missing as error:
        print(f"SKIPPED the counts of instructions for CUDA: {error}")
        return 0
    kernels = [line.split("\t") for line in subprocess.run([arguments.program, "list"], text=True, capture_output=True, check=True).stdout.splitlines()]
    chosen = [f for f in (kernels if arguments.full else representatives(kernels)) if re.search(arguments.only, f"{f[1]}.{f[2]}")]
    known, made, faults, budgets = passes(), {}, [], device_counts.read_budgets()
    has_budget = {(kernel, arch) for kernel, _, arch in budgets} if arguments.missing else set()
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        jobs = {pool.submit(count, nvrtc, arguments, kernel, arch, known): f"{kernel[1]}.{kernel[2]} for {arch}"
                for arch in arguments.arch or ["sm_90"] for kernel in chosen
                if (f"{kernel[1]}.{kernel[2]}", arch) not in has_budget}
        for job, name in jobs.items():
            try:
                made |= job.result()
                if arguments.update:  # written after each count, so that an interrupted run loses no results
                    device_counts.write_budgets(budgets | made)
            except RuntimeError as error:
                faults.append(f"{name}: {error}"[:2000])
    faults += judge(made, made | budgets if arguments.update else budgets)  # a new count has just become a budget
    print(*faults, sep="\n", end="\n" if faults else "")
    print(f"{len(jobs)} programs for CUDA compiled, {len(made)} entries counted, {len(kernels) - len(chosen)} kernels "
          f"left to --full: {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
