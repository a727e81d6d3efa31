#!/usr/bin/env python3
"""Checks the promises of the command line in one run: the speed of a file compared with cp, age and openssl; one thread
compared with the kernel's AEAD and with a copy of the input; the start time; a range of a huge container; and peak
memory.

Files are on tmpfs, and the input is in the page cache. The programs take turns, round by round, and the first round
does not count. You get medians (slowest to fastest), ratios, and for each promise whether it holds on this machine. If
a peer is not installed, or this hedgerow lacks a command, it is reported as skipped. --json prints one object. All
files are deleted.
"""
import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from file_vs_cp import make_source

CIPHER = "kalyna-128-128"
RANGE_BYTES, HUGE_BYTES = 64 << 10, 100 << 30
STARTS = 40


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True, help="folder with bin/hedgerow and its benchmark")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--mib", type=int, default=1024, help="size of the file")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--folder", default="/dev/shm", help="a tmpfs with room for six such files")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def quiet(command, **options):
    return subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **options)


class Targets:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.program = str(options.build.resolve() / "bin/hedgerow")
        self.key, self.source, self.result = folder / "key", folder / "source", folder / "result"
        self.lines, self.values, self.skipped = [], {}, []
        make_source(self.source, options.mib)
        quiet([self.program, "keygen", "-o", self.key])

    def hedgerow(self, command, *words, threads=None):
        return [self.program, command, "--key-file", self.key, "--threads", str(threads or self.options.threads), *words]

    def skip(self, what, why):
        self.skipped.append(f"SKIPPED {what}: {why}")

    def note(self, name, value, text, promise=None, holds=None):
        """Adds one line. `promise` is the text of the promise, and `holds` says whether this run kept it."""
        kept = "" if promise is None else f"   promised {promise}: {'kept' if holds else 'MISSED'}"
        self.lines.append(f"{name:34} {text}{kept}")
        self.values[name] = value

    # A file, compared with the peers.

    def commands(self):
        """Makes the input of the commands. Returns a dict of the name of each command and the command, which makes
        self.result."""
        sealed = self.folder / "sealed"
        quiet(self.hedgerow("encrypt", "--cipher", CIPHER, self.source, "-o", sealed))
        made = {"hedgerow encrypt": self.hedgerow("encrypt", "--cipher", CIPHER, self.source, "-o", self.result),
                "hedgerow decrypt": self.hedgerow("decrypt", sealed, "-o", self.result),
                "cp": ["cp", "--reflink=never", "--sparse=never", self.source, self.result]}
        return {**made, **self.age(), **self.openssl()}

    def age(self):
        if not shutil.which("age"):
            self.skip("age", "not installed (Debian: age)")
            return {}
        identity, sealed = self.folder / "identity", self.folder / "sealed.age"
        quiet(["age-keygen", "-o", identity])
        public = next(line.split()[-1] for line in identity.read_text().splitlines() if "public key" in line)
        quiet(["age", "-r", public, "-o", sealed, self.source])
        return {"age encrypt": ["age", "-r", public, "-o", self.result, self.source],
                "age decrypt": ["age", "-d", "-i", identity, "-o", self.result, sealed]}

    def openssl(self):
        if not shutil.which("openssl"):
            self.skip("openssl", "not installed")
            return {}
        words = ["openssl", "enc", "-aes-256-ctr", "-K", "11" * 32, "-iv", "22" * 16]
        sealed = self.folder / "sealed.ssl"
        quiet([*words, "-in", self.source, "-out", sealed])
        return {"openssl encrypt": [*words, "-in", self.source, "-out", self.result],
                "openssl decrypt": [*words, "-d", "-in", sealed, "-out", self.result]}

    def files(self):
        commands = self.commands()
        rates = {name: [] for name in commands}
        for current in range(self.options.rounds + 1):
            for name, command in commands.items():
                self.result.unlink(missing_ok=True)
                elapsed = seconds_of(command)
                if current > 0:
                    rates[name].append(self.options.mib * (1 << 20) / 1e6 / elapsed)
        medians = {name: statistics.median(values) for name, values in rates.items()}
        for name, values in rates.items():
            text = f"{medians[name]:6.0f} MB/s ({min(values):.0f} to {max(values):.0f})"
            self.note(name, medians[name], text)
        for direction in ("encrypt", "decrypt"):
            self.beside_peers(medians, direction)

    def beside_peers(self, medians, direction):
        own = medians[f"hedgerow {direction}"]
        for peer, promised in (("cp", 1.7), (f"age {direction}", 1.0), (f"openssl {direction}", 1.0)):
            if peer in medians:
                ratio = own / medians[peer]
                self.note(f"{direction} / {peer}", ratio, f"{ratio:6.2f} times as quick", f"{promised:.1f}", ratio >= promised)

    # One thread, compared with the kernel.

    def one_thread(self):
        """Measures in turns: the command to /dev/null in both directions, the AEAD of the bench over one segment of
        1 MiB, and a copy of the input into one buffer of 1 MiB, because every reader of a file needs this copy."""
        inputs = {"encrypt": self.source, "decrypt": self.folder / "sealed"}
        whole = {name: self.hedgerow(name, *(["--cipher", CIPHER] if name == "encrypt" else []), path, "-o", "/dev/null", threads=1)
                 for name, path in inputs.items()}
        times = {name: [] for name in (*inputs, "read", "kernel encrypt", "kernel decrypt")}
        for _ in range(self.options.rounds):
            for name, command in whole.items():
                times[name].append(seconds_of(command))
            times["read"].append(seconds_of_reading(self.source))
            for name, seconds in self.kernel_seconds().items():
                times[f"kernel {name}"].append(seconds)
        middle = {name: statistics.median(values) for name, values in times.items()}
        for name in inputs:
            own, kernel, read = middle[name], middle[f"kernel {name}"], middle["read"]
            row = "one thread to /dev/null" if name == "encrypt" else "one thread, decrypt"
            self.note(f"{row} / kernel", own / kernel, f"{own / kernel:6.2f} of its time ({own:.3f} s, {kernel:.3f} s)",
                      "1.2", own / kernel <= 1.2)
            bound = kernel + read
            self.note(f"{row} / kernel, read()", own / bound, f"{own / bound:6.2f} of both ({read:.3f} s of read())", "1.1",
                      own / bound <= 1.1)

    def kernel_seconds(self):
        bench = [self.program, "bench", CIPHER, "--mode", "gcm", "--size", "1M", "--json"]
        lines = [json.loads(line) for line in subprocess.run(bench, check=True, capture_output=True, text=True).stdout.splitlines()]
        self.machine = {key: lines[0][key] for key in ("machine", "compiler", "commit")}
        names = {"enc": "encrypt", "seal": "encrypt", "dec": "decrypt", "open": "decrypt"}
        return {names[line["direction"]]: self.options.mib * (1 << 20) / 1e6 / line["mb_per_s_median"]
                for line in lines if line["direction"] in names}

    # Start, range, memory.

    def start_time(self):
        small = self.folder / "small"
        small.write_bytes(b"x" * 1000)
        samples = {"start, hedgerow": self.hedgerow("encrypt", small, "-o", "/dev/null"), "start, true": ["true"]}
        if shutil.which("age"):
            public = subprocess.run(["age-keygen", "-y", self.folder / "identity"], check=True, capture_output=True, text=True)
            samples["start, age"] = ["age", "-r", public.stdout.strip(), "-o", "/dev/null", small]
        times = in_turns(samples)
        for name, values in times.items():
            promise = ("10 ms", statistics.median(values) <= 10) if "hedgerow" in name else (None, None)
            self.note(name, statistics.median(values), milliseconds(values), *promise)

    def huge_range(self):
        text = subprocess.run([self.program, "decrypt", "--help"], capture_output=True, text=True).stdout
        if "--range" not in text:
            return self.skip("range", "this hedgerow has no `decrypt --range`")
        huge, offset = self.folder / "huge", HUGE_BYTES // 2 + (1 << 20) - 1000
        maker = self.options.build.resolve() / "bin/sparse_container"
        quiet([maker, self.key, huge, str(HUGE_BYTES), str(offset), str(RANGE_BYTES)])
        command = [self.program, "decrypt", "--key-file", self.key, "--range", f"{offset}:{RANGE_BYTES}", huge, "-o", "-"]
        data = subprocess.run(command, check=True, capture_output=True).stdout
        if data != bytes((offset + i) % 251 for i in range(RANGE_BYTES)):
            raise SystemExit("the range is not what the container holds")
        values = in_turns({"range": command})["range"]
        self.note("64 KiB of 100 GiB", statistics.median(values), milliseconds(values), "20 ms", statistics.median(values) <= 20)
        huge.unlink()

    def memory(self):
        small = self.folder / "sixteenth"
        make_source(small, max(1, self.options.mib // 16))
        bound = 16 + self.options.threads  # a segment is 1 MiB
        for source in (small, self.source):
            for command in ("encrypt", "decrypt"):
                sealed = self.folder / "sealed.memory"
                sealed.unlink(missing_ok=True)
                quiet(self.hedgerow("encrypt", "--cipher", CIPHER, source, "-o", sealed))
                words = [source] if command == "encrypt" else [sealed]
                self.result.unlink(missing_ok=True)
                peak = peak_mib(self.hedgerow(command, *words, "-o", self.result))
                size = source.stat().st_size >> 20
                self.note(f"peak memory, {command} {size} MiB", peak, f"{peak:6.1f} MiB", f"{bound} MiB", peak <= bound)


def seconds_of(command):
    begin = time.monotonic()
    quiet(command)
    return time.monotonic() - begin


def seconds_of_reading(path):
    piece = [bytearray(1 << 20)]
    with open(path, "rb", buffering=0) as file:
        begin = time.monotonic()
        while os.readv(file.fileno(), piece):
            pass
        return time.monotonic() - begin


def in_turns(commands):
    """Returns the milliseconds of each command, run STARTS times in turns."""
    times = {name: [] for name in commands}
    for _ in range(STARTS):
        for name, command in commands.items():
            times[name].append(1000 * seconds_of(command))
    return times


def milliseconds(values):
    return f"{statistics.median(values):6.2f} ms ({min(values):.2f} to {max(values):.2f})"


def peak_mib(command):
    """Returns the peak resident memory, which the kernel records. It is read until the process ends."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    peak = 0
    while process.poll() is None:
        try:
            with open(f"/proc/{process.pid}/status", encoding="ascii") as file:
                marks = [int(line.split()[1]) for line in file if line.startswith("VmHWM")]
        except FileNotFoundError:
            break
        name = os.readlink(f"/proc/{process.pid}/exe") if marks else ""
        peak = max([peak, *marks]) if name == os.path.realpath(command[0]) else peak
        time.sleep(0.0005)
    if process.wait() != 0:
        raise SystemExit(f"{command} failed")
    return peak / 1024


def main():
    options = arguments()
    if shutil.disk_usage(options.folder).free < options.mib * 6.2 * (1 << 20):
        raise SystemExit(f"{options.folder} has no room for six files of {options.mib} MiB")
    with tempfile.TemporaryDirectory(dir=options.folder, prefix="hedgerow-bench-") as folder:
        targets = Targets(options, pathlib.Path(folder))
        for step in (targets.files, targets.one_thread, targets.start_time, targets.huge_range, targets.memory):
            step()
    about = {**targets.machine, "cipher": CIPHER, "threads": options.threads, "mib": options.mib, "rounds": options.rounds}
    if options.json:
        print(json.dumps({**about, "values": targets.values, "skipped": targets.skipped}))
        return
    print(", ".join(f"{key} {value}" for key, value in about.items()))
    print("\n".join([*targets.lines, *targets.skipped]))


if __name__ == "__main__":
    sys.exit(main())
