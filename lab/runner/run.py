"""A run: rows one after another, every raw sample kept; what is there already is not measured again."""
import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .figures import figure, said_by
from .machine import cores
from .model import instructions_a_cycle
from .study import FIGURES, Spec, StudyError

ON_CPU, ALONE = 0.97, 0.95  # as kMinOnCpu and kMinAlone of bench/measure/sample.hpp
SPREAD, ROUNDS = 0.10, 3  # a row whose median is further above its minimum is repeated, at most so often
# All rows are measured once, then all again: a machine that is faster in one of the two passes shows in the spread.
PASSES = 2
EXTENT = {True: (6, 7), False: (15, 40)}  # quick: samples of a pass, milliseconds a sample
# Of rows whose calls are long: no more bytes than these are handled in a pass, but so many samples at least.
LARGE = {True: (5e8, 1), False: (4e9, 3)}
LIMIT = {True: 110, False: 1700}  # seconds after which no row is repeated


def write_whole(path, text):
    """The file appears whole or not at all."""
    with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False) as f:
        f.write(text)
        f.flush()
        os.fsync(f.fileno())
    os.chmod(f.name, 0o644)
    os.rename(f.name, path)


# What a line of samples has beside its row: a timed sample, a count, or another figure.
KINDS = ({"ns", "tsc", "core", "on_cpu", "alone", "calls", "bytes", "pass"}, {"instructions", "bytes"}, {"value"})


def read_sample(line):
    """The sample of a line; ValueError for what is none."""
    sample = json.loads(line)
    kind = next((k for k in KINDS if isinstance(sample, dict) and k <= set(sample)), None)
    if kind is None or not isinstance(sample.get("row"), str):
        raise ValueError("not a sample")
    if not all(isinstance(sample[key], (int, float)) and sample[key] >= 0 for key in kind) or sample.get("calls") == 0:
        raise ValueError("not a sample's figures")
    return sample


class Samples:
    """samples.jsonl: a line a sample, or a count; lines that cannot be read are told and dropped."""

    def __init__(self, folder):
        self.path, self.rows = Path(folder) / "samples.jsonl", {}
        lines = self.path.read_text(errors="replace").splitlines() if self.path.exists() else []
        good = []
        for line in lines:
            try:
                sample = read_sample(line)
                self.rows.setdefault(sample["row"], []).append(sample)
                good.append(line)
            except ValueError:
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
    """Makes the folder, or takes up the run in it; StudyError when it is another's. `told`:
    what the machine said of the rows."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = {"format": 2, "quick": quick, **facts, **told}
    if not (folder / "run.json").exists():
        if any(folder.iterdir()):
            raise StudyError(f"{folder} is not empty and has no run.json: give a folder of its own with -o")
        write_run(folder, wanted)
        return
    there = read_run(folder)
    wanted |= {key: there[key] for key in ("date", "price") if key in there}  # the date of the beginning
    write_later = there.get("reasons") != wanted["reasons"] or there.get("builds") != wanted["builds"]
    for key in ("format", "quick", "machine", "commit"):
        if there.get(key) != wanted[key]:
            raise StudyError(f"{folder} has another run's data: its {key} is {there.get(key)!r}, this one's {wanted[key]!r}")
    if write_later:  # a build has come since
        write_run(folder, wanted)


def write_run(folder, about):
    write_whole(folder / "run.json", json.dumps(about, indent=1) + "\n")


def read_run(folder):
    try:
        found = json.loads((Path(folder) / "run.json").read_text())
        if not isinstance(found, dict) or not {"machine", "processors", "commit", "quick", "builds", "reasons"} <= set(found):
            raise ValueError("not a run")
        return found
    except FileNotFoundError:
        raise StudyError(f"{folder} has no run: hedgerow lab run all -o {folder}") from None
    except ValueError:
        raise StudyError(f"{folder}/run.json is damaged: give another folder with -o") from None


def rounded(value):
    """With five digits, which is more than any spread here."""
    if isinstance(value, list):
        return [rounded(v) for v in value]
    return float(f"{value:.5g}") if isinstance(value, float) else value


def figures_of(samples):
    """Row -> summary."""
    return {row: {k: rounded(v) for k, v in summary(taken).items()} for row, taken in samples.rows.items()}


def write_summary(path, about, figures):
    """All that a report is made of, without the samples: docs/lab keeps it. Reasons are grouped, since few are many
    rows' own; rows with figures need none."""
    rows = {}
    for row, reason in about["reasons"].items():
        if row not in figures:
            rows.setdefault(reason, []).append(row)
    head = json.dumps({**about, "reasons": rows}, indent=1)
    body = ",\n".join(f"  {json.dumps(row)}: {json.dumps(found)}" for row, found in figures.items())
    write_whole(path, f'{head[:-2]},\n "figures": {{\n{body}\n }}\n}}\n')


