"""This machine and its builds: which subjects can run, why others cannot, and which programs measure them."""
import datetime
import json
import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

from .figures import circuit_figure, sizes_reason, tool_reason
from .model import model_reason
from .study import DEVICES, FIGURES, FOREIGN, LAB, WINDOWS

PRESETS = {"gcc": "release-gcc", "clang": "release-clang", "i386": "release-i386", "aarch64": "aarch64", "armhf": "armhf", "arm1176": "armhf",
           "windows-64": "windows-64", "windows-32": "windows-32"}
# Build -> its emulator, with the arguments before the name of the program.
EMULATORS = {"aarch64": ("qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"), "armhf": ("qemu-arm", "-L", "/usr/arm-linux-gnueabihf"),
             "arm1176": ("qemu-arm", "-cpu", "arm1176"), "windows-64": ("wine",), "windows-32": ("wine",)}
# Wine does not say why it cannot start a program of 32 bits. The package with its 32-bit half is of another
# architecture.
WITHOUT_WINE32 = "wine cannot start the program: for 32 bits, dpkg --add-architecture i386 && apt-get install wine32"
# Build -> the name of its program, if that is not hedgerow-lab-measure. The program has the same commands.
PROGRAMS = {"arm1176": "hedgerow-lab-arm1176"} | dict.fromkeys(DEVICES, "hedgerow-lab-device") | dict.fromkeys(WINDOWS, "hedgerow-lab-measure.exe")
CIPHERS = LAB.parent / "src/cipher/cipher.def"
NATIVE = {"aarch64": "aarch64", "armhf": "armv7l"}


def caches():
    """The bytes of each level of data cache of the first processor, by the system."""
    found = {}
    for folder in sorted(Path("/sys/devices/system/cpu/cpu0/cache").glob("index*")):
        try:
            level, kind, size = ((folder / name).read_text().strip() for name in ("level", "type", "size"))
        except OSError:
            continue
        if kind != "Instruction" and size.endswith("K"):
            found[f"L{level}"] = 1024 * int(size[:-1])
    return found


def processors():
    """The number of processors that this process may use. Each hardware thread of a core is one."""
    return len(os.sched_getaffinity(0))


def cores():
    """The number of physical cores that this process may use. Hardware threads of one core count once."""
    found = set()
    for cpu in os.sched_getaffinity(0):
        try:
            found.add(Path(f"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list").read_text().strip())
        except OSError:
            found.add(cpu)
    return len(found)


def line_of(path, name):
    """The value of the first line `name : value` or `name=value` of a file, for example of /proc/cpuinfo. '' if there
    is no such line."""
    try:
        found = re.search(rf'^{name}\s*[:=]\s*"?(.*?)"?$', Path(path).read_text(encoding="utf-8", errors="replace"), flags=re.M)
    except OSError:
        return ""
    return found[1] if found else ""


def system():
    """The date of a run and its system: operating system, kernel, memory, microcode, family/model/stepping."""
    cpu = [line_of("/proc/cpuinfo", n) for n in ("cpu family", "model", "stepping")]
    return {"date": datetime.date.today().isoformat(), "os": line_of("/etc/os-release", "PRETTY_NAME"), "kernel": platform.release(),
            "memory": line_of("/proc/meminfo", "MemTotal"), "microcode": line_of("/proc/cpuinfo", "microcode"), "cpu": "/".join(cpu)}


class Recorded:
    """The machine of an earlier run, perhaps on another machine. Everything comes from the run's own files."""

    def __init__(self, about):
        self.about = about

    def best(self, build, stem):
        return self.about.get("best", {}).get(f"{build} {stem}", "scalar")

    def is_native(self, build):
        return build in self.about.get("native", ())

    def reason(self, spec):
        return self.about.get("reasons", {}).get(spec.key, "not measured: not part of this run")


