#!/usr/bin/env python3
"""Searches the circuits of src/circuit/searches.tsv again, each in 1200 s of processor time, which are ten minutes of two cores, and
writes into that file what was found and in what time. docs/circuits.md has its table.

usage: circuit_searches.py PROGRAM [NAME...]        PROGRAM: hedgerow-circuit; NAME: rows, default all
"""
import os
import pathlib
import re
import resource
import shlex
import signal
import subprocess
import sys
import time

CIRCUITS = pathlib.Path(__file__).resolve().parent.parent / "src/circuit"
LIST = CIRCUITS / "searches.tsv"
SECONDS = 1200


def processor_seconds(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def search(program, arguments):
    """The line that the search prints and its processor seconds; interrupted when those are over."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.Popen([program, "search", *arguments, "--seconds", "100000"], cwd=CIRCUITS, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    while True:
        try:
            said, _ = process.communicate(timeout=1)
            break
        except subprocess.TimeoutExpired:
            if processor_seconds(process.pid) > SECONDS:
                process.send_signal(signal.SIGINT)
                time.sleep(1)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return said.splitlines()[0], after.ru_utime - before.ru_utime


def main():
    program, names = os.path.abspath(sys.argv[1]), sys.argv[2:]
    lines = LIST.read_text().splitlines()
    for i, line in enumerate(lines):
        if line.startswith("#"):
            continue
        name, arguments, known, source = line.split("\t")[:4]
        if names and name not in names:
            continue
        said, seconds = search(program, shlex.split(arguments))
        found = re.sub(r", seed .*", "", said.partition(": ")[2])
        lines[i] = "\t".join([name, arguments, known, source, found, f"{seconds:.0f}"])
        print(lines[i], flush=True)
        LIST.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
