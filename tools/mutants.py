#!/usr/bin/env python3
"""./dev mutants [--count N] [--seed N] [--again] [--longest S] [--jobs N] [FILE...]: finds errors that tests miss.

universalmutator changes one line of src/mode, src/api, src/container or src/registry, or of the FILEs, at random. The
quick tests of these folders must detect the change. A mutant that does not compile, or that gives the same object code,
is counted apart, and another one takes its place. tests/mutants.txt explains survivors that change nothing that a test
could see. Each result is kept in build/mutants, so that the same command continues after an interruption. With --again,
survivors of earlier runs are tested again. A first run with --longest leaves out the slowest tests; a second one with
--again needs them only for the survivors. Mutants are made and built in copies of the tree, with few kernels.
"""
import argparse
import collections
import contextlib
import hashlib
import json
import os
import queue
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK, VENV = ROOT / "build/mutants/build", ROOT / "build/mutants-venv"
EXPLAINED = ROOT / "tests/mutants.txt"
TOOL = "universalmutator==1.14.1"
RULES = ["universal.rules", "cpp.rules", "c_like.rules"]  # those that its command line uses for C++
FOLDERS = ["mode", "api", "container", "registry"]
OBJECTS = ["hedgerow_core", "hedgerow_registry", "hedgerow_lab_registry", "hedgerow_container_objects"]
MEMORY = 8 << 30  # bytes that a test may use


def use_venv():
    """Continues in the Python that has universalmutator, which is installed first if needed."""
    python = VENV / "bin/python"
    if Path(sys.prefix) == VENV:
        return
    if not (VENV / TOOL).exists():
        subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps", TOOL], check=True)
        (VENV / TOOL).touch()
    os.execv(python, [python, *sys.argv])


def seconds_of_cpu():
    """Of all programs that have ended."""
    use = resource.getrusage(resource.RUSAGE_CHILDREN)
    return use.ru_utime + use.ru_stime


class Copy:
    """A copy of the tree. One mutant at a time is built and tested there."""

    def __init__(self, number):
        self.tree = ROOT / ("build/mutants" if number == 0 else f"build/mutants-{number + 1}")
        self.build_folder = self.tree / "build/release-gcc"
        self.temporary = self.tree / "build/tmp"
        self.log = self.tree / "build/build.log"
        self.empty_folder()
        self.update()
        self.configure()

    def update(self):
        """Makes the copy equal to the working tree. Equal files keep their times, so that they are not built again."""
        names = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True)
        names = {name for name in names.stdout.decode().split("\0") if name and (ROOT / name).is_file()}
        for old in self.tree.glob("*/**/*"):
            if old.is_file() and old.relative_to(self.tree).parts[0] != "build" and str(old.relative_to(self.tree)) not in names:
                old.unlink()
        for name in names:
            new = self.tree / name
            if not new.exists() or new.read_bytes() != (ROOT / name).read_bytes():
                new.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, new)

    def configure(self):
        strongest = subprocess.run([sys.executable, "tools/lists.py", "--strongest"], cwd=self.tree, check=True, capture_output=True, text=True).stdout
        subprocess.run(["cmake", "--preset", "release-gcc", f"-DHEDGEROW_ISAS={strongest.strip()}", "-DHEDGEROW_LAB_KERNELS=_table_",
                        "-DHEDGEROW_BENCH=OFF", "-DHEDGEROW_LAB=OFF", "-DHEDGEROW_PRECOMPILE=OFF",
                        "-DCMAKE_CXX_ARCHIVE_CREATE=<CMAKE_AR> qcT <TARGET> <LINK_FLAGS> <OBJECTS>"],  # thin, so quick to make
                       cwd=self.tree, check=True, stdout=subprocess.DEVNULL)

    def empty_folder(self):
        """The folder for temporary files. Mutants leave some there."""
        shutil.rmtree(self.temporary, ignore_errors=True)
        self.temporary.mkdir(parents=True)

    def build(self, *targets, mutant=True):
        """Whether ninja builds the targets. A compiler cache keeps only objects without a mutant."""
        with open(self.log, "w") as log:
            return self.run(["ninja", "-C", self.build_folder, "-j", "1", *targets], 1800, log, {"CCACHE_READONLY": "1"} if mutant else {}) == 0

    def run(self, command, seconds, output=subprocess.DEVNULL, settings={}):
        """The exit status, or "hangs". Everything that the command started is stopped after that time."""
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True, cwd=self.temporary,
                                   env={**os.environ, **settings, "GTEST_FAIL_FAST": "1", "TMPDIR": str(self.temporary)})
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired:
            return "hangs"
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def test(self, name, cpu):
        """The exit status of a test, or "hangs". A load of the machine does not change the CPU time that counts. Only a
        test that waits for ever reaches the other limit."""
        status = self.run(["prlimit", f"--as={MEMORY}", "--core=0", f"--cpu={int(cpu) + 1}:{int(cpu) + 6}", self.build_folder / "bin" / name],
                          30 + 10 * cpu)
        return "hangs" if status == -signal.SIGXCPU else status

    def object_code(self):
        """A print of the object code of the library and the container."""
        paths = sorted(path for name in OBJECTS for path in (self.build_folder / f"CMakeFiles/{name}.dir").rglob("*.o"))
        return hashlib.sha256(b"".join(hashlib.sha256(path.read_bytes()).digest() for path in paths)).digest()