class Machine:
    """`here` is the folder of this build's programs. The builds of other presets are in sibling folders of this
    build."""

    def __init__(self, here):
        self.here = Path(here)
        self.programs = {name: self.here.parents[1] / preset / "bin" / PROGRAMS.get(name, "hedgerow-lab-measure") for name, preset in PRESETS.items()}
        self.programs |= {name: self.here / PROGRAMS[name] for name in DEVICES}
        # Wine keeps its files in a sibling folder of the builds. The settings keep it from asking for a browser and
        # from reporting missing parts.
        for key, value in {"WINEPREFIX": str(self.here.parents[1] / "wine"), "WINEDLLOVERRIDES": "mscoree,mshtml=", "WINEDEBUG": "-all"}.items():
            os.environ.setdefault(key, value)
        own = self.here / "hedgerow-lab-measure"
        self.infos, self.subjects, self.ranks, self.refusals = {}, {}, {}, {}
        self.told = {"best": {}, "reasons": {}, "native": []}
        if own.exists():
            self.programs["gcc"] = own
            if "Clang" in json.loads(self.say("gcc", "info"))["compiler"]:
                self.programs |= {"clang": own, "gcc": self.here.parents[1] / PRESETS["gcc"] / "bin/hedgerow-lab-measure"}
            for build, machine in NATIVE.items():
                if platform.machine() == machine:
                    self.programs[build] = own
                    self.told["native"].append(build)
        for name, program in self.programs.items():
            emulator = self.emulator(name)
            if not program.exists() or emulator is None:
                continue
            try:
                self.infos[name] = json.loads(self.say(name, "info"))
                lines = self.say(name, "list").splitlines()
            except subprocess.CalledProcessError as error:
                self.refusals[name] = WITHOUT_WINE32 if name == "windows-32" else error.stderr.strip()
                continue
            except (OSError, ValueError):
                continue
            told = [json.loads(line) for line in lines]
            self.subjects[name] = {x["subject"]: x["reason"] for x in told}
            self.ranks[name] = {x["subject"]: x["isa_rank"] for x in told if "isa_rank" in x}

    def say(self, build, word):
        return subprocess.run(self.command(build, word), check=True, capture_output=True, text=True).stdout

    def emulator(self, build):
        """The command that runs the programs of a build here: [] for our own programs, None if no emulator is
        installed."""
        if build not in EMULATORS or self.is_native(build):
            return []
        return list(EMULATORS[build]) if shutil.which(EMULATORS[build][0]) else None

    def is_native(self, build):
        return build in self.told["native"]

    def counts(self, build):
        """Whether a build's rows are instructions that an emulator counts."""
        return build in FOREIGN and not self.is_native(build)

    def command(self, build, word, *arguments, plugin=()):
        emulator, driver = self.emulator(build), [build] if build in DEVICES else []
        return [*emulator[:1], *plugin, *emulator[1:], str(self.programs[build]), word, *driver, *map(str, arguments)]

    def peer(self, name):
        return self.here / "peers" / name

    @property
    def counter(self):
        return self.here / "hedgerow-lab-count.so"

    def best(self, build, stem):
        """The strongest instruction set that a build uses here to run the kernel `stem` here, or "scalar" if no
        other one can."""
        there, ranks = self.subjects.get(build, {}), self.ranks.get(build, {})
        found = [s for s in ranks if s.rpartition(".")[0] == stem and there[s] == ""]
        strongest = max(found, key=ranks.get).rpartition(".")[2] if found else "scalar"
        return self.told["best"].setdefault(f"{build} {stem}", strongest)

    @staticmethod
    def cipher_figure(name, what):
        """The bits of a cipher's block or key, its rounds, or its columns of 64 bits."""
        line = re.search(rf"^CIPHER {name} .*$", CIPHERS.read_text(encoding="utf-8"), flags=re.M)[0]
        sizes = {key: int(value) for key, value in re.findall(r"(block|key|rounds)=(\d+)", line)}
        return {"block": 8 * sizes["block"], "key": 8 * sizes["key"], "rounds": sizes["rounds"], "columns": sizes["block"] // 8}[what]

    def reason(self, spec):
        """Why a row cannot run here, or '' if it can. The text may begin with one of study.STATES."""
        return self.told["reasons"].setdefault(spec.key, self.find_reason(spec))

    def find_reason(self, spec):
        if spec.build == "circuit":
            return "" if circuit_figure(spec.subject) is not None else f"not measured: there is no circuit {spec.subject}"
        if spec.build == "cipher":
            return "" if CIPHERS.exists() else "no checkout: the lab is installed"
        if spec.build == "tool":
            return tool_reason(self, spec)
        if spec.build == "size":
            return sizes_reason(self, spec)
        if spec.build == "model":
            return model_reason(self, spec)
        if spec.build == "peers":
            name = spec.subject.split()[0]
            return "" if self.peer(name).exists() else f"no peer: ./dev build release-gcc peer_{name}"
        if self.emulator(spec.build) is None:
            return f"no {EMULATORS[spec.build][0]}"
        if spec.build not in self.subjects:
            return self.refusals.get(spec.build) or f"no build: ./dev build {PRESETS.get(spec.build, PRESETS['gcc'])} {PROGRAMS.get(spec.build, 'hedgerow-lab-measure')}"
        if spec.threads == "all" and cores() == processors():
            return "each core of this machine shows one hardware thread"
        if spec.threads == "cores" and cores() == 1:
            return "this process may use only one core"
        if self.counts(spec.build) and not self.counter.exists():
            return "no counting plugin: ./dev build release-gcc hedgerow-lab-count"
        if spec.listed in self.subjects[spec.build]:
            return self.subjects[spec.build][spec.listed]
        if spec.build == "arm1176" and "neon" in spec.subject:
            return "not applicable: ARM1176 has no NEON"
        return "not applicable: the library is not built for Windows" if spec.build in WINDOWS else f"this build has no subject {spec.listed}"

    def facts(self):
        """The facts that run.json keeps. An interrupted run continues only with the same machine and commit."""
        command = ["git", "describe", "--always", "--dirty", "--exclude=*"]
        commit = subprocess.run(command, cwd=LAB, capture_output=True, text=True).stdout if shutil.which("git") else ""
        first = next(iter(self.infos.values()), {})
        return {"machine": first.get("machine", "unknown"), "features": first.get("features", []), "processors": processors(), "cores": cores(), "caches": caches(),
                "class": first.get("class", "other"),
                "commit": commit.strip() or "unknown", **system(),
                "builds": {n: f"{i['compiler']}, {i['bits']} bits, {i['flags'].strip()}" for n, i in self.infos.items()}}
