"""A run measures rows one after another and keeps every raw sample. A row that has its samples is not measured
again."""
import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .figures import figure, said_by
from .machine import cores, processors
from .model import instructions_a_cycle
from .study import FIGURES, Spec, StudyError

ON_CPU, ALONE = 0.97, 0.95  # as kMinOnCpu and kMinAlone of bench/measure/sample.hpp
# A row is measured again if its median is more than SPREAD above its minimum, in at most ROUNDS rounds.
SPREAD, ROUNDS = 0.10, 3
# All rows are measured once, then all of them again. The spread then shows if the machine was faster in one pass.
PASSES = 2
# quick -> (samples of a pass, milliseconds a sample)
EXTENT = {True: (6, 7), False: (15, 40)}
# Limits of rows with long calls. quick -> (the most bytes that a pass handles, the least samples that it takes)
LARGE = {True: (5e8, 1), False: (4e9, 3)}
LIMIT = {True: 110, False: 1700}  # quick -> seconds after which no row is repeated


def write_whole(path, text):
    """Writes a file so that it appears complete or not at all. It is UTF-8 in every locale, as all files of the lab."""
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as f:
        f.write(text)
        f.flush()
        os.fsync(f.fileno())
    os.chmod(f.name, 0o644)
    os.rename(f.name, path)


# The keys of a line of samples in addition to its row: of a timed sample, of a count, and of another figure.
KINDS = ({"ns", "tsc", "core", "on_cpu", "alone", "calls", "bytes", "pass"}, {"instructions", "bytes"}, {"value"})


def read_sample(line):
    """The sample of a line. ValueError if the line is not a sample."""
    sample = json.loads(line)
    kind = next((k for k in KINDS if isinstance(sample, dict) and k <= set(sample)), None)
    if kind is None or not isinstance(sample.get("row"), str):
        raise ValueError("not a sample")
    if not all(isinstance(sample[key], (int, float)) and sample[key] >= 0 for key in kind) or sample.get("calls") == 0:
        raise ValueError("not a sample's figures")
    return sample


class Samples:
    """The file samples.jsonl, with a line for each sample or count. Damaged lines are reported and left out."""

    def __init__(self, folder):
        self.path, self.rows = Path(folder) / "samples.jsonl", {}
        lines = self.path.read_text(encoding="utf-8", errors="replace").splitlines() if self.path.exists() else []
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
        with self.path.open("a", encoding="utf-8") as f:
            f.write(json.dumps(sample) + "\n")

    def of(self, spec):
        return self.rows.get(spec.key, [])


