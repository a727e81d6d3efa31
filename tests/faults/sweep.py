#!/usr/bin/env python3
"""Faults in system calls: every call of a command x every fault of the call (calls.def) x its occurrences.

usage: sweep.py --tracer fault_tracer [--full] [--seed N] [--seconds N] [--run-seconds N] [--only NAME]...
                [--case NAME:FAULT]

The sweep runs each command (scenarios.py) once without faults. The tracer counts its calls, and calls.def must list
each of them. Then the sweep runs the command once per case and judges the result (verdicts.py). With --full it runs all
cases. Otherwise it takes the first occurrences in hedgerow's own code, and for one command also those in the loader. Of
commands that are slow or similar to another one it takes a sample, and of all these cases it runs 1000. It also runs
every case of must_run(). The choice depends on the printed seed. The sweep fails if the time is used up before. At the
end it prints a line of counts per command. The exit code is 1 if there is any verdict.
"""
import argparse
import collections
import concurrent.futures
import fcntl
import json
import os
import queue
import random
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from scenarios import CLI, SCENARIOS, Folder, by_name, make_template  # noqa: E402
from verdicts import VERDICTS, judge  # noqa: E402

FIRST, FIRST_LASTING = 8, 3  # occurrences; all with --full
ENOUGH = 1000  # cases without --full beside the kills of `rekey`; all must run in the given time
TRANSIENT = ("EINTR", "EAGAIN", "zero")  # temporary faults; repeated for ever they would be other faults


def options_of(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tracer", required=True)
    parser.add_argument("--full", action="store_true", help="every case")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--seconds", type=int, default=120, help="start no run after this time; ignored with --full")
    parser.add_argument("--run-seconds", type=int, default=60,
                        help="a run that takes longer hangs; those with a passphrase take half a second on an idle machine")
    parser.add_argument("--only", action="append", help="this command")
    parser.add_argument("--case", action="append", help="run COMMAND:FAULT and show everything")
    options = parser.parse_args(argv)
    options.tracer = os.path.abspath(options.tracer)
    options.seed = options.seed if options.seed is not None else random.SystemRandom().randrange(1 << 32)
    return options


def filled_pipe(data):
    """Returns the end of a pipe from which `data` can be read. The pipe holds all of it before the command starts,
    because the number of reads would otherwise depend on how fast somebody writes."""
    reader, writer = os.pipe()
    fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, max(len(data), 4096))
    with open(writer, "wb", buffering=0) as file:
        if data and file.write(data) != len(data):
            raise SystemExit(f"a pipe takes less than {len(data)} bytes")
    return open(reader, "rb", buffering=0)


def must_run(scenario, fault):
    """Returns true for the faults that run without --full, too: the kills of `rekey`, because one at the wrong place
    would lose the only copy of the data, and the early ends of the pipes of `encrypt --tar`, which would lose files."""
    call, _, effect = fault.partition("=")
    if scenario.makes == "rekeyed":
        return effect == "kill"
    return scenario.makes == "archive" and call.startswith("read@") and effect == "zero"


