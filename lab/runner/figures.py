"""Figures that need no clock: gates of committed circuits and of the circuit tool; bytes of code, tables, key and
stack; and sizes of ciphers."""
import functools
import json
import re
import shutil
import tempfile
from pathlib import Path

from . import beyond
from .beyond import said_by
from .study import LAB, StudyError


def gates_of(path):
    """The gates of a circuit's file, with the NOTs at its outputs."""
    found = re.search(r"^basis \S+ (\d+) gates(?:, (\d+) output NOTs)?", path.read_text(), flags=re.M)
    return int(found[1]) + int(found[2] or 0)


def circuit_file(name):
    """The file of a committed circuit of the library or of the lab. Circuits of the 2020 paper exist in one basis only,
    so their names here have no basis."""
    name += ".and-or-xor-not" * name.startswith("kalyna-2020/")
    return next((f for f in (folder / f"{name}.gates" for folder in (LAB.parent / "src/circuit", LAB / "circuits")) if f.exists()), None)


def gate_texts(text):
    """The gates of a circuit in their order, without their names (src/circuit/README.md)."""
    return [gate.rpartition(" = ")[2] for line in re.findall(r"^t\d.*$", text, flags=re.M) for gate in line.split("; ")]


def parts_of_circuit(text):
    """The gates of a circuit of the 2020 heuristic by their purpose, the x of the formula (see
    papers/kalyna-bitslice-2020.toml), and the percentage of its outputs that a row of the state uses. Gates of masks
    read only x4 to x7. Gates of r1 combine the inputs x0 to x3. Gates of outputs read both halves. The other gates
    compute vectors."""
    low, high = {"x0", "x1", "x2", "x3"}, {"x4", "x5", "x6", "x7"}
    reads, parts = {x: {x} for x in low | high}, dict.fromkeys(("masks", "r1", "outputs", "vectors"), 0)
    for number, gate in enumerate(gate_texts(text)):
        net, nets = f"t{number}", re.findall(r"[xt]\d+", gate)
        reads[net] = set().union(*(reads[n] for n in nets))
        parts["masks" if reads[net] <= high else "outputs" if reads[net] & high else "r1" if low.issuperset(nets) else "vectors"] += 1
    outputs = len(re.search(r"^outputs (.+)$", text, flags=re.M)[1].split())
    return parts | {"x": (sum(parts.values()) - 28 - 22 - 31 * outputs) / (16 * outputs), "used": 100 * 8 / outputs}


KINDS = ("xor", "and", "or", "not")


def kinds_of_circuit(text):
    """How many gates of a circuit are XOR, AND or OR, inverted or not, and how many are NOT, output NOTs included."""
    gates = gate_texts(text)
    kinds = {kind: sum(sign in gate for gate in gates) for kind, sign in (("xor", "^"), ("and", "&"), ("or", "|"))}
    outputs = re.search(r"^outputs (.+)$", text, flags=re.M)[1]
    return kinds | {"not": len(gates) - sum(kinds.values()) + outputs.count("~")}


def circuit_figure(subject):
    """Subjects "CIRCUIT", its gates; "sum CIRCUIT...", those of all; "KIND CIRCUIT" and "PART CIRCUIT", a figure of
    kinds_of_circuit or of parts_of_circuit. None if a circuit is missing."""
    what, *names = subject.split() if " " in subject else ("sum", subject)
    files = [circuit_file(name) for name in names]
    if None in files:
        return None
    if what == "sum":
        return sum(map(gates_of, files))
    text = files[0].read_text()
    return (kinds_of_circuit if what in KINDS else parts_of_circuit)(text)[what]


# The column of `hedgerow-circuit baselines` that has the two-level products.
PRODUCTS = 2


def products(program, box):
    columns = said_by(program, "baselines", "--orders", "1", box).splitlines()[-1].strip("|").split("|")
    return int(re.match(r"\s*(\d+)", columns[PRODUCTS])[1])


def searched(program, method, box):
    """The gates of the circuit that a method of `hedgerow-circuit search` finds with seed 1."""
    with tempfile.TemporaryDirectory() as folder:
        said_by(program, "search", box, "--method", method, "--basis", "and-or-xor-not", "--seed", "1", "-o", f"{folder}/found.gates")
        return gates_of(Path(f"{folder}/found.gates"))


def tool_reason(machine, spec):
    if missing := beyond.reason(spec.subject.split()[0]):
        return missing
    if spec.subject.startswith("cortex-m") and not machine.counter.exists():
        return "no counting plugin: ./dev build release-gcc hedgerow-lab-count"
    if not (machine.here / "hedgerow-circuit").exists():
        return "no circuit tool: ./dev build release-gcc hedgerow-circuit"
    if spec.subject.startswith("products") and not (shutil.which("berkeley-abc") or shutil.which("abc")):
        return "no two-level minimiser: berkeley-abc is not installed"
    return ""


