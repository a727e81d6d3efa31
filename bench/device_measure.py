#!/usr/bin/env python3
"""Measures a device with a kit that was built before.

It measures every target, the checks that need a device, and the lab's study, the most important first.

  device_measure.py --pack build/release-gcc [--nvrtc libnvrtc.so.12] --kit build/device-kit
      collects the kit, below 64 MiB: stripped programs, and the PTX of all kernels for a machine
      without NVRTC
  device_measure.py --kit build/device-kit --device cuda:0 --out FOLDER [--minutes 9] [--steps a,b] [--quick]
      measures, but builds nothing. It reports the steps that there was no time for. You run them by a later call
      with --steps.
  device_measure.py --judge FOLDER... --out FOLDER
      makes NAME.md from the results of several calls

Steps:
* targets: the ciphers with targets, with the calibrated kernels, every byte checked
* clefia: 1 GiB from host to host
* large: 10^8 blocks of 16 bytes by each cipher, checked
* inputs: every kernel of these ciphers, ECB of random, grouped and constant blocks, to see whether the time depends on
  the data
* all: every other cipher, checked
* suite: the tests of devices
* memcheck and racecheck: compute-sanitizer, if it is installed
* study

FOLDER gets rows.jsonl (each row is written as soon as it is measured, so that an interruption loses no rows),
output-STEP.json, and NAME.md, the page of the results. --quick measures a mebibyte each, to try the tool. --size sets
the bytes of a message. Exit status: 0; 1 if an output differed or a step failed; 2 for wrong usage.
"""
import argparse
import datetime
import json
import lzma
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import device_report
from device_report import TARGETS

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = ("hedgerow-bench", "device_opencl_test", "hedgerow-lab-device", "hedgerow-lab-measure")
KIT_BYTES = 64 << 20
PTX = "kernels.ptx"
STEPS = ("targets", "clefia", "large", "inputs", "all", "suite", "memcheck", "racecheck", "study")
TAIL = 4000  # kept characters of a step's output
LARGE = str(device_report.LARGE_BYTES)


def fail(text):
    print(f"device_measure.py: {text}", file=sys.stderr)
    sys.exit(2)


def pack(build, nvrtc, kit):
    """Strips the programs and compresses the PTX."""
    missing = [p for p in PROGRAMS if not (build / "bin" / p).exists()]
    if missing:
        fail(f"not built: ./dev build {build.name} {' '.join(missing)}")
    shutil.rmtree(kit, ignore_errors=True)
    kit.mkdir(parents=True)
    for program in PROGRAMS:
        subprocess.run(["strip", "-o", kit / program, build / "bin" / program], check=True)
    if nvrtc:
        subprocess.run([build / "bin/hedgerow-device-ptx", kit / PTX], check=True, env={**os.environ, "HEDGEROW_NVRTC": str(nvrtc)})
        (kit / f"{PTX}.xz").write_bytes(lzma.compress((kit / PTX).read_bytes(), preset=3))
        (kit / PTX).unlink()
    sizes = {p.name: p.stat().st_size for p in sorted(kit.iterdir())}
    print("\n".join(f"{size:10} {name}" for name, size in sizes.items()))
    print(f"{sum(sizes.values()):10} bytes in all{'' if nvrtc else '; no PTX: give --nvrtc where the machine may have none'}")
    return 0 if sum(sizes.values()) <= KIT_BYTES else 1