class Sweep:
    def __init__(self, options, root):
        self.options, self.root = options, root
        table = subprocess.run([options.tracer, "--table"], check=True, capture_output=True, text=True).stdout
        self.table = json.loads(table)
        self.template = make_template(os.path.join(root, "template"))
        self.folders = queue.SimpleQueue()
        for i in range(len(os.sched_getaffinity(0))):
            path = os.path.join(root, f"worker{i}")
            os.mkdir(path)
            self.folders.put(Folder(path, self.template))

    def trace(self, folder, scenario, faults, *more):
        """Runs the command once with these faults, in a folder that is prepared for it."""
        folder.reset(scenario)
        report = str(folder.path) + ".report"
        asked = [word for fault in faults for word in ("--fault", fault)]
        command = [self.options.tracer, *asked, *more, "--seconds", str(self.options.run_seconds), "--report", report, "--", CLI,
                   *folder.words(scenario)]
        with filled_pipe(folder.inputs[scenario.stdin] if scenario.stdin else b"") as stdin:
            done = subprocess.run(command, cwd=folder.path, stdin=stdin, capture_output=True, timeout=2 * self.options.run_seconds)
        if done.returncode != 0:
            raise SystemExit(f"{scenario.name} {faults}: {done.stderr.decode(errors='replace')}")
        with open(report, encoding="utf-8") as file:
            result = json.load(file)
        return {**result, "stdout": done.stdout, "stderr": done.stderr.decode(errors="replace")}

    def judged(self, scenario, fault):
        """Returns (the result of the run, the set of verdicts)."""
        folder = self.folders.get()
        try:
            done = self.trace(folder, scenario, (fault, *scenario.base))
            return done, judge(folder, scenario, fault, done)
        finally:
            self.folders.put(folder)

    def baseline(self, scenario):
        """Returns the calls of a run without faults: name -> (count before the entry point, count). Returns None if the
        run does not end as expected."""
        folder = self.folders.get()
        try:
            done = self.trace(folder, scenario, scenario.base, "--calls")
            found = judge(folder, scenario, "none@0=none", {**done, "struck_loading": False})
        finally:
            self.folders.put(folder)
        if found or done["exit_code"] != scenario.code:
            print(f"FAIL {scenario.name}: without a fault, exit code {done['exit_code']}: {done['stderr'].strip()}")
            return None
        counts = collections.Counter(name for name, _ in done["calls"])
        loading = collections.Counter(name for name, loading in done["calls"] if loading)
        return {name: (loading[name], count) for name, count in counts.items()}

    def unknown(self, calls):
        """Checks only the calls of hedgerow, because other programs handle failures in their own way."""
        own = [name for name in calls if not name.startswith("^")]
        return [name for name in own if name not in self.table["calls"] and name not in self.table["exempt"]]

    def cases(self, calls, with_loader):
        """Returns every fault for a run that makes these calls."""
        for name, (loading, count) in sorted(calls.items()):
            begin = 1 if with_loader or self.options.full else loading + 1
            end = count if self.options.full else min(count, loading + FIRST)
            for fault in self.table["calls"].get(name, "").split():
                yield from (f"{name}@{i}={fault}" for i in range(begin, end + 1))
                if fault.rstrip("!") not in TRANSIENT:
                    yield from (f"{name}@{i}+={fault}" for i in range(begin, min(end, begin + FIRST_LASTING - 1) + 1))
            if name.removeprefix("^") in self.table["calls"] or name in self.table["exempt"]:
                yield from (f"{name}@{i}=kill" for i in range(begin, count + 1))

    def sample(self, pool):
        """Returns (scenario, fault) pairs: all with --full. Otherwise it returns those that must_run, and ENOUGH other
        cases, with fewer of slow commands. The choice follows the seed."""
        if self.options.full:
            return pool
        chance, always, kept = random.Random(self.options.seed), [], []
        for scenario, fault in pool:
            if must_run(scenario, fault):
                always.append((scenario, fault))
            elif chance.random() < scenario.share:
                kept.append((scenario, fault))
        return always + chance.sample(kept, min(ENOUGH, len(kept)))

    def run_all(self, chosen):
        """Runs cases on every CPU; returns name -> counts."""
        counts, end = collections.defaultdict(collections.Counter), time.monotonic() + self.options.seconds

        def one(case):
            scenario, fault = case
            if not self.options.full and time.monotonic() > end:
                return scenario, fault, None, set()
            return scenario, fault, *self.judged(scenario, fault)

        with concurrent.futures.ThreadPoolExecutor(self.folders.qsize()) as pool:
            for scenario, fault, done, found in pool.map(one, chosen):
                count = counts[scenario.name]
                count["run" if done else "late"] += 1
                if done and not done["struck"] and not scenario.varies:
                    found = {"missed"}
                for verdict in sorted(found):
                    count[verdict] += 1
                    print(f"FAIL {verdict}: --case '{scenario.name}:{fault}': exit code {done['exit_code']}, signal "
                          f"{done['signal']}: {done['stderr'].strip()[:150]}", flush=True)
        return counts


def show(sweep, cases):
    """Reruns single cases."""
    bad = 0
    for case in cases:
        name, _, fault = case.partition(":")
        done, found = sweep.judged(by_name(name), fault)
        print(f"hedgerow {' '.join(by_name(name).arguments)}   with {fault}")
        for key in ("exit_code", "signal", "timed_out", "struck", "struck_loading", "stderr"):
            print(f"  {key}: {done[key]}")
        print(f"  verdicts: {', '.join(f'{v} ({VERDICTS.get(v)})' for v in sorted(found)) or 'none'}")
        bad += bool(found)
    return 1 if bad else 0


def collect(sweep):
    """Returns the cases of every command that the program has, as (pool, failures)."""
    pool, failures = [], 0
    for scenario in SCENARIOS:
        if sweep.options.only and scenario.name not in sweep.options.only:
            continue
        if not scenario.present():
            print(f"SKIPPED {scenario.name}: this program has no `{' '.join(scenario.arguments)}`")
            continue
        calls = sweep.baseline(scenario)
        if calls is None:
            failures += 1
            continue
        for name in sweep.unknown(calls):
            failures += 1
            print(f"FAIL {scenario.name}: calls.def does not name {name}: add its faults, or exempt it with a reason")
        cases = sweep.cases(calls, with_loader=not pool)  # the loader does the same for every command
        pool += [(scenario, fault) for fault in cases if not scenario.harmless(fault)]
    return pool, failures


def report(pool, counts):
    sizes = collections.Counter(scenario.name for scenario, _ in pool)
    failures = 0
    for name, size in sizes.items():
        count = counts[name]
        verdicts = ", ".join(f"{count[v]} {v}" for v in VERDICTS)
        late = f", {count['late']} too late to run" if count["late"] else ""
        print(f"{name:20} {count['run']:5} of {size} cases{late}, {verdicts}")
        failures += sum(count[v] for v in VERDICTS)
    return failures


def main(argv):
    options = options_of(argv)
    room = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="hedgerow_faults.", dir=room) as root:
        sweep = Sweep(options, root)
        if options.case:
            return show(sweep, options.case)
        begin = time.monotonic()
        pool, failures = collect(sweep)
        chosen = sweep.sample(pool)
        print(f"seed {options.seed}: {len(chosen)} of {len(pool)} cases")
        counts = sweep.run_all(chosen)
    failures += report(pool, counts)
    run = sum(count["run"] for count in counts.values())
    print(f"{run} runs with faults in {time.monotonic() - begin:.0f} s, {failures} failures; exempt: "
          + ", ".join(sweep.table["exempt"]))
    if run < len(chosen):
        print(f"FAIL: only {run} of {len(chosen)} cases in {options.seconds} s")
        failures += 1
    return 1 if failures or not run else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
