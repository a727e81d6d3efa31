"""This machine and the builds on it: which subjects can run, why others cannot, and the programs that measure them."""
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

from .study import FOREIGN, LAB

PRESETS = {"gcc": "release-gcc", "clang": "release-clang", "i386": "i386", "aarch64": "aarch64", "armhf": "armhf"}
EMULATORS = {"aarch64": ("qemu-aarch64", "/usr/aarch64-linux-gnu"), "armhf": ("qemu-arm", "/usr/arm-linux-gnueabihf")}
ISA_ORDER = ("scalar", "neon32", "neon", "sse", "avx2", "avx2_gfni", "avx512", "avx512_gfni")


def caches():
    """Bytes of each level of data cache of the first processor, as the system tells them."""
    found = {}
    for folder in sorted(Path("/sys/devices/system/cpu/cpu0/cache").glob("index*")):
        try:
            level, kind, size = ((folder / name).read_text().strip() for name in ("level", "type", "size"))
        except OSError:
            continue
        if kind != "Instruction" and size.endswith("K"):
            found[f"L{level}"] = 1024 * int(size[:-1])
    return found


def gates(name):
    """Gates and output NOTs of a committed circuit, or None."""
    path = LAB.parent / f"src/circuit/{name}.gates"
    found = re.search(r"^basis \S+ (\d+) gates(?:, (\d+) output NOTs)?", path.read_text(), flags=re.M) if path.exists() else None
    return found and int(found[1]) + int(found[2] or 0)


class Recorded:
    """The machine of a run that was made before, maybe elsewhere: what run.json tells of it."""

    def __init__(self, about):
        self.about = about

    def best(self, stem):
        return self.about.get("best", {}).get(stem, "scalar")

    def reason(self, spec):
        return self.about.get("reasons", {}).get(spec.key, "not part of this run")


class Machine:
    """`here`: the folder of this build's programs; those of other presets stand in folders beside its build's."""

    def __init__(self, here):
        self.here = Path(here)
        self.programs = {name: self.here.parents[1] / preset / "bin/hedgerow-lab-measure" for name, preset in PRESETS.items()}
        own = self.here / "hedgerow-lab-measure"
        self.infos, self.subjects, self.told = {}, {}, {"best": {}, "reasons": {}}
        if own.exists():
            compiler = json.loads(self.ask(own, [], "info"))["compiler"]
            self.programs["clang" if "Clang" in compiler else "gcc"] = own
        for name, program in self.programs.items():
            emulator = self.emulator(name)
            if not program.exists() or emulator is None:
                continue
            try:
                self.infos[name] = json.loads(self.ask(program, emulator, "info"))
                lines = self.ask(program, emulator, "list").splitlines()
            except (OSError, subprocess.CalledProcessError, ValueError):
                continue
            self.subjects[name] = {x["subject"]: x["reason"] for x in map(json.loads, lines)}

    @staticmethod
    def ask(program, emulator, word):
        return subprocess.run([*emulator, program, word], check=True, capture_output=True, text=True).stdout

    def emulator(self, build):
        """The command that runs a build's programs here: [] for our own; None when there is none."""
        if build not in FOREIGN:
            return []
        program, root = EMULATORS[build]
        return [program, "-L", root] if shutil.which(program) else None

    def command(self, build, *arguments, plugin=()):
        emulator = self.emulator(build)
        return [*emulator[:1], *plugin, *emulator[1:], str(self.programs[build]), *map(str, arguments)]

    @property
    def counter(self):
        return self.here / "hedgerow-lab-count.so"

    def best(self, stem):
        """The strongest instruction set that this machine runs `stem` on; the scalar one where none does."""
        here = next(iter(self.subjects.values()), {})
        found = [isa for isa in ISA_ORDER if here.get(f"{stem}.{isa}") == ""]
        return self.told["best"].setdefault(stem, found[-1] if found else "scalar")

    def reason(self, spec):
        """Why a row cannot run here, or ''."""
        return self.told["reasons"].setdefault(spec.key, self.find_reason(spec))

    def find_reason(self, spec):
        if spec.build == "circuit":
            return "" if gates(spec.subject) is not None else f"there is no circuit {spec.subject}"
        if self.emulator(spec.build) is None:
            return f"no {EMULATORS[spec.build][0]}"
        if spec.build not in self.subjects:
            return f"no build: ./dev build {PRESETS[spec.build]} hedgerow-lab-measure"
        if spec.build in FOREIGN and not self.counter.exists():
            return "no counting plugin: ./dev build release-gcc hedgerow-lab-count"
        return self.subjects[spec.build].get(spec.subject, "this build has no such subject")

    def facts(self):
        """What run.json keeps: equal for two runs that belong together."""
        commit = subprocess.run(["git", "describe", "--always", "--dirty", "--exclude=*"], cwd=LAB, capture_output=True, text=True).stdout
        first = next(iter(self.infos.values()), {})
        return {"machine": first.get("machine", "unknown"), "features": first.get("features", []), "processors": os.cpu_count(), "caches": caches(),
                "commit": commit.strip() or "unknown",
                "builds": {n: f"{i['compiler']}, {i['bits']} bits, {i['flags'].strip()}" for n, i in self.infos.items()}}
