#!/usr/bin/env python3
"""Measures every cipher on a device by `hedgerow bench --device`, in a few minutes, into a JSON file and a table in Markdown.

usage: device_measure.py --bench build/release-gcc/bin/hedgerow-bench --device cuda:0 --out FOLDER [--quick] [--size 1G]

Writes FOLDER/rows.jsonl (one object a kernel, as it comes: an interruption loses nothing) and FOLDER/report.md. In order of worth:
  1. the targets' ciphers with the kernels that calibration chooses, every byte checked against the CPU
  2. every other cipher, checked
  3. the targets' ciphers in every kernel, unchecked, with ECB of random, grouped and constant blocks: whether the data shows in the time
Exit code 1 when a kernel's output differed or nothing ran.
"""
import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

# Ciphers with a target, GB/s of CTR in place on an H200.
TARGETS = {"kuznyechik": 180, "kalyna-128-128": 300, "clefia-128": 550, "magma": 450, "speck-128-128": 800, "lea-128": 900,
           "simon-128-128": 600, "rectangle-80": 500, "cypress-256": 900, "aes-128": 580}


def run(arguments, rows, out):
    """The rows of one call of the benchmark, appended to `rows` and the file; False when it says that something differs."""
    begin = time.monotonic()
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
    for line in process.stdout:
        rows.append(json.loads(line))
        with (out / "rows.jsonl").open("a") as file:
            file.write(line)
        row = rows[-1]
        print(f"{time.monotonic() - begin:6.1f} s  {row['kernel']:46} {row['in_place']['median']} GB/s, "
              f"{'equal' if row['equal_to_cpu'] else 'not checked' if row['equal_to_cpu'] is None else 'DIFFERS'}", flush=True)
    return process.wait() == 0


def percent(share):
    return "-" if share is None else f"{100 * share:.0f} %"


def report(rows):
    head = rows[0]
    best = {}
    for r in rows:  # of a kernel that was measured again: all that was found
        best[r["kernel"]] = {**r, "equal_to_cpu": r["equal_to_cpu"] if r["equal_to_cpu"] is not None else
                             best.get(r["kernel"], r)["equal_to_cpu"]}
    yield f"# {head['name']}: {head['architecture']}, driver {head['driver']}, {head['compute_units']} units, {head['clock_mhz']} MHz"
    yield ""
    yield f"GB/s (10^9 bytes), medians, commit {head['commit']}. Copies: {head['copy_in']['median']} in, {head['copy_out']['median']} out."
    yield ""
    yield "| kernel | keystream | in place | target | bound | share | host to host | of copy | output | ECB: random, grouped, constant |"
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for r in best.values():
        said = {True: "equal", False: "DIFFERS", None: "-"}[r["equal_to_cpu"]]
        yield (f"| {r['kernel']} | {r['keystream']['median']} | {r['in_place']['median']} | {TARGETS.get(r['cipher'], '-')} | "
               f"{r['bound'] or '-'} | {percent(r['share_of_bound'])} | {r['host_to_host']['median']} | {percent(r['share_of_copy'])} | {said} | "
               f"{', '.join(str(x['median']) for x in r.get('inputs', [])) or '-'} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bench", required=True)
    parser.add_argument("--device", required=True)
    parser.add_argument("--out", required=True, type=Path)
    parser.add_argument("--size", default="256M")
    parser.add_argument("--seconds", default="0.2")
    parser.add_argument("--quick", action="store_true", help="the first step alone")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    call = [options.bench, "--device", options.device, "--json", "--size", options.size, "--seconds", options.seconds]
    rows = []
    whole = run([*call, "--check", *TARGETS], rows, options.out)
    if not options.quick:
        whole = run([*call, "--check"], rows, options.out) and whole
        whole = run([*call, "--all-kernels", "--inputs", *TARGETS], rows, options.out) and whole
    if not rows:
        sys.exit("device_measure.py: nothing was measured")
    (options.out / "report.md").write_text("\n".join(report(rows)) + "\n")
    print(f"{options.out}/report.md: {len(rows)} rows")
    return 0 if whole else 1


if __name__ == "__main__":
    sys.exit(main())
