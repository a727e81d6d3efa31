"""Core cycles a byte of a kernel on a processor that is not here, by the model of LLVM (llvm-mca).

The model repeats the longest innermost loop of the kernel, which is a round or a block, and prints how many
instructions the processor executes in a cycle. It knows the units of the processor and the latencies. It knows no
cache, so each load counts as a hit.
"""
import re
import shutil

from .figures import program, said_by
from .study import StudyError

TRIPLES = {"armhf": "thumbv7-linux-gnueabihf", "aarch64": "aarch64-linux-gnu"}
# An upper limit for the bytes of a function.
MOST = 1 << 14
BRANCH = re.compile(r"(?:b|b[a-z]{2}|b\.[a-z]{2})(?:\.[nw])? (0x[0-9a-f]+)$|(?:cbn?z|tbn?z) .*(0x[0-9a-f]+)$")
CALL = re.compile(r"blx? (0x[0-9a-f]+)$")
ITERATIONS = 100


def model_reason(machine, spec):
    build, _, subject = spec.subject.split()
    if not (shutil.which("llvm-mca") and shutil.which("llvm-objdump")):
        return "no llvm-mca: llvm is not installed"
    return machine.reason(type(spec)(build, subject, spec.direction, spec.bytes))


def disassembled(path, begin):
    """The instructions of the function at `begin`, as (address, text without comments)."""
    said = said_by("llvm-objdump", "-d", "--no-show-raw-insn", f"--start-address={begin}", f"--stop-address={begin + MOST}", path)
    body = re.split(r"^[0-9a-f]+ <[^$].*>:$", said, flags=re.M)[1]
    lines = re.findall(r"^\s*([0-9a-f]+):\s+(.*)$", body, flags=re.M)
    return [(int(at, 16), re.sub(r"\s*(@|//|<).*", "", text).replace("\t", " ")) for at, text in lines]


def in_pairs(text):
    """LDM and STM as LDRD and STRD of two words each, because the model of Cortex-A9 has no cost of LDM, and the pairs
    take the same cycles there. The pair that contains the base register comes last."""
    found = re.match(r"(ld|st)m(?:ia)?(?:\.w)? (\w+)(!?), {(.*)}$", text)
    if not found:
        return [text]
    what, base, written_back, names = found[1], found[2], found[3], found[4].split(", ")
    made = [(base in names[i:i + 2], f"{what}rd {', '.join(names[i:i + 2])}, [{base}, #{4 * i}]" if names[i + 1:] else f"{what}r {names[i]}, [{base}, #{4 * i}]")
            for i in range(0, len(names), 2)]
    return [each for _, each in sorted(made, key=lambda pair: pair[0])] + ([f"add {base}, #{4 * len(names)}"] if written_back else [])


def loops(code):
    """(begin, end) of each loop that contains no other loop."""
    targets = [(int(found[1] or found[2], 16), at) for at, text in code if (found := BRANCH.match(text))]
    back = {(to, at) for to, at in targets if code[0][0] <= to <= at}
    return [b for b in back if not any(c != b and b[0] <= c[0] and c[1] <= b[1] for c in back)]


def longest_loop(path, begin):
    """The text of the longest loop of a function and of the functions that it calls."""
    found, todo, seen = [], [begin], set()
    while todo:
        code = disassembled(path, todo.pop())
        seen.add(code[0][0])
        found += [[text if at < end else BRANCH.sub(lambda m: m[0].replace(m[1] or m[2], "loop"), text) for at, text in code if first <= at <= end]
                  for first, end in loops(code)]
        called = {int(m[1], 16) for _, text in code if (m := CALL.match(text))}
        todo += called - seen
    if not found:
        raise StudyError("the kernel has no loop")
    return ["loop:", *max(found, key=len)]


def rate(text, build, cpu):
    """Instructions a cycle of a loop on the processor `cpu`."""
    said = said_by("llvm-mca", f"-mtriple={TRIPLES[build]}", f"-mcpu={cpu}", "-mattr=+neon", f"-iterations={ITERATIONS}",
                   text="\n".join(one for line in text for one in in_pairs(line)))
    return ITERATIONS * (len(text) - 1) / int(re.search(r"^Total Cycles:\s+(\d+)", said, flags=re.M)[1])


def instructions_a_cycle(machine, build, cpu, encrypt):
    """Instructions per cycle of the kernel with an encryption that begins `encrypt` bytes after the start of the
    build's program."""
    path = machine.programs[build]
    return rate(longest_loop(path, (encrypt & ~1) + program(path).start), build, cpu)  # a Thumb address has bit 0 set