class Run:
    def __init__(self, options):
        self.options, self.out, self.kit = options, options.out, options.kit.resolve()
        self.deadline = time.monotonic() + 60 * options.minutes
        self.out.mkdir(parents=True, exist_ok=True)
        self.environment = {**os.environ, "HEDGEROW_TEST_DEVICE": options.device, "XDG_CACHE_HOME": str((self.out / "cache").resolve())}
        if (self.kit / f"{PTX}.xz").exists():
            unpacked = self.out / PTX
            unpacked.write_bytes(lzma.decompress((self.kit / f"{PTX}.xz").read_bytes()))
            self.environment["HEDGEROW_DEVICE_PTX"] = str(unpacked.resolve())
        self.good = True

    def left(self):
        return self.deadline - time.monotonic()

    def bench_command(self, *arguments):
        seconds = "0.02" if self.options.quick else "0.2"
        return [str(self.kit / "hedgerow-bench"), "--device", self.options.device, "--json", "--seconds", seconds, *arguments]

    def bench(self, step, *arguments):
        """Returns the rows of one call of the benchmark. Each is kept as soon as it is measured."""
        begin = time.monotonic()
        process = subprocess.Popen(self.bench_command(*arguments), stdout=subprocess.PIPE, text=True, env=self.environment)
        for line in process.stdout:
            row = {"step": step, **json.loads(line)}
            with (self.out / "rows.jsonl").open("a") as file:
                file.write(json.dumps(row) + "\n")
            print(f"{time.monotonic() - begin:6.1f} s  {row['kernel']:46} {row['in_place']['median']} GB/s, "
                  f"{'equal' if row['equal_to_cpu'] else 'not checked' if row['equal_to_cpu'] is None else 'DIFFERS'}", flush=True)
            if self.left() < 0:
                process.terminate()
                print(f"{step}: no time is left", flush=True)
                break
        self.good &= process.wait() == 0

    def program(self, step, command, **more):
        """Returns the end of a program's output, its exit code and time."""
        begin = time.monotonic()
        try:
            done = subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                                  env=self.environment, timeout=max(10, self.left()), **more)
            status, text = done.returncode, done.stdout
        except subprocess.TimeoutExpired as late:
            status, text = 124, (late.stdout or b"").decode(errors="replace") + "\nno time is left"
        found = {"command": " ".join(Path(str(c)).name if i == 0 else str(c) for i, c in enumerate(command)), "exit": status,
                 "seconds": round(time.monotonic() - begin, 1), "tail": text[-TAIL:]}
        self.keep(step, found)
        print(f"{step}: exit {status} after {found['seconds']} s", flush=True)
        self.good &= status == 0

    def keep(self, step, found):
        (self.out / f"output-{step}.json").write_text(json.dumps(found) + "\n")

    def sanitizer(self, tool):
        program = shutil.which("compute-sanitizer") or shutil.which("/usr/local/cuda/bin/compute-sanitizer")
        if not program:
            self.keep(tool, {"skipped": "there is no compute-sanitizer here"})
            print(f"SKIPPED {tool}: there is no compute-sanitizer here", flush=True)
            return
        self.program(tool, [program, "--tool", tool, "--error-exitcode", "9", *self.bench_command("--size", "2M", "--check", "--all-kernels", *TARGETS)])

    def step(self, name):
        size = self.options.size or ("1M" if self.options.quick else "256M")
        only = self.options.only.split(",") if self.options.only else list(TARGETS)
        steps = {
            "targets": lambda: self.bench(name, "--size", size, "--check", *only),
            "clefia": lambda: self.bench(name, "--size", "1M" if self.options.quick else "1G", "--check", "clefia-128"),
            "large": lambda: self.bench(name, "--size", size if self.options.quick else LARGE, "--check", *only),
            "inputs": lambda: self.bench(name, "--size", size, "--all-kernels", "--inputs", *only),
            "all": lambda: self.bench(name, "--size", size, "--check", *(only if self.options.only else [])),
            "suite": lambda: self.program(name, [self.kit / "device_opencl_test"]),
            "memcheck": lambda: self.sanitizer(name),
            "racecheck": lambda: self.sanitizer(name),
            "study": lambda: self.program(name, [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(ROOT / 'lab')!r}); from runner.main import main; "
                                                 f"sys.exit(main(sys.argv[1:], {str(self.kit)!r}))", "run", "gpu-primitives-2018", "--quick", "-o",
                                                 self.out / "lab"])}
        print(f"== {name}, {self.left():.0f} s left", flush=True)
        steps[name]()


def about_of(rows):
    head = rows[0] if rows else {}
    return {**{key: head.get(key) for key in device_report.SAME}, "date": datetime.date.today().isoformat()}


def write(folders, out):
    """Writes NAME.md, where NAME is derived from the device."""
    rows, outputs = device_report.read(folders)
    if not rows and not outputs:
        fail("nothing was measured")
    about = about_of(rows)
    musts = device_report.judged(rows, outputs)
    name = re.sub(r"[^a-z0-9]+", "-", (about["name"] or "device").lower()).strip("-")
    out.mkdir(parents=True, exist_ok=True)
    (out / f"{name}.md").write_text("\n".join(device_report.page(rows, outputs, musts, about)) + "\n")
    counted = [m["holds"] for m in musts]
    print(f"{out}/{name}.md: {len(rows)} rows; {counted.count(True)} musts hold, {counted.count(False)} do not, "
          f"{counted.count(None)} not measured")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pack", type=Path, metavar="BUILD")
    parser.add_argument("--nvrtc", type=Path)
    parser.add_argument("--kit", type=Path, default=ROOT / "build/device-kit")
    parser.add_argument("--device", default="cuda:0")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--minutes", type=float, default=9.0)
    parser.add_argument("--steps", default=",".join(STEPS))
    parser.add_argument("--only", default="", help="these ciphers instead of all, with commas: to try the tool")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--size", default="", help="bytes of a message, of all steps but clefia and large; default 256M, with --quick 1M")
    parser.add_argument("--judge", type=Path, nargs="+", metavar="FOLDER")
    options = parser.parse_args()
    if options.pack:
        return pack(options.pack, options.nvrtc, options.kit)
    if not options.out:
        fail("--out FOLDER is missing")
    if options.judge:
        write(options.judge, options.out)
        return 0
    steps = options.steps.split(",")
    if unknown := [s for s in steps if s not in STEPS]:
        fail(f"no step is called {', '.join(unknown)}; there are {', '.join(STEPS)}")
    if missing := [p for p in PROGRAMS if not (options.kit / p).exists()]:
        fail(f"{options.kit} has no {', '.join(missing)}: device_measure.py --pack BUILD --kit {options.kit}")
    run = Run(options)
    for step in steps:
        if run.left() > 5:
            run.step(step)
        else:
            print(f"LEFT OUT: {step}, no time is left")
            run.good = False
    write([options.out], options.out)
    return 0 if run.good else 1


if __name__ == "__main__":
    sys.exit(main())
