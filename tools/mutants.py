#!/usr/bin/env python3
"""./dev mutants [--count N] [--seed N] [--again] [--longest S] [FILE...]: finds out which errors the quick tests miss.

universalmutator changes one line of src/mode, src/api, src/container or src/registry, or of the FILEs, at random. The
quick tests of these folders must detect the change. A mutant that does not compile, or that gives the same object code,
is counted apart, and another one takes its place. tests/mutants.txt explains survivors that change nothing that a test
could see. Each result is kept in build/mutants, so that the same command continues after an interruption. With --again,
survivors of earlier runs are tested again. A first run with --longest leaves out the slowest tests; a second one with
--again needs them only for the survivors. Mutants are made and built in a copy of the tree, with few kernels.
"""
import argparse
import contextlib
import hashlib
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TREE, VENV = ROOT / "build/mutants", ROOT / "build/mutants-venv"
WORK = TREE / "build"
BUILD = WORK / "release-gcc"
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


def copy_tree():
    """Makes the copy equal to the working tree. Equal files keep their times, so that they are not built again."""
    names = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True)
    names = {name for name in names.stdout.decode().split("\0") if name and (ROOT / name).is_file()}
    for old in TREE.glob("*/**/*"):
        if old.is_file() and old.relative_to(TREE).parts[0] != "build" and str(old.relative_to(TREE)) not in names:
            old.unlink()
    for name in names:
        new = TREE / name
        if not new.exists() or new.read_bytes() != (ROOT / name).read_bytes():
            new.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, new)


def configure():
    strongest = subprocess.run([sys.executable, "tools/lists.py", "--strongest"], cwd=TREE, check=True, capture_output=True, text=True).stdout
    subprocess.run(["cmake", "--preset", "release-gcc", f"-DHEDGEROW_ISAS={strongest.strip()}", "-DHEDGEROW_LAB_KERNELS=_table_",
                    "-DHEDGEROW_BENCH=OFF", "-DHEDGEROW_LAB=OFF", "-DHEDGEROW_PRECOMPILE=OFF"],
                   cwd=TREE, check=True, stdout=subprocess.DEVNULL)


def build(*targets, keep_going=False):
    """Whether ninja builds the targets. The last lines of its output are kept for messages."""
    build.output = WORK / "build.log"
    with open(build.output, "w") as log:
        return run(["ninja", "-C", BUILD, "-j", "1", *(["-k", "0"] if keep_going else []), *targets], 1800, log) == 0


