#!/usr/bin/env python3
"""Compares the speed of `hedgerow encrypt` with that of `cp`.

Both read the same file from the page cache and write it to tmpfs, in turn. Each destination is removed before it is
written. You get the median, the slowest and the fastest round, and the ratio. --json prints one object. All files are
deleted.
"""
import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import tempfile
import time


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--hedgerow", default="hedgerow", help="the command line program")
    parser.add_argument("--cipher", default="kalyna-128-128")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--mib", type=int, default=1024, help="size of the file")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--folder", default="/dev/shm", help="a tmpfs with room for two such files")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def make_source(path, mib):
    """Makes a file that cannot be compressed and is not sparse. Writing it leaves it in the page cache."""
    chunk = os.urandom(1 << 20)
    with open(path, "wb") as file:
        for _ in range(mib):
            file.write(chunk)


def seconds_of(command, destination):
    destination.unlink(missing_ok=True)
    begin = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    elapsed = time.monotonic() - begin
    destination.unlink()
    return elapsed


def measure(options, folder):
    source, key = folder / "source", folder / "key"
    copied, sealed = folder / "copied", folder / "sealed"
    make_source(source, options.mib)
    subprocess.run([options.hedgerow, "keygen", "-o", key], check=True, stdout=subprocess.DEVNULL)
    commands = {
        "hedgerow encrypt": ([options.hedgerow, "encrypt", source, "-o", sealed, "--cipher", options.cipher,
                              "--key-file", key, "--threads", str(options.threads)], sealed),
        "cp": (["cp", "--reflink=never", "--sparse=never", source, copied], copied),
    }
    times = {name: [] for name in commands}
    for current in range(options.rounds + 1):
        for name, (command, destination) in commands.items():
            elapsed = seconds_of(command, destination)
            if current > 0:  # the first round warms the page cache and the clock
                times[name].append(elapsed)
    return times


def main():
    options = arguments()
    room = shutil.disk_usage(options.folder).free
    if room < options.mib * 2.1 * (1 << 20):
        raise SystemExit(f"{options.folder} has no room for two files of {options.mib} MiB")
    with tempfile.TemporaryDirectory(dir=options.folder, prefix="hedgerow-bench-") as folder:
        times = measure(options, pathlib.Path(folder))
    megabytes = options.mib * (1 << 20) / 1e6
    rates = {name: [megabytes / t for t in list_] for name, list_ in times.items()}
    medians = {name: statistics.median(list_) for name, list_ in rates.items()}
    ratio = medians["hedgerow encrypt"] / medians["cp"]
    if options.json:
        print(json.dumps({"cipher": options.cipher, "threads": options.threads, "mib": options.mib,
                          "encrypt_mb_per_s": medians["hedgerow encrypt"], "cp_mb_per_s": medians["cp"],
                          "ratio": ratio, "rounds": options.rounds}))
        return
    for name, list_ in rates.items():
        print(f"{name:18} {medians[name]:8.0f} MB/s   ({min(list_):.0f} to {max(list_):.0f}, {len(list_)} rounds)")
    print(f"ratio {ratio:.3f}  ({options.cipher}, {options.threads} threads, {options.mib} MiB)")


if __name__ == "__main__":
    main()