def tool_figure(machine, spec):
    """The subjects are "METHOD BOX" with a method of the circuit tool's search, "products BOX", "vector BOX MASK
    OUTPUT" (a vector that the 2020 heuristic starts with), and "cortex-m BOX BITS" and "yosys BOX COLUMN" of
    beyond.py."""
    program, (method, box, *place) = machine.here / "hedgerow-circuit", spec.subject.split()
    family, box = box.split("/")  # boxes have the names of their files, for example aes/aes is the box aes
    box = family if box == family else f"{family}:{box}"
    if method == "cortex-m":
        return beyond.cortex_m(machine, box, *place)
    if method == "yosys":
        return beyond.synthesised(machine, box, " ".join(place))
    if method == "vector":
        lines = said_by(program, "baselines", "--vectors", box).splitlines()
        vectors = {line.split()[1]: line.split()[2:] for line in lines}
        return int(vectors[place[0]][7 - int(place[1])])
    return products(program, box) if method == "products" else searched(program, method, box)


def sizes_reason(machine, spec):
    build, what, subject = spec.subject.split()
    if build not in machine.subjects:
        return machine.reason(type(spec)(build, subject, "enc", 1))
    if not shutil.which("objdump") or not shutil.which("nm"):
        return "no objdump or nm: binutils are not installed"
    return machine.subjects[build].get(subject, f"this build has no subject {subject}")


class Program:
    """The functions and tables of a program, as nm and objdump show them."""

    def __init__(self, path):
        self.path, self.functions, self.data, self.names, self.start = path, {}, {}, {}, 0
        for line in said_by("nm", "-S", "-C", path).splitlines():
            found = re.match(r"([0-9a-f]+) (?:([0-9a-f]+) )?(\w) (.+)$", line)
            if found and found[4] == "__executable_start":
                self.start = int(found[1], 16)
            elif found and found[2]:
                where = self.functions if found[3] in "tT" else self.data
                where[int(found[1], 16)] = int(found[2], 16)
                self.names[int(found[1], 16)] = found[4]

    def reached(self, begin):
        """(bytes of code, bytes of constant tables) of a function and of all functions that it calls by name."""
        functions, tables, todo = {}, {}, [begin]
        while todo:
            at = todo.pop()
            if at in functions or at not in self.functions:
                continue
            functions[at] = self.functions[at]
            todo += self.wrapped(at)
            text = said_by("objdump", "-d", f"--start-address={at}", f"--stop-address={at + self.functions[at]}", self.path)
            todo += [int(a, 16) for a in re.findall(r"\s(?:call|jmp)\s+([0-9a-f]+) <", text)]
            for a in re.findall(r"# ([0-9a-f]+) <", text):
                tables.update(self.around(int(a, 16)))
        return sum(functions.values()), sum(tables.values())

    def wrapped(self, at):
        """The function f that WipeStackAfter<&f>::call, at `at`, calls through a pointer. Several objects have a
        function of that name, and the nearest one is meant."""
        found = re.match(r"hedgerow::WipeStackAfter<&(.*)>::call\(", self.names[at])
        if not found:
            return []
        return sorted((a for a in self.functions if self.names[a].startswith(found[1] + "(")), key=lambda a: abs(a - at))[:1]

    def around(self, address):
        return {a: n for a, n in self.data.items() if a <= address < a + n}


@functools.cache
def program(path):
    found = Program(path)
    if not found.functions:
        raise StudyError(f"{path} has no symbols")
    return found


def size_figure(machine, spec):
    """The subjects are "BUILD WHAT KERNEL", for example "gcc code kuznyechik.table.scalar": the code and the tables
    that encryption reaches, the prepared key, the stack, and the blocks of a batch. Tables are found only if addresses
    are relative to the program counter.
    """
    build, what, subject = spec.subject.split()
    told = json.loads(said_by(*machine.command(build, "footprint", subject)))
    if what in ("key", "stack", "batch"):
        return told[what]
    if what == "ram":
        return told["key"] + told["stack"]
    image = program(machine.programs[build])
    code, tables = image.reached(told["encrypt"] + image.start)
    return {"code": code, "tables": tables, "kib": tables / 1024}[what]


def figure(machine, spec):
    if spec.build == "circuit":
        return circuit_figure(spec.subject)
    if spec.build == "cipher":
        return machine.cipher_figure(*spec.subject.split())
    return tool_figure(machine, spec) if spec.build == "tool" else size_figure(machine, spec)