def read_summary(path):
    """(about, figures) as write_summary wrote them; StudyError where the file is damaged."""
    try:
        about = json.loads(Path(path).read_text())
        figures = about.pop("figures")
        about["reasons"] = {row: reason for reason, rows in about["reasons"].items() for row in rows} | dict.fromkeys(figures, "")
        return about, figures
    except (ValueError, KeyError, AttributeError, TypeError):
        raise StudyError(f"{path} is damaged: make it again with hedgerow lab report") from None


def extent(spec, quick):
    """(samples of a round, milliseconds of one)."""
    count, ms = EXTENT[quick]
    most, least = LARGE[quick]
    return min(count, max(least, int(most / spec.bytes))), ms


def spread(samples):
    times = sorted(s["ns"] / s["calls"] for s in samples)
    return times[len(times) // 2] / times[0] - 1


def undisturbed(samples):
    """(the samples whose thread kept its processor and its core to itself, False); all of them and True where those
    are fewer than half."""
    calm = [s for s in samples if s["on_cpu"] >= ON_CPU and s["alone"] >= ALONE]
    return (samples, True) if 2 * len(calm) < len(samples) else (calm, False)


def of_clock(samples, clock):
    """(figure, least, greatest) of ticks a byte. Time is the minimum, as the papers take it, and at most the slowest
    pass's median. Core cycles are an estimate that errs both ways: the median, between the quartiles of all samples."""
    each = sorted(s[clock] / (s["calls"] * s["bytes"]) for s in samples)
    if clock == "core":
        return [each[len(each) // 2], each[len(each) // 4], each[-1 - len(each) // 4]]
    medians = []
    for n in {s["pass"] for s in samples}:
        of_pass = sorted(s[clock] / (s["calls"] * s["bytes"]) for s in samples if s["pass"] == n)
        medians.append(of_pass[len(of_pass) // 2])
    return [each[0], each[0], max(medians)]


def summary(samples):
    """What the report needs of a row's samples; a count or another figure is its own summary."""
    if "ns" not in samples[-1]:
        return {k: v for k, v in samples[-1].items() if k != "row"}
    best, disturbed = undisturbed(samples)
    return {**{clock: of_clock(best, clock) for clock in ("ns", "tsc", "core")}, "spread": spread(best),
            "disturbed": disturbed or spread(best) > SPREAD, "volume": int(sum(s["calls"] * s["bytes"] for s in samples))}


def threads_of(spec):
    """How many threads a row means on this machine."""
    return {"all": os.cpu_count(), "cores": cores()}.get(spec.threads) or int(spec.threads)


class PeerProgram:
    """A peer of the benchmark, by its line protocol (bench/peers/peer.hpp)."""

    def __init__(self, path):
        self.process = subprocess.Popen([str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        greeting = self.process.stdout.readline().rstrip("\n").split("\t")
        if greeting[0] != "ready":
            raise StudyError(f"{path.name}: {' '.join(greeting[1:]) or 'says nothing'}")

    def sample(self, cipher, mode, direction, size, calls):
        self.process.stdin.write(f"bench {cipher} {mode} {direction} {size} {calls}\n")
        self.process.stdin.flush()
        verdict, *words = self.process.stdout.readline().split() or ["nothing"]
        if verdict != "ok":
            raise StudyError(" ".join(words) or "the peer ended")
        return dict(zip(("ns", "tsc", "core", "on_cpu", "alone"), map(float, words)))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()


def peer_samples(machine, spec, count, ms):
    name, cipher, mode = spec.subject.split()
    with PeerProgram(machine.peer(name)) as peer:
        once = peer.sample(cipher, mode, spec.direction, spec.bytes, 16)["ns"] / 16
        calls = max(1, int(ms * 1e6 / once))
        for _ in range(count):
            yield {"calls": calls, "bytes": spec.bytes, **peer.sample(cipher, mode, spec.direction, spec.bytes, calls)}


def own_samples(machine, spec, count, ms):
    command = machine.command(spec.build, "run", spec.subject, spec.direction, spec.bytes, count, ms, threads_of(spec))
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise StudyError(done.stderr.strip() or f"{spec.subject} ended with {done.returncode}")
    yield from map(json.loads, done.stdout.splitlines())


def measure(machine, spec, samples, quick, number=1, late=lambda: False):
    """A pass over a row: rounds of samples until their spread is small; after `late` one alone."""
    count, ms = extent(spec, quick)
    take = peer_samples if spec.build == "peers" else own_samples
    for _ in range(ROUNDS):
        there = [s for s in samples.of(spec) if s["pass"] == number]
        if len(there) >= count and (spread(there) <= SPREAD or len(there) >= ROUNDS * count or late()):
            return
        for sample in take(machine, spec, count, ms):
            samples.add(spec, {**sample, "pass": number})


def count(machine, spec):
    """Instructions of one call: those of a program with three calls less those of one with one, by two."""
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
    return {"instructions": (totals[1] - totals[0]) / 2, "bytes": spec.bytes, "emulator": "qemu-user"}


def modelled(machine, spec):
    """Core cycles a byte: instructions that were counted over those that the model of a processor takes a cycle.
    Subjects "BUILD PROCESSOR KERNEL"."""
    build, cpu, subject = spec.subject.split()
    counted = count(machine, Spec(build, subject, spec.direction, spec.bytes))
    encrypt = json.loads(said_by(*machine.command(build, "footprint", subject)))["encrypt"]
    return counted["instructions"] / counted["bytes"] / instructions_a_cycle(machine, build, cpu, encrypt)


def is_timed(machine, spec):
    return not machine.counts(spec.build) and spec.build not in FIGURES


def specs_of(made):
    return list(dict.fromkeys(c.spec for t in made for c in t.cells if c.spec and not c.reason))


def seconds(machine, made, quick):
    """What a run is thought to take, and the most: with every timed row repeated until the limit."""
    timed, others = [], 0
    for spec in specs_of(made):
        if is_timed(machine, spec):
            samples, ms = extent(spec, quick)
            timed.append(PASSES * (1.3 * samples * max(ms, spec.bytes / 1e6) / 1000 + 2 * spec.bytes / 1e9 + 0.03))  # at 1 GB/s
        else:
            others += 1
    once = sum(timed) + 0.25 * others / os.cpu_count()
    return once, min(once * ROUNDS, max(once, LIMIT[quick])) if timed else once


class Progress:
    """On a terminal a line that is written anew for each row; elsewhere a line for each paper and pass."""

    def __init__(self, total):
        self.begun, self.total, self.done, self.fresh, self.failed, self.heading = time.monotonic(), total, 0, 0, 0, None

    def tell(self, spec, heading, fresh):
        self.done += 1
        self.fresh += fresh
        left = (time.monotonic() - self.begun) / max(self.fresh, 1) * (self.total - self.done)
        if sys.stderr.isatty():
            print(f"\r[{self.done}/{self.total}] {spec.subject[:44]:44} {spec.build:7} {spec.direction:5} "
                  f"{int(left) // 60}:{int(left) % 60:02} left ", end="", file=sys.stderr, flush=True)
        elif heading != self.heading:
            print(f"{heading}: from row {self.done} of {self.total}", file=sys.stderr, flush=True)
        self.heading = heading

    def fail(self, spec, error):
        self.failed += 1
        print(f"{'' if not sys.stderr.isatty() else chr(10)}not measured: {spec.key}: {error}", file=sys.stderr)

    def end(self):
        if sys.stderr.isatty():
            print(file=sys.stderr)


def untimed(machine, spec):
    """A count or another figure, or the error that there was instead."""
    try:
        if machine.counts(spec.build):
            return count(machine, spec)
        return {"value": (modelled if spec.build == "model" else figure)(machine, spec)}
    except (StudyError, OSError, KeyError, IndexError, ValueError) as error:
        return error


def run_untimed(machine, specs, samples, progress):
    """What needs no clock, on all processors."""
    missing = [s for s in specs if not samples.of(s)]
    for spec in specs:
        if spec not in missing:
            progress.tell(spec, "counts and sizes", False)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for spec, found in zip(missing, pool.map(lambda s: untimed(machine, s), missing)):
            if isinstance(found, dict):
                samples.add(spec, found)
            else:
                progress.fail(spec, found)
            progress.tell(spec, "counts and sizes", True)


def run(machine, made, folder, quick):
    """Measures what the tables want; the number of rows that could not be measured."""
    begin(folder, machine.facts(), machine.told, quick)
    samples, specs = Samples(folder), specs_of(made)
    paper_of = {c.spec: t.paper for t in reversed(made) for c in t.cells}
    timed = [s for s in specs if is_timed(machine, s)]
    progress = Progress(len(specs) + (PASSES - 1) * len(timed))
    run_untimed(machine, [s for s in specs if s not in timed], samples, progress)
    for number in range(1, PASSES + 1):
        for spec in timed:
            fresh = not any(s["pass"] == number for s in samples.of(spec))
            try:
                measure(machine, spec, samples, quick, number, lambda: time.monotonic() - progress.begun > LIMIT[quick])
            except (StudyError, OSError, ValueError) as error:
                progress.fail(spec, error)
            progress.tell(spec, f"pass {number} of {PASSES}, {paper_of[spec]}", fresh)
    progress.end()
    return progress.failed
