"""The lint rule that every header of src/ is complete. Each header is compiled alone. Headers of kernels are
compiled for the instruction sets that use them, and kernel sources of devices as C for a kernel that uses them. A
header does not compile if it lacks an include, or if it needs the file that includes it. Files that are included at the
end of another one, such as the entries of a kernel, are named .inc and are left out.
"""
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import circuits
import lists
import lists_write

COMPILERS = {"any": "g++-12", "x86": "g++-12", "arm64": "aarch64-linux-gnu-g++-12", "arm32": "arm-linux-gnueabihf-g++-12"}
OPTIONS = ["-std=gnu++20", "-x", "c++"]
C_OPTIONS = ["-std=gnu11", "-x", "c"]
SOURCES = "src/device/source/"
CORE = ("-fno-exceptions", "-fno-rtti")  # all files of libhedgerow
WITH_EXCEPTIONS = ("src/container/", "src/device/")


def compiler_of(architecture):
    return shutil.which(COMPILERS[architecture]) or (shutil.which("c++") if architecture == "any" else None)


def included(tree, header, roots=("src/", "lab/"), seen=None):
    """Returns the headers of these folders that `header` includes directly or indirectly, and `header` itself."""
    seen = set() if seen is None else seen
    if header not in seen and header in tree.headers:
        seen.add(header)
        for target in re.findall(r'^\s*#\s*include\s+"([^"]+)"', tree.text(header), flags=re.M):
            for root in roots:
                included(tree, root + target, roots, seen)
    return seen


class Job:
    """A header with the command that compiles it, the instruction set of vector headers, and a part of the message."""

    def __init__(self, tree, header, command, isa="scalar", where=""):
        self.header, self.command, self.where = header, command, where
        self.core = () if header.startswith(WITH_EXCEPTIONS) else CORE
        texts = included(tree, header)
        if "src/isa/vec.hpp" in texts:  # which includes the header of an instruction set by a macro
            texts |= included(tree, f"src/isa/vec_{isa}.hpp")
        self.system = frozenset(i for h in texts for i in re.findall(r"^\s*#\s*include\s+(<[^>]+>)", tree.text(h), flags=re.M))
        # our macros do not change the compiler's headers
        self.processor = (*(f for f in command if not f.startswith(("-D", "-U", "-I"))), *self.core)


class Precompiled:
    """Sets of the compiler's headers, parsed once for several jobs of a processor. A job gets only a set of headers
    that it includes itself, directly or indirectly. So a missing include is still found.
    """
    COST = 3  # precompiling takes as long as parsing so many times

    def __init__(self, jobs, folder, pool):
        self.made = {}  # the file of a processor and a set
        for processor in dict.fromkeys(job.processor for job in jobs):
            for system in self.chosen(Counter(job.system for job in jobs if job.processor == processor)):
                self.made[processor, system] = Path(folder) / f"precompiled{len(self.made)}.hpp"
        done = pool.map(self.make, self.made.items())
        self.made = {key: header for (key, header), good in zip(list(self.made.items()), done) if good}

    @staticmethod
    def largest(sets, system):
        return max((s for s in sets if s <= system), key=len, default=frozenset())

    def chosen(self, counts):
        """Adds the set that saves most, in headers to parse, as long as it saves more than it costs."""
        sets = []
        while True:
            have = {system: len(self.largest(sets, system)) for system in counts}
            saved = {new: sum(n * max(0, len(new) - have[system]) for system, n in counts.items() if new <= system) - self.COST * len(new)
                     for new in counts}
            best = max(saved, key=saved.get)
            if saved[best] <= 0:
                return sets
            sets.append(best)

    @staticmethod
    def make(item):
        (processor, system), header = item
        header.write_text("".join(f"#include {i}\n" for i in sorted(system)))
        command = [*processor, "-std=gnu++20", "-x", "c++-header", header, "-o", f"{header}.gch"]
        return subprocess.run(command, capture_output=True).returncode == 0

    def options(self, job):
        system = self.largest([s for processor, s in self.made if processor == job.processor], job.system)
        return ["-include", self.made[job.processor, system]] if system else []


class Use:
    """The way a KERNEL or FIELD line compiles its includes."""

    def __init__(self, tree, line, isa, generated):
        self.root, self.source, self.isa = tree.root, line.source, isa.name
        kind = "FIELD" if isinstance(line, lists.Field) else "KERNEL"
        flags = [compiler_of(isa.arch), *isa.flags.split(), *line.flags.split()]
        self.command = [*flags, f"-DHR_ISA={isa.name}",
                        f"-DHR_{kind}_SYMBOL=symbol",
                        f'-DHR_FAMILY_LIST="lists/{getattr(line, "family", "none")}.inc"', f"-I{tree.root}/src", f"-I{tree.root}/lab", f"-I{tree.root}/include", f"-I{generated}"]

    def headers(self):
        """Returns the headers of src/ that the source includes, as paths in the tree. Empty if it does not compile."""
        run = subprocess.run([*self.command, "-std=gnu++20", "-MM", self.root / self.source], capture_output=True, text=True)
        folder = f"{self.root}/"
        found = {w[len(folder):] for w in run.stdout.replace("\\\n", " ").split() if w.startswith(folder)}
        return sorted(h for h in found if h.endswith(".hpp"))


