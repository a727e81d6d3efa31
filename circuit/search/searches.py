#!/usr/bin/env python3
"""Repeats the searches of searches.tsv, each in 1200 s of processor time, which are ten minutes on two cores. Writes
the results and their times into that file. docs/circuits.md has its table.

usage: searches.py PROGRAM [NAME...] PROGRAM: hedgerow-circuit; NAME: rows, default all
"""
import json
import os
import pathlib
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
LIST = HERE / "searches.tsv"
SECONDS = 1200


def processor_seconds(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def search(program, arguments):
    """Returns the circuit's figures and the processor seconds of its search. The search is interrupted when its time is
    over.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as folder:
        found = f"{folder}/found.gates"
        process = subprocess.Popen([program, "search", *arguments, "--seconds", "100000", "-o", found], cwd=HERE,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while process.poll() is None:
            time.sleep(0.2)
            if processor_seconds(process.pid) > SECONDS:
                process.send_signal(signal.SIGINT)
                process.wait()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        circuit = json.loads(subprocess.run([program, "show", "--json", found], check=True, capture_output=True, text=True).stdout)
    said = f"{circuit['gates']} gates" + (f", {circuit['nonlinear']} nonlinear" if circuit["nonlinear"] else "")
    return said + f", {circuit['output_nots']} NOTs, depth {circuit['depth']}", after.ru_utime - before.ru_utime


def main():
    program, names = os.path.abspath(sys.argv[1]), sys.argv[2:]
    for i, line in enumerate(LIST.read_text().splitlines()):
        if line.startswith("#"):
            continue
        name, arguments, known, source = line.split("\t")[:4]
        if names and name not in names:
            continue
        found, seconds = search(program, shlex.split(arguments))
        lines = LIST.read_text().splitlines()
        lines[i] = "\t".join([name, arguments, known, source, found, f"{seconds:.0f}"])
        LIST.write_text("\n".join(lines) + "\n")
        print(lines[i], flush=True)


if __name__ == "__main__":
    main()