def begin(folder, facts, told, quick):
    """Makes the folder, or continues the run in it. StudyError if the folder has another run. `told` is
    Machine.told."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = {"format": 2, "quick": quick, **facts, **told}
    if not (folder / "run.json").exists():
        if any(folder.iterdir()):
            raise StudyError(f"{folder} is not empty and has no run.json: give a folder of its own with -o")
        write_run(folder, wanted)
        return
    there = read_run(folder)
    # The run keeps the date of its beginning.
    wanted |= {key: there[key] for key in ("date", "price") if key in there}
    write_later = there.get("reasons") != wanted["reasons"] or there.get("builds") != wanted["builds"]
    for key in ("format", "quick", "machine", "commit"):
        if there.get(key) != wanted[key]:
            raise StudyError(f"{folder} has another run's data: its {key} is {there.get(key)!r}, this one's {wanted[key]!r}")
    if write_later:  # a build was added in the meantime
        write_run(folder, wanted)


def write_run(folder, about):
    write_whole(folder / "run.json", json.dumps(about, indent=1) + "\n")


def read_run(folder):
    try:
        found = json.loads((Path(folder) / "run.json").read_text(encoding="utf-8"))
        if not isinstance(found, dict) or not {"machine", "processors", "commit", "quick", "builds", "reasons"} <= set(found):
            raise ValueError("not a run")
        return found
    except FileNotFoundError:
        raise StudyError(f"{folder} has no run: hedgerow lab run all -o {folder}") from None
    except ValueError:
        raise StudyError(f"{folder}/run.json is damaged: give another folder with -o") from None


def rounded(value):
    """A figure with five digits, because the spread of every row is greater than the rest."""
    if isinstance(value, list):
        return [rounded(v) for v in value]
    return float(f"{value:.5g}") if isinstance(value, float) else value


def figures_of(samples):
    """The summary of each row, by its name."""
    return {row: {k: rounded(v) for k, v in summary(taken).items()} for row, taken in samples.rows.items()}


def packed(found):
    """The summary of a row in few bytes: the one value, or ten numbers of a timed row. The figure of a time is its
    minimum, so it is written once."""
    if "ns" in found:
        return [*found["ns"][1:], *found["tsc"][1:], *found["core"], found["spread"], int(found["disturbed"]), found["volume"]]
    return found["value"] if set(found) == {"value"} else found


def unpacked(found):
    if isinstance(found, list):
        ns, most_ns, tsc, most_tsc, *core, spread_, disturbed, all_bytes = found
        return {"ns": [ns, ns, most_ns], "tsc": [tsc, tsc, most_tsc], "core": core, "spread": spread_, "disturbed": bool(disturbed), "volume": all_bytes}
    return found if isinstance(found, dict) else {"value": found}


def write_summary(path, about, figures):
    """Writes everything that a report needs, without the samples, because docs/lab keeps this file. Rows are grouped by
    their reason, because many rows have the same one. A row with a figure needs no reason. Each entry has one line."""
    rows = {}
    for row, reason in about["reasons"].items():
        if row not in figures:
            rows.setdefault(reason, []).append(row)
    def compact(value):
        return json.dumps(value, separators=(",", ":"))

    def lines(value):
        return "{\n" + ",\n".join(f"{compact(k)}:{compact(v)}" for k, v in value.items()) + "}" if isinstance(value, dict) else compact(value)
    entries = {**about, "reasons": rows, "figures": {row: packed(found) for row, found in figures.items()}}
    write_whole(path, "{" + ",\n".join(f"{compact(name)}:{lines(value)}" for name, value in entries.items()) + "}\n")


def read_summary(path):
    """(about, figures) as write_summary wrote them. StudyError if the file is damaged."""
    try:
        about = json.loads(Path(path).read_text(encoding="utf-8"))
        figures = {row: unpacked(found) for row, found in about.pop("figures").items()}
        about["reasons"] = {row: reason for reason, rows in about["reasons"].items() for row in rows} | dict.fromkeys(figures, "")
        return about, figures
    except (ValueError, KeyError, AttributeError, TypeError):
        raise StudyError(f"{path} is damaged: make it again with hedgerow lab report") from None


def extent(spec, quick):
    """(samples of a round, milliseconds of a sample)."""
    count, ms = EXTENT[quick]
    most, least = LARGE[quick]
    return min(count, max(least, int(most / spec.bytes))), ms


def spread(samples):
    times = sorted(s["ns"] / s["calls"] for s in samples)
    return times[len(times) // 2] / times[0] - 1


def undisturbed(samples):
    """(samples, disturbed): the samples of a thread that kept its processor and did not share its core. If fewer than
    half are of this kind, it is all samples, and they count as disturbed."""
    calm = [s for s in samples if s["on_cpu"] >= ON_CPU and s["alone"] >= ALONE]
    return (samples, True) if 2 * len(calm) < len(samples) else (calm, False)


def of_clock(samples, clock):
    """[figure, least, greatest] in ticks a byte. The figure of a time is the minimum, because the papers take that, and
    the greatest is the median of the slowest pass. Core cycles are an estimate that can be too low or too high. Their
    figure is therefore the median, between the quartiles of all samples."""
    each = sorted(s[clock] / (s["calls"] * s["bytes"]) for s in samples)
    if clock == "core":
        return [each[len(each) // 2], each[len(each) // 4], each[-1 - len(each) // 4]]
    medians = []
    for n in {s["pass"] for s in samples}:
        of_pass = sorted(s[clock] / (s["calls"] * s["bytes"]) for s in samples if s["pass"] == n)
        medians.append(of_pass[len(of_pass) // 2])
    return [each[0], each[0], max(medians)]


def summary(samples):
    """The part of a row's samples that the report needs. A count or another figure is its own summary."""
    if "ns" not in samples[-1]:
        return {k: v for k, v in samples[-1].items() if k != "row"}
    best, disturbed = undisturbed(samples)
    return {**{clock: of_clock(best, clock) for clock in ("ns", "tsc", "core")}, "spread": spread(best),
            "disturbed": disturbed or spread(best) > SPREAD, "volume": int(sum(s["calls"] * s["bytes"] for s in samples))}