class Tests:
    """The quick tests of the four folders, most likely killers first."""

    def __init__(self, copy, results):
        listed = json.loads(subprocess.run(["ctest", "--show-only=json-v1"], cwd=copy.build_folder, check=True, capture_output=True).stdout)["tests"]
        slow = {test["name"] for test in listed for p in test["properties"] if p["name"] == "LABELS" and "slow" in p["value"]}
        folders = {path.stem: path.parent.name for folder in FOLDERS for path in (copy.tree / "tests" / folder).glob("*_test.c*")}
        self.folder = {test["name"]: folders[test["name"]] for test in listed if test["name"] in folders and test["name"] not in slow}
        self.seconds = {}
        self.kills = Counter((mutant.split("/")[1], result.split()[0]) for mutant, result in results.items())

    def check(self, copy, longest):
        """All of them pass without a mutant. Leaves out those that take longer. No program runs twice."""
        file = WORK / "seconds.json"
        known = json.loads(file.read_text()) if file.exists() else {}
        for name in list(self.folder):
            program = hashlib.sha256((copy.build_folder / "bin" / name).read_bytes()).hexdigest()
            if program not in known:
                start = seconds_of_cpu()
                if copy.test(name, 600):
                    sys.exit(f"mutants: {name} fails without a mutant")
                known[program] = seconds_of_cpu() - start
                file.write_text(json.dumps(known))
            self.seconds[name] = known[program]
            if self.seconds[name] > longest:
                print(f"without {name}, which takes {self.seconds[name]:.1f} s", flush=True)
                del self.folder[name]

    def killer(self, copy, path):
        """The name of the test that finds the mutant, or None; "" if a test does not compile with it."""
        words = set(re.split("[_.]", path.name))
        folder = path.parts[1]

        def cost(name):
            likely = 1 + self.kills[folder, name] + 20 * len(words & set(name.split("_")[1:-1])) + 5 * (folder == self.folder[name])
            return (self.seconds[name] + 0.5) / likely
        # The tests of the container do not look for errors below it, and the other programs have no container.
        names = sorted((name for name in self.folder if (self.folder[name] == "container") == (folder == "container")), key=cost)
        for i, name in enumerate(names):
            if i <= 8 and not copy.build(*(names[i:] if i == 8 else [name])):
                return ""
            limit = 3 + 5 * self.seconds[name]
            status = copy.test(name, limit)
            if status == "hangs" and copy.test(name, 2 * limit) == 0:
                status = 0
            if status:
                self.kills[folder, name] += 1
                return name if status != "hangs" else f"{name} (hangs)"
        return None


def all_mutants(files):
    """(path, line number, text instead of it, name) of all mutants. Only equal lines before it change the name."""
    from universalmutator import mutator
    names = set()
    for path in files:
        lines = (ROOT / path).read_text().splitlines(keepends=True)
        with contextlib.redirect_stdout(None):
            found = mutator.mutants_regexp(lines, RULES, ignorePatterns=[], ignoreStringOnly=True)
        for number, text, *_ in found:
            before = lines[number - 1]
            if not before.lstrip().startswith("//"):
                shown = " \\n ".join(line.strip() for line in text.splitlines())
                name = f"{path}:{lines[:number].count(before)}\n- {before.strip()}\n+ {shown}"
                if name not in names:
                    yield path, number, text, name
                names.add(name)


