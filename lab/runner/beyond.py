"""The S-boxes of the Kalyna paper on other targets than x86: as C in words of 8 to 64 bits on Cortex-M, and as cells
and look-up tables of hardware."""
import functools
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from .study import LAB, StudyError

HARDWARE = LAB.parent / "hardware/hardware.py"
CORTEX_M = ("arm-none-eabi-gcc", "-mcpu=cortex-m3", "-mthumb", "-std=c99", "-O2", "-ffreestanding", "-nostdlib", "-nostartfiles")
# qemu-arm cannot start a processor of the M profile, so another one runs the Thumb-2 code. The instruction svc 0xab
# ends the program through semihosting.
MAIN = """
void _start(void) {
  WORD x[8], y[8];
  __asm__ volatile("" : : "r"(x) : "memory");
  for (int i = 0; i < CALLS; i++) {
    box(x, y);
    __asm__ volatile("" : : "r"(y) : "memory");
  }
  register unsigned r0 __asm__("r0") = 0x18, r1 __asm__("r1") = 0x20026;
  __asm__ volatile("svc 0xab" : : "r"(r0), "r"(r1));
  for (;;) {
  }
}
"""
yosys = threading.Lock()


def reason(method):
    """Why a figure of this kind cannot be computed here, or '' if it can."""
    needed = {"cortex-m": ("arm-none-eabi-gcc", "qemu-arm"), "yosys": ("yosys",)}.get(method, ())
    missing = [tool for tool in needed if not shutil.which(tool)]
    if missing:
        return f"no {missing[0]}"
    return "no hardware folder: the lab is installed without its checkout" if method == "yosys" and not HARDWARE.exists() else ""


def said_by(*command, text=None):
    """The output of a command that gets `text` as standard input. StudyError if the command fails."""
    done = subprocess.run(list(map(str, command)), input=text, capture_output=True, text=True)
    if done.returncode:
        raise StudyError(done.stderr.strip()[:200] or f"{command[0]} ended with {done.returncode}")
    return done.stdout


def cortex_m(machine, box, bits):
    """Instructions a byte of the emitted C of a box in words of `bits` bits. A call handles `bits` bytes, because each
    bit of a word belongs to another byte."""
    netlist = LAB.parent / f"src/circuit/{box.replace(':', '/')}.andn.gates"
    text = said_by(machine.here / "hedgerow-circuit", "emit", "--target", "c", "--word", bits, "--function", "box", netlist)
    totals = []
    with tempfile.TemporaryDirectory() as folder:
        source, program, out = (Path(folder, name) for name in ("box.c", "box", "count"))
        source.write_text(text + MAIN)
        for calls in (1, 3):
            said_by(*CORTEX_M, f"-DCALLS={calls}", f"-DWORD=uint{bits}_t", source, "-o", program)
            said_by("qemu-arm", "-plugin", f"{machine.counter},out={out}", "-d", "plugin", program)
            totals.append(int(out.read_text()))
    return (totals[1] - totals[0]) / 2 / int(bits)


@functools.cache
def cells(program):
    """The table of `hardware.py cells`: row -> column -> figure."""
    head, *lines = said_by(sys.executable, HARDWARE, "--circuit", program, "--boxes", "cells", "kalyna").splitlines()
    names = re.split(r"\s{2,}", head.strip())
    return {line[:28].strip(): dict(zip(names, map(int, line[28:].split()))) for line in lines}


def synthesised(machine, box, what):
    with yosys:  # a single run computes all figures, so other threads wait for it
        return cells(machine.here / "hedgerow-circuit")[box][what]