def threads_of(spec):
    """The number of threads of a row on this machine."""
    return {"all": processors(), "cores": cores()}.get(spec.threads) or int(spec.threads)


class PeerProgram:
    """The program of another library, which speaks the line protocol of bench/peers/peer.hpp."""

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
    # Files instead of pipes, because Wine's services keep a pipe open for seconds after the end of the program.
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as errors:
        done = subprocess.run(command, stdout=out, stderr=errors)
        out.seek(0)
        errors.seek(0)
        if done.returncode:
            raise StudyError(errors.read().strip() or f"{spec.subject} ended with {done.returncode}")
        samples = out.read().splitlines()
    yield from map(json.loads, samples)


def measure(machine, spec, samples, quick, number=1, late=lambda: False):
    """A pass over a row: rounds of samples until their spread is small. If it is late, there is only one round."""
    count, ms = extent(spec, quick)
    take = peer_samples if spec.build == "peers" else own_samples
    for _ in range(ROUNDS):
        there = [s for s in samples.of(spec) if s["pass"] == number]
        if len(there) >= count and (spread(there) <= SPREAD or len(there) >= ROUNDS * count or late()):
            return
        for sample in take(machine, spec, count, ms):
            samples.add(spec, {**sample, "pass": number})


def count(machine, spec):
    """Instructions of one call: half the difference between a program with three calls and a program with one call."""
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
    """Core cycles a byte: the counted instructions, divided by the instructions a cycle of the processor's model. The
    subjects are "BUILD PROCESSOR KERNEL"."""
    build, cpu, subject = spec.subject.split()
    counted = count(machine, Spec(build, subject, spec.direction, spec.bytes))
    encrypt = json.loads(said_by(*machine.command(build, "footprint", subject)))["encrypt"]
    return counted["instructions"] / counted["bytes"] / instructions_a_cycle(machine, build, cpu, encrypt)


def is_timed(machine, spec):
    return not machine.counts(spec.build) and spec.build not in FIGURES


def specs_of(made):
    return list(dict.fromkeys(c.spec for t in made for c in t.cells if c.spec and not c.reason))


def seconds(machine, made, quick):
    """(expected seconds of a run, the most): the most is the time if every timed row is repeated until the limit."""
    timed, others = [], 0
    for spec in specs_of(made):
        if is_timed(machine, spec):
            samples, ms = extent(spec, quick)
            timed.append(PASSES * (1.3 * samples * max(ms, spec.bytes / 1e6) / 1000 + 2 * spec.bytes / 1e9 + 0.03))  # at 1 GB/s
        else:
            others += 1
    once = sum(timed) + 0.25 * others / processors()
    return once, min(once * ROUNDS, max(once, LIMIT[quick])) if timed else once


class Progress:
    """Shows the progress. A terminal has one line, which is written again for each row. Otherwise there is a line for
    each paper and pass."""

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
    """A count or another figure, or the error that prevented it."""
    try:
        if machine.counts(spec.build):
            return count(machine, spec)
        return {"value": (modelled if spec.build == "model" else figure)(machine, spec)}
    except (StudyError, OSError, KeyError, IndexError, ValueError) as error:
        return error


def run_untimed(machine, specs, samples, progress):
    """Computes the rows that need no clock, on all processors of this machine together."""
    missing = [s for s in specs if not samples.of(s)]
    for spec in specs:
        if spec not in missing:
            progress.tell(spec, "counts and sizes", False)
    with ThreadPoolExecutor(processors()) as pool:
        for spec, found in zip(missing, pool.map(lambda s: untimed(machine, s), missing)):
            if isinstance(found, dict):
                samples.add(spec, found)
            else:
                progress.fail(spec, found)
            progress.tell(spec, "counts and sizes", True)


def run(machine, made, folder, quick):
    """Measures the rows of the tables. Returns how many rows could not be measured."""
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
