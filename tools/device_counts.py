"""Counts instructions of compiled kernel sources of devices, and derives the speed of a device with known rates.

Rates are lanes (threads) per cycle of one multiprocessor [CUDA C++ Programming Guide, throughput of native arithmetic
instructions]: 64 of LOP3, additions, shifts and permutes, 64 of integer multiplications on a separate pipe, 32 words of
shared memory, and one warp per cycle through each of four schedulers.
"""
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

BUDGETS = Path(__file__).resolve().parent.parent / "tests/device/budgets.tsv"
COUNTS = ("registers", "LOP3", "alu", "multiply", "issue", "shared", "memory")  # the numbers in a cell
ARCHITECTURES = ("sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120")
BUDGETS_HEAD = f"""# Written by tests/device/count.py --update: the kernel sources, compiled by NVRTC 12.9. A line is an entry of a kernel. A
# cell is an architecture: {" ".join(COUNTS)}. LOP3 counts the instructions
# in the program; the numbers after it are the cost of one pass of a warp (tools/device_counts.py). A cell = repeats the
# one before it. No entry spills.
"""

# Pipes by opcode. An instruction in neither set accesses memory, or costs only its issue.
ALU = {"LOP3", "IADD3", "VIADD", "SHF", "PRMT", "LEA", "ISETP", "SEL", "MOV", "IADD", "SGXT", "BMSK", "IABS", "VIMNMX", "IMNMX", "PLOP3", "P2R", "R2P",
       "LOP", "SHL", "SHR", "XMAD", "I2I", "FLO", "POPC"}
MULTIPLY = {"IMAD", "FFMA", "FMUL", "FADD", "CS2R"}


def read_budgets():
    """Returns (kernel, entry, architecture) -> the numbers of COUNTS by name."""
    found = {}
    for line in BUDGETS.read_text().splitlines() if BUDGETS.exists() else ():
        if line.startswith(("#", "kernel\t")):
            continue
        kernel, entry, *cells = line.split("\t")
        for place in (i for i, cell in enumerate(cells) if cell == "="):
            cells[place] = cells[place - 1]
        found |= {(kernel, entry, arch): dict(zip(COUNTS, map(int, cell.split()))) for arch, cell in zip(ARCHITECTURES, cells) if cell != "-"}
    return found


def write_budgets(budgets):
    def cell(key):
        return " ".join(str(budgets[key][c]) for c in COUNTS) if key in budgets else "-"
    lines = ["\t".join(("kernel", "entry", *ARCHITECTURES))]
    for key in sorted({key[:2] for key in budgets}):
        cells = [cell((*key, arch)) for arch in ARCHITECTURES]
        lines.append("\t".join([*key, cells[0], *("=" if here == last else here for last, here in zip(cells, cells[1:]))]))
    whole = BUDGETS.with_suffix(".new")  # an interrupted run keeps the old file
    whole.write_text(BUDGETS_HEAD + "\n".join(lines) + "\n")
    whole.replace(BUDGETS)


@dataclass(frozen=True)
class Machine:
    name: str
    processors: int
    clock: float  # Hz
    memory: float  # bytes per second


MACHINES = (Machine("H100 SXM", 132, 1.98e9, 3.35e12), Machine("H200", 132, 1.98e9, 4.8e12))


def opcode(instruction):
    return re.sub(r"^@!?U?P\w+\s+", "", instruction).split(" ")[0].split(".")


def loops(instructions, labels):
    """Returns [(first, last)] of backward branches, inclusive. A loop with several backward branches counts once,
    from its head to the last of them."""
    found = {}
    for i, text in enumerate(instructions):
        if (m := re.search(r"\bBRA\b.*`\((\.L_\w+)\)", text)) and labels.get(m[1], i + 1) <= i:
            head = labels[m[1]]
            if opcode(text)[0] == "BRA" and head != i:  # the padding after the end branches to itself
                found[head] = max(found.get(head, 0), i)
    return sorted(found.items())


def weights(instructions, labels, passes, is_hash):
    """Returns how often each instruction runs for one unit of work: one pass of the loop over blocks, or one element
    of a hash."""
    every = loops(instructions, labels)
    outer = [a for a in every if not any(b[0] <= a[0] and a[1] <= b[1] and a != b for b in every)]
    unit = max(outer, key=lambda a: a[1] - a[0], default=(0, len(instructions) - 1))
    inside = [a for a in every if unit[0] <= a[0] and a[1] <= unit[1] and a != unit]
    if is_hash and inside:
        # The loop over a thread's elements is the largest one within the loop over partials.
        unit = max(inside, key=lambda a: a[1] - a[0])
        inside = [a for a in inside if unit[0] <= a[0] and a[1] <= unit[1] and a != unit]
    result = [0] * len(instructions)
    for i in range(unit[0], unit[1] + 1):
        result[i] = passes if any(a <= i <= b for a, b in inside) else 1
    return result


def words_of(parts):
    """Returns the 32-bit words that a thread moves with a load or store."""
    return 4 if "128" in parts else 2 if "64" in parts else 1


def measure(instructions, labels, passes, is_hash):
    """Returns a Counter of the cost of one unit of work for a warp: instructions of each pipe, issues, words of shared
    memory and of memory."""
    cost = Counter()
    for text, n in zip(instructions, weights(instructions, labels, passes, is_hash)):
        parts = opcode(text)
        cost["issue"] += n
        if parts[0] in ALU:
            cost["alu"] += n
        elif parts[0] in MULTIPLY:
            cost["multiply"] += n
        elif parts[0] in ("LDS", "STS"):
            cost["shared"] += n * words_of(parts)
        elif parts[0] in ("LDG", "STG", "LDL", "STL"):
            cost["memory"] += n
    return cost


def cycles(cost):
    """Returns the minimum cycles of a multiprocessor for one unit of work of a warp, and the pipe that limits them."""
    pipes = {"ALU": cost["alu"] / 2, "multiply": cost["multiply"] / 2, "issue": cost["issue"] / 4, "shared memory": cost["shared"],
             "load and store": cost["memory"]}
    pipe = max(pipes, key=pipes.get)
    return pipes[pipe], pipe


def bound(machine, cost, bytes_of_a_warp):
    """Returns (bytes per second, pipe) for encryption in place in the device's memory."""
    least, pipe = cycles(cost)
    rate = machine.processors * machine.clock * bytes_of_a_warp / least
    return (machine.memory / 2, "memory") if rate > machine.memory / 2 else (rate, pipe)
