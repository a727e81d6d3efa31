"""A run: rows one after another, every raw sample kept; what is there already is not measured again."""
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from .study import FOREIGN, StudyError

SPREAD, ON_CPU, ROUNDS = 0.10, 0.97, 3  # a row whose median is further above its minimum is repeated, at most so often
EXTENT = {True: (10, 10), False: (30, 40)}  # quick: samples a round, milliseconds a sample


def write_whole(path, text):
    """The file appears whole or not at all."""
    with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False) as f:
        f.write(text)
        f.flush()
        os.fsync(f.fileno())
    os.chmod(f.name, 0o644)
    os.rename(f.name, path)


class Samples:
    """samples.jsonl: a line a sample, or a count; lines that cannot be read are told and dropped."""

    def __init__(self, folder):
        self.path, self.rows = Path(folder) / "samples.jsonl", {}
        lines = self.path.read_text(errors="replace").splitlines() if self.path.exists() else []
        good = []
        for line in lines:
            try:
                sample = json.loads(line)
                self.rows.setdefault(sample["row"], []).append(sample)
                good.append(line)
            except (ValueError, KeyError, TypeError):
                continue
        if len(good) < len(lines):
            print(f"{self.path}: {len(lines) - len(good)} damaged lines are left out", file=sys.stderr)
            write_whole(self.path, "".join(line + "\n" for line in good))

    def add(self, spec, sample):
        sample = {"row": spec.key, **sample}
        self.rows.setdefault(spec.key, []).append(sample)
        with self.path.open("a") as f:
            f.write(json.dumps(sample) + "\n")

    def of(self, spec):
        return self.rows.get(spec.key, [])


def begin(folder, facts, told, quick):
    """Makes the folder, or takes up the run in it; StudyError when it is another's. `told`: what the machine said of the rows."""
    folder.mkdir(parents=True, exist_ok=True)
    path, wanted = folder / "run.json", {"format": 1, "quick": quick, **facts, **told}
    if not path.exists():
        if any(folder.iterdir()):
            raise StudyError(f"{folder} is not empty and has no run.json: give a folder of its own with -o")
        write_whole(path, json.dumps(wanted, indent=1) + "\n")
        return
    there = read_run(folder)
    write_later = there.get("reasons") != wanted["reasons"] or there.get("builds") != wanted["builds"]
    for key in ("format", "quick", "machine", "commit"):
        if there.get(key) != wanted[key]:
            raise StudyError(f"{folder} has another run's data: its {key} is {there.get(key)!r}, this one's {wanted[key]!r}")
    if write_later:  # a build has come since
        write_whole(path, json.dumps(wanted, indent=1) + "\n")


def read_run(folder):
    try:
        found = json.loads((Path(folder) / "run.json").read_text())
        return found if isinstance(found, dict) else {}
    except FileNotFoundError:
        raise StudyError(f"{folder} has no run: hedgerow lab run all -o {folder}") from None
    except ValueError:
        raise StudyError(f"{folder}/run.json is damaged: give another folder with -o") from None


def spread(samples):
    times = sorted(s["ns"] / s["calls"] for s in samples)
    return times[len(times) // 2] / times[0] - 1


def measure(machine, spec, samples, quick):
    """Rounds of samples until their spread is small."""
    count, ms = EXTENT[quick]
    threads = os.cpu_count() if spec.threads == "all" else spec.threads
    for _ in range(ROUNDS):
        if len(samples.of(spec)) >= count and spread(samples.of(spec)) <= SPREAD:
            return
        if len(samples.of(spec)) >= ROUNDS * count:
            return
        command = machine.command(spec.build, "run", spec.subject, spec.direction, spec.bytes, count, ms, threads)
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise StudyError(done.stderr.strip() or f"{spec.subject} ended with {done.returncode}")
        for line in done.stdout.splitlines():
            samples.add(spec, json.loads(line))


def count(machine, spec, samples):
    """Instructions of one call: those of a program with three calls less those of one with one, by two."""
    if samples.of(spec):
        return
    totals = []
    for calls in (1, 3):
        with tempfile.NamedTemporaryFile("r") as out:
            plugin = ("-plugin", f"{machine.counter},out={out.name}", "-d", "plugin")
            command = machine.command(spec.build, "count", spec.subject, spec.direction, spec.bytes, calls, plugin=plugin)
            done = subprocess.run(command, capture_output=True, text=True)
            text = out.read()
        if done.returncode or not text.strip().isdigit():
            raise StudyError(done.stderr.strip()[:200] or f"{spec.subject} gave no count")
        totals.append(int(text))
    samples.add(spec, {"instructions": (totals[1] - totals[0]) / 2, "bytes": spec.bytes, "emulator": "qemu-user"})


def run(machine, made, folder, quick):
    """Measures what the tables want; the number of rows that could not be measured."""
    begin(folder, machine.facts(), machine.told, quick)
    samples = Samples(folder)
    specs = list(dict.fromkeys(c.spec for t in made for c in t.cells if c.spec and not c.reason and c.spec.build != "circuit"))
    begun, failed, measured = time.monotonic(), 0, 0
    for number, spec in enumerate(specs):
        fresh = not samples.of(spec)
        try:
            count(machine, spec, samples) if spec.build in FOREIGN else measure(machine, spec, samples, quick)
        except StudyError as error:
            failed += 1
            print(f"\nnot measured: {spec.key}: {error}", file=sys.stderr)
        measured += fresh
        left = (time.monotonic() - begun) / max(measured, 1) * (len(specs) - number - 1)
        print(f"\r[{number + 1}/{len(specs)}] {spec.subject[:44]:44} {spec.build:7} {spec.direction:3} "
              f"{int(left) // 60}:{int(left) % 60:02} left ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return failed
