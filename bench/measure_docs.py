#!/usr/bin/env python3
"""Measures what the pages quote: runs the bench command of every marked table again and replaces the table.

A marked table stands between
    <!-- bench ARGUMENTS OF hedgerow bench -->
    <!-- /bench -->
and a free command, whose output becomes a code block, between
    <!-- output COMMAND -->
    <!-- /output -->
where COMMAND runs in the root of the tree with the release build's programs on its PATH. Nothing else may run on
the machine meanwhile: rows that were disturbed are marked (!).

usage: measure_docs.py --build build/PRESET PAGE...
"""
import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MARKED = re.compile(r"(<!-- (bench|output) (.+?) -->\n)(.*?)(<!-- /\2 -->)", re.S)


def environment(build):
    return {**os.environ, "PATH": f"{build / 'bin'}:{os.environ['PATH']}"}


def size_text(n):
    for unit, name in ((1 << 20, "MiB"), (1 << 10, "KiB")):
        if n % unit == 0:
            return f"{n // unit} {name}"
    return f"{n} B"


def rows_of(lines):
    """One row for each measurement, with its peers; the lines of a row stand together."""
    rows = {}
    for line in lines:
        key = tuple(line[k] for k in ("cipher", "mode", "direction", "bytes", "threads", "kernel"))
        row = rows.setdefault(key, {**line, "peers": []})
        if line["peer"]:
            row["peers"].append(line)
    return list(rows.values())


def peer_text(line):
    what = f"{line['peer_mb_per_s']:.0f}" if line["peer_mb_per_s"] else f"{line['peer_core_cycles']:.0f} cycles"
    other = f", {line['peer_cipher']}" if line["peer_cipher"] != line["cipher"] else ""
    return f"{line['ratio']:.2f}x {line['peer']} ({what}{other})"


def row_text(row):
    per_call = row["mode"] in ("block", "setup")
    speed = "" if per_call else f"{row['mb_per_s_median']:.0f} ({row['mb_per_s_min']:.0f} to {row['mb_per_s_max']:.0f})"
    core = f"{row['core_cycles']:.0f} cycles" if per_call else f"{row['core_cpb']:.2f}"
    name = row["kernel"].replace(row["cipher"] + ".", "", 1)
    what = row["mode"] if row["direction"] == "both" else f"{row['mode']} {row['direction']}"
    mark = " (!)" if row["disturbed"] else ""
    peers = "; ".join(peer_text(p) for p in row["peers"]) or "-"
    return f"| {row['cipher']} | {what} | {size_text(row['bytes'])} | {name} | {speed}{mark} | {core} | {peers} |"


def bench_table(arguments, build):
    command = [str(build / "bin" / "hedgerow"), "bench", *arguments.split(), "--json"]
    result = subprocess.run(command, check=True, capture_output=True, text=True, env=environment(build))
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    first = lines[0]
    head = (f"`hedgerow bench {arguments}`: {first['machine']}, {first['compiler']}, commit {first['commit']}; median "
            "(slowest to quickest), core cycles a byte or a call, ratio to each peer in the same run.")
    table = ["| cipher | mode | size | kernel | MB/s | core cpb | against |", "|---|---|---|---|---|---|---|"]
    return "\n".join(["", head, "", *table, *map(row_text, rows_of(lines)), ""])


def output_block(command, build):
    result = subprocess.run(command, shell=True, check=True, capture_output=True, text=True, cwd=ROOT, env=environment(build))
    return f"\n`{command}`\n\n```\n{result.stdout.rstrip()}\n```\n\n"


def measured(text, build):
    def replace(match):
        head, kind, what, _, end = match.groups()
        print(f"{kind}: {what}", file=sys.stderr, flush=True)
        make = bench_table if kind == "bench" else output_block
        return head + make(what, build) + end

    return MARKED.sub(replace, text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("pages", nargs="+", type=Path)
    options = parser.parse_args()
    for page in options.pages:
        page.write_text(measured(page.read_text(), options.build.resolve()))


if __name__ == "__main__":
    main()