def text_jobs(tree, generated):
    """Yields (header, command, text of the message) for each kernel source of devices, with the definitions of the
    host for the first kernel that includes it. Circuits are written into `generated` under the names that sources
    include."""
    for name, text in circuits.device_sources(tree.root).items():
        path = Path(generated) / re.sub(r"\.(andn|lut3)\.h$", ".BASIS.h", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    kernels = [(d.parts(c, lists.sbox_set(c)), d.defines(c, lists.sbox_set(c))) for c, d in lists.devices(tree.root)]
    kernels += [(f"{h.source}.h", h.defines()) for h in lists.hashes(tree.root)]
    found = {}
    for parts, defines in kernels:
        *before, source = parts.split()
        for header in included(tree, SOURCES + source, (SOURCES,)):
            found.setdefault(header, (before, defines))
    for header in sorted(h for h in tree.files if h.startswith(SOURCES) and h.endswith(".h")):
        before, defines = found.get(header, ((), ""))
        options = [x for name in ("language.h", *before) if before for x in ("-include", name)]
        command = [shutil.which("gcc-12") or "cc", *defines.split(), f"-I{tree.root / SOURCES}", f"-I{generated}"]
        yield header, command, " as C", options, C_OPTIONS


def compile_alone(tree, header, command, where, before=(), options=OPTIONS):
    run = subprocess.run([*command, "-fsyntax-only", *options, *before, "-include", tree.root / header, "/dev/null"], capture_output=True, text=True)
    first = re.search(r"^(?:.*?:)?\s*(?:fatal )?error: (.*)$", run.stderr, flags=re.M)
    return f"{header}:1: does not stand alone{where}: {first[1] if first else run.stderr.strip()[:120]}" if run.returncode else None


def headers_alone(tree):
    if not compiler_of("any"):
        tree.notes.append("SKIPPED headers_alone: no C++ compiler")
        return
    isas = {i.name: i for i in lists.isas(tree.root)}
    with tempfile.TemporaryDirectory() as generated, ThreadPoolExecutor() as pool:
        tree.headers = set(tree.ending([".hpp", ".h", ".inc"]))
        lists_write.write(tree.root, Path(generated))
        circuits.write(tree.root, Path(generated))
        lines = [x for x in lists.objects(tree.root) if x.isa in isas and (tree.root / x.source).is_file()]
        without = sorted({isas[x.isa].arch for x in lines if not compiler_of(isas[x.isa].arch)})
        if without:
            tree.notes.append(f"SKIPPED headers_alone for {', '.join(without)}: no compiler")
        # Lines without an architecture come first. A header that they also use is compiled without the headers of an
        # architecture.
        lines.sort(key=lambda x: isas[x.isa].arch != "any")
        uses = [Use(tree, x, isas[x.isa], generated) for x in lines if isas[x.isa].arch not in without]
        chosen = {}  # by header and ISA, or by header alone if one ISA is enough
        for use, headers in zip(uses, pool.map(Use.headers, uses)):
            for header in headers:
                chosen.setdefault((header, use.isa if tree.every_isa else ""), (header, use))
        jobs = {key: Job(tree, header, use.command, use.isa, f" for {use.isa}") for key, (header, use) in chosen.items()}
        plain = [compiler_of("any"), "-DHR_ISA=scalar", f"-I{tree.root}/src", f"-I{tree.root}/include", f"-I{generated}"]
        used = {header for header, _ in jobs}
        for header in tree.files:
            if header.startswith("src/") and header.endswith((".hpp", ".h")) and not header.startswith(SOURCES) and header not in used and not (
                    without and re.match(r"src/isa/(vec_)?neon", header)):
                model = re.match(r"src/isa/(vec_)?model", header)
                jobs[(header, "")] = Job(tree, header, plain if not model else [*plain, "-DHR_VEC_MODEL", "-UHR_ISA", "-DHR_ISA=avx512"])
        precompiled = Precompiled(jobs.values(), generated, pool)
        found = [*pool.map(lambda job: compile_alone(tree, job.header, [*job.command, *job.core], job.where, precompiled.options(job)), jobs.values()),
                 *pool.map(lambda job: compile_alone(tree, *job), text_jobs(tree, generated))]
        yield from sorted(f for f in found if f)
