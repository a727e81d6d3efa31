#!/usr/bin/env python3
"""Compiles the lab's kernels for graphics processors with NVRTC, without a GPU. Every text must compile without
spills and without arrays in memory.

usage: lab_texts.py LAB_DEVICE ENVIRONMENT [--arch sm_90] [--show]

It turned red when the loop over the elements of an array in gf.h was not unrolled, because the array was then in
memory.
"""
import argparse
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
from device_nvrtc import Missing, Nvrtc, usage  # noqa: E402

def said(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def fault_of(nvrtc, program, name, arch, show):
    options, _, text = said(program, "text", name, "cuda").partition("\n")
    try:
        cubin, log = nvrtc.compile(text, [f"--gpu-architecture={arch}", "--ptxas-options=-v", *options.split()[1:]])
    except RuntimeError as error:
        return f"{name} does not compile: {str(error)[:2000]}"
    registers, spilled, stack = usage(log)["hr_encrypt"]
    if show:
        print(f"{name}: {registers} registers, {len(nvrtc.disassemble(cubin)['hr_encrypt'][0])} instructions")
    return f"{name}: {spilled} bytes are spilled, {stack} bytes of stack" if spilled or stack else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("environment")
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--show", action="store_true", help="registers and instructions of each")
    arguments = parser.parse_args()
    try:
        nvrtc = Nvrtc(arguments.environment)
    except Missing as error:
        print(f"SKIPPED the lab's kernels for CUDA: {error}")
        return 0
    listed = [json.loads(line)["subject"] for line in said(arguments.program, "list", "cuda").splitlines()]
    kernels = [s for s in listed if ":" not in s and f"{s}:grouped" in listed]
    faults = [f for f in (fault_of(nvrtc, arguments.program, name, arguments.arch, arguments.show) for name in kernels) if f]
    for fault in faults:
        print(fault)
    print(f"{len(kernels)} kernels of the lab compiled for CUDA, {len(faults)} wrong")
    return 1 if faults or not kernels else 0


if __name__ == "__main__":
    sys.exit(main())