def run(command, seconds, output=subprocess.DEVNULL, limit=lambda: None):
    """The exit status, or "hangs". Everything that the command started is stopped after that time."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True, preexec_fn=limit,
                               env={**os.environ, "GTEST_FAIL_FAST": "1", "TMPDIR": str(WORK / "tmp"), "CCACHE_READONLY": "1"}, cwd=WORK / "tmp")
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        return "hangs"
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def object_code():
    """A print of the object code of the library and the container."""
    paths = sorted(path for name in OBJECTS for path in (BUILD / f"CMakeFiles/{name}.dir").rglob("*.o"))
    return hashlib.sha256(b"".join(hashlib.sha256(path.read_bytes()).digest() for path in paths)).digest()


class Tests:
    """The quick tests of the four folders, most likely killers first."""

    def __init__(self):
        listed = json.loads(subprocess.run(["ctest", "--show-only=json-v1"], cwd=BUILD, check=True, capture_output=True).stdout)["tests"]
        slow = {test["name"] for test in listed for p in test["properties"] if p["name"] == "LABELS" and "slow" in p["value"]}
        folders = {path.stem: path.parent.name for folder in FOLDERS for path in (TREE / "tests" / folder).glob("*_test.c*")}
        self.folder = {test["name"]: folders[test["name"]] for test in listed if test["name"] in folders and test["name"] not in slow}
        self.seconds, self.kills = {}, {}

    def check(self, longest):
        """All of them pass without a mutant. Leaves out those that take longer. No program runs twice."""
        file = WORK / "seconds.json"
        known = json.loads(file.read_text()) if file.exists() else {}
        for name in list(self.folder):
            program = hashlib.sha256((BUILD / "bin" / name).read_bytes()).hexdigest()
            if program not in known:
                start = time.monotonic()
                if run([BUILD / "bin" / name], 600, limit=limit):
                    sys.exit(f"mutants: {name} fails without a mutant")
                known[program] = time.monotonic() - start
                file.write_text(json.dumps(known))
            self.seconds[name] = known[program]
            if self.seconds[name] > longest:
                print(f"without {name}, which takes {self.seconds[name]:.1f} s", flush=True)
                del self.folder[name]

    def killer(self, path):
        """The name of the test that finds the mutant, or None; "" if a test does not compile with it."""
        words = set(re.split("[_.]", path.name))
        folder = path.parts[1]

        def cost(name):
            likely = 1 + self.kills.get((folder, name), 0) + 20 * len(words & set(name.split("_")[1:-1])) + 5 * (folder == self.folder[name])
            return (self.seconds[name] + 0.5) / likely
        # The tests of the container do not look for errors below it, and the other programs have no container.
        for name in sorted((name for name in self.folder if (self.folder[name] == "container") == (folder == "container")), key=cost):
            if not build(name):
                return ""
            status = run([BUILD / "bin" / name], 5 + 10 * self.seconds[name], limit=limit)
            if status:
                self.kills[folder, name] = self.kills.get((folder, name), 0) + 1
                return name if status != "hangs" else f"{name} (hangs)"
        return None


def all_mutants(files):
    """(path, line number, text instead of it, name) of all mutants. Only equal lines before it change the name."""
    from universalmutator import mutator
    for path in files:
        lines = (ROOT / path).read_text().splitlines(keepends=True)
        with contextlib.redirect_stdout(None):
            found = mutator.mutants_regexp(lines, RULES, ignorePatterns=[], ignoreStringOnly=True)
        for number, text, *_ in found:
            before = lines[number - 1]
            if not before.lstrip().startswith("//"):
                shown = " \\n ".join(line.strip() for line in text.splitlines())
                yield path, number, text, f"{path}:{lines[:number].count(before)}\n- {before.strip()}\n+ {shown}"


def judge(tests, original, path, number, text):
    """"does not compile", "same object code", "survives", or the name of the test that fails."""
    place = TREE / path
    lines = place.read_text().splitlines(keepends=True)
    try:
        place.write_text("".join([*lines[:number - 1], text, *lines[number:]]))
        if not build(*OBJECTS):
            return "does not compile"
        if object_code() == original:
            return "same object code"
        killer = tests.killer(Path(path))
        return "does not compile" if killer == "" else killer or "survives"
    finally:
        place.write_text("".join(lines))
        empty_folder()


def empty_folder():
    """The folder for temporary files, in which mutants leave some."""
    shutil.rmtree(WORK / "tmp", ignore_errors=True)
    (WORK / "tmp").mkdir(parents=True)


def explained():
    """The names of the survivors that tests/mutants.txt explains."""
    return set(re.findall(r"^(src/.*\n- .*\n\+ .*)\n= ", EXPLAINED.read_text(), re.M)) if EXPLAINED.exists() else set()


def main():
    parser = argparse.ArgumentParser(prog="./dev mutants", description=__doc__.split("\n\n")[1], formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=300, help="of mutants that compile and change the object code (300)")
    parser.add_argument("--seed", type=int, default=random.randrange(10000))
    parser.add_argument("--again", action="store_true", help="test the survivors of earlier runs again")
    parser.add_argument("--longest", type=float, default=120, metavar="S", help="leave out tests that take longer (120 s)")
    parser.add_argument("files", nargs="*", metavar="FILE")
    arguments = parser.parse_args()
    files = [str(Path(file).resolve().relative_to(ROOT)) for file in arguments.files] or sorted(
        str(path.relative_to(ROOT)) for folder in FOLDERS for path in (ROOT / "src" / folder).rglob("*.[ch]pp"))
    use_venv()
    os.nice(10)
    empty_folder()
    print(f"seed {arguments.seed}", flush=True)
    copy_tree()
    configure()
    tests = Tests()
    if not build(*OBJECTS, *tests.folder):
        sys.exit(f"mutants: the tree does not build; see {build.output}")
    tests.check(arguments.longest)
    original = object_code()
    results_file = WORK / "results.json"
    results = json.loads(results_file.read_text()) if results_file.exists() else {}
    reasons, counts, survivors, start = explained(), {}, [], time.monotonic()
    for mutant in sorted(all_mutants(files), key=lambda mutant: hashlib.sha256(f"{arguments.seed}\n{mutant[-1]}".encode()).digest()):
        path, number, text, name = mutant
        if sum(counts.values()) - counts.get("does not compile", 0) - counts.get("same object code", 0) >= arguments.count:
            break
        result = results.get(name)
        if result is None or (arguments.again and result == "survives"):
            result = results[name] = judge(tests, original, path, number, text)
            results_file.write_text(json.dumps(results, indent=0))
            print(f"{time.monotonic() - start:6.0f} s  {path}:{number}: {result}", flush=True)
        kind = result if result in ("does not compile", "same object code", "survives") else "killed"
        if kind == "survives":
            kind = "explained" if name in reasons else kind
            survivors += [name.replace("\n", f" (line {number})\n", 1)] if name not in reasons else []
        counts[kind] = counts.get(kind, 0) + 1
    for name in survivors:
        print(f"\nsurvives: {name}")
    killed, alive = counts.get("killed", 0), counts.get("survives", 0)
    print(f"\nseed {arguments.seed}: " + ", ".join(f"{counts[kind]} {kind}" for kind in sorted(counts)) +
          f"; killed {100 * killed / max(1, killed + alive):.1f} % of those without an explanation")


if __name__ == "__main__":
    main()