def judge(copy, tests, original, mutant):
    """"does not compile", "same object code", "survives", or the name of the test that fails."""
    path, number, text, _ = mutant
    place = copy.tree / path
    lines = place.read_text().splitlines(keepends=True)
    try:
        place.write_text("".join([*lines[:number - 1], text, *lines[number:]]))
        if not copy.build(*OBJECTS):
            return "does not compile"
        if copy.object_code() == original:
            return "same object code"
        killer = tests.killer(copy, Path(path))
        return "does not compile" if killer == "" else killer or "survives"
    finally:
        place.write_text("".join(lines))
        copy.empty_folder()


def explained():
    """The names of the survivors that tests/mutants.txt explains."""
    return set(re.findall(r"^(src/.*\n- .*\n\+ .*)\n= ", EXPLAINED.read_text(), re.M)) if EXPLAINED.exists() else set()


def arguments_given():
    parser = argparse.ArgumentParser(prog="./dev mutants", description=__doc__.split("\n\n")[1], formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=300, help="of mutants that compile and change the object code (300)")
    parser.add_argument("--seed", type=int, default=random.randrange(10000))
    parser.add_argument("--again", action="store_true", help="test the survivors of earlier runs again")
    parser.add_argument("--longest", type=float, default=120, metavar="S", help="leave out tests that take longer (120 s)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="copies of the tree that work at once (2)")
    parser.add_argument("files", nargs="*", metavar="FILE")
    return parser.parse_args()


def main():
    arguments = arguments_given()
    files = [str(Path(file).resolve().relative_to(ROOT)) for file in arguments.files] or sorted(
        str(path.relative_to(ROOT)) for folder in FOLDERS for path in (ROOT / "src" / folder).rglob("*.[ch]pp"))
    use_venv()
    print(f"seed {arguments.seed}", flush=True)
    copies = [Copy(number) for number in range(arguments.jobs)]
    results_file = WORK / "results.json"
    results = json.loads(results_file.read_text()) if results_file.exists() else {}
    tests = Tests(copies[0], results)
    for copy in copies:
        if not copy.build(*OBJECTS, *tests.folder, mutant=False):
            sys.exit(f"mutants: the tree does not build; see {copy.log}")
    tests.check(copies[0], arguments.longest)
    original = {copy: copy.object_code() for copy in copies}
    reasons, start, free, writing = explained(), time.monotonic(), queue.SimpleQueue(), threading.Lock()
    for copy in copies:
        free.put(copy)

    def result_of(mutant):
        copy = free.get()
        try:
            result = judge(copy, tests, original[copy], mutant)
            with writing:
                print(f"{time.monotonic() - start:6.0f} s  {mutant[0]}:{mutant[1]}: {result}", flush=True)
                results[mutant[-1]] = result
                results_file.write_text(json.dumps(results, indent=0))
        finally:
            free.put(copy)

    order = collections.deque(sorted(
        all_mutants(files), key=lambda mutant: hashlib.sha256(f"{arguments.seed}\n{mutant[-1]}".encode()).digest()))
    counts, survivors = Counter(), []
    pool = ThreadPoolExecutor(arguments.jobs)
    try:
        started = collections.deque()  # the next mutants of the order, with their results to come
        while counts.total() - counts["does not compile"] - counts["same object code"] < arguments.count and (order or started):
            while order and len(started) < 4 * arguments.jobs:
                mutant = order.popleft()
                known = results.get(mutant[-1])
                again = known is None or (arguments.again and known == "survives" and mutant[-1] not in reasons)
                started.append((mutant, pool.submit(result_of, mutant) if again else None))
            mutant, coming = started.popleft()
            if coming:
                coming.result()
            name, kind = mutant[-1], results[mutant[-1]]
            if kind == "survives" and name in reasons:
                kind = "explained"
            elif kind == "survives":
                survivors.append(name.replace("\n", f" (line {mutant[1]})\n", 1))
            counts[kind if kind in ("does not compile", "same object code", "survives", "explained") else "killed"] += 1
    finally:
        pool.shutdown(cancel_futures=True)
    for name in survivors:
        print(f"\nsurvives: {name}")
    killed, alive = counts["killed"], counts["survives"]
    print(f"\nseed {arguments.seed}: " + ", ".join(f"{counts[kind]} {kind}" for kind in sorted(counts)) +
          f"; killed {100 * killed / max(1, killed + alive):.1f} % of those without an explanation")


if __name__ == "__main__":
    main()
