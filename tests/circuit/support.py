"""Provides circuits to emit and compilers to run them, and compares the results with their boxes."""
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from boxes import PRESENT, box_table
from case_runner import Skip

ROOT = Path(__file__).resolve().parent.parent.parent
HERE = Path(__file__).resolve().parent
PROGRAM = os.path.abspath(os.environ["HEDGEROW_CIRCUIT"])
GXX = next((c for c in ("g++-12", "g++") if shutil.which(c)), "g++")
CLANG = next((c for c in ("clang-19", "clang") if shutil.which(c)), "clang-19")
BASES = ("and-or-xor-not", "andn", "mux", "lut3", "nand-nor-xor")


@dataclass(frozen=True)
class Circuit:
    path: str
    box: str  # name in the file
    basis: str
    name: str  # name of the emitted function
    table: tuple
    outputs: int

    @property
    def inputs(self):
        return (len(self.table) - 1).bit_length()


def need(*tools):
    for tool in tools:
        if not shutil.which(tool):
            raise Skip(f"no {tool}")


def call(*command, **options):
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    done = subprocess.run([str(c) for c in command], text=True, timeout=300, **options)
    said = f"{done.stdout[-500:]}{(done.stderr or '')[-2000:]}"
    assert done.returncode == 0, f"{' '.join(map(str, command))}: exit code {done.returncode}\n{said}"
    return done.stdout


def refused(status, message, *arguments):
    """The program must end with this status and this message, and print no output."""
    done = subprocess.run([PROGRAM, *map(str, arguments)], text=True, capture_output=True, timeout=300)
    assert done.returncode == status and message in done.stderr and not done.stdout, f"{done.returncode}: {done.stderr}"


def emit(circuit, target, *options):
    return call(PROGRAM, "emit", "--target", target, "--box", circuit.box, "--function", circuit.name, *options, circuit.path)


def heads(path):
    """Returns a dict for each circuit in a file: the first word of each line that is not a gate -> the rest of the
    line."""
    lines = [line for line in Path(path).read_text().splitlines() if line and " = " not in line]
    ends = [i + 1 for i, line in enumerate(lines) if line.startswith("outputs ")]
    return [dict(line.split(" ", 1) for line in lines[start:end]) for start, end in zip([0, *ends], ends)]


def circuits_of(path, name=None):
    """Returns the circuits of a file for boxes that boxes.py knows, and the names of the other boxes. `name` selects
    one box."""
    found, unknown = [], []
    for head in heads(path):
        box, basis = name or head["box"], head["basis"].split(":")[0]
        table = box_table(box)
        function = "".join(c if c.isalnum() else "_" for c in f"{box}_{basis}")
        if table:
            found.append(Circuit(str(path), head["box"], basis, function, tuple(table), len(head["outputs"].split())))
        else:
            unknown.append(f"{box} over {basis}")
    return found, unknown


def circuit_of(path, name=None):
    return circuits_of(path, name)[0][0]


# The folders of circuits that searches of this program have found.
FOLDERS = [ROOT / name for name in ("src/circuit", "lab/circuits/aes", "lab/circuits/kalyna", "lab/circuits/sm4")]


def committed():
    """Returns every circuit of the tree, and the names of boxes that boxes.py does not know."""
    parts = [circuits_of(path) for folder in FOLDERS for path in sorted(folder.rglob("*.gates"))]
    return [c for found, _ in parts for c in found], [u for _, unknown in parts for u in unknown]


# Contains each gate that only some targets have as an instruction.
SELECTIONS = """# In BLIF, which is read too.
# box: selections
# basis: lut3
.model selections
.inputs a b c
.outputs mux xor3 bcax orn
.names a b c mux
11- 1
0-1 1
.names a b c xor3
100 1
010 1
001 1
111 1
.names a b c bcax
00- 0
011 0
110 0
.names a b orn
01 0
.end
"""


def selections(folder):
    path = Path(folder, "selections.blif")
    path.write_text(SELECTIONS)
    table = []
    for x in range(8):
        a, b, c = x & 1, x >> 1 & 1, x >> 2
        table.append((b if a else c) | (a ^ b ^ c) << 1 | (a ^ (b & (1 - c))) << 2 | (a | (1 - b)) << 3)
    return Circuit(str(path), "selections", "lut3", "selections_lut3", tuple(table), 4)


def sample(folder):
    """Returns two boxes of the tree (one of them also over three inputs), a 4-bit box over every basis, and
    selections."""
    chosen = ("kalyna/0.andn.gates", "kalyna/0.lut3.gates", "aes/aes.andn.gates")
    found = [circuit_of(ROOT / "src/circuit" / c) for c in chosen if (ROOT / "src/circuit" / c).exists()]
    Path(folder, "present.hex").write_text(bytes(PRESENT).hex() + "\n")
    for basis in BASES:
        path = Path(folder, f"present.{basis}.gates")
        call(PROGRAM, "search", Path(folder, "present.hex"), "--basis", basis, "--effort", "1", "--threads", "1", "-o", path)
        found.append(circuit_of(path, "present"))
    return found + [selections(folder)]


def expect(circuits, output):
    lines = output.split()
    assert len(lines) == sum(len(c.table) for c in circuits), f"{len(lines)} lines of output: {output[:100]}"
    for c in circuits:
        got, lines = [int(line, 16) for line in lines[:len(c.table)]], lines[len(c.table):]
        wrong = [x for x in range(len(got)) if got[x] != c.table[x]]
        assert not wrong, f"{c.name}({wrong[0]:#x}) = {got[wrong[0]]:#x}, not {c.table[wrong[0]]:#x}; {len(wrong)} inputs differ"


TABLE_MAIN = f'#include "{HERE}/table_main.h"\n'
PUT = "#include <stdio.h>\nstatic void put(char c) { putchar(c); }\n" + TABLE_MAIN
MAIN = "int main(void) {\n  run_all();\n  return 0;\n}\n"


def includes(circuits, target, folder, ending, options=()):
    """Emits every circuit into a file of the folder. Returns the lines that include them."""
    for c in circuits:
        Path(folder, f"{c.name}.{ending}").write_text(emit(c, target, *options))
    return "".join(f'#include "{c.name}.{ending}"\n' for c in circuits)


def run_all(circuits, function="{name}", nots="0"):
    """Returns the function that prints the table of every circuit."""
    out = "static void run_all(void) {\n"
    for c in circuits:
        out += f"  PRINT_TABLE({c.inputs}, {c.outputs}, {nots.format(name=c.name)}, {function.format(name=c.name)}(x, y));\n"
    return out + "}\n"


def build_and_run(folder, source, text, command, runner=()):
    """Writes the source, compiles it by `command` SOURCE -o PROGRAM, and runs the program. Returns its output."""
    Path(folder, source).write_text(text)
    program = os.path.join(folder, source + ".run")
    call(*command, os.path.join(folder, source), "-o", program)
    return call(*runner, program, stderr=subprocess.STDOUT)


def new_folder():
    return tempfile.TemporaryDirectory(prefix="hedgerow_emit.")
