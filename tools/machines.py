"""The measurements of bench/machines: one CSV file for each class of processors, its reader and its writer.

CLASS.csv begins with lines `# key: value` (machine, cpu, compiler, commit, date). Then come the parts of the
measurement, each with a line of the names of its columns and a line for each kernel. The first column has the name of
the part. The others are named MODE DIRECTION FIGURE, for example `ctr enc 16K`:
  kernels    every kernel of a cipher, one after the other, because comparisons of kernels need this
  selected   CTR by length, with the kernel that the library selects
  beside     ECB and CTR at 16 KiB, and the fastest other library
  memory     16 KiB and 64 MiB; `theirs` is memcpy at 64 MiB
  single     `cycles` and `theirs` are core cycles of a block or a key
  aead       GCM and MGM at 16 KiB
  modes      other modes at 16 KiB, with ECB and CTR in the same run
  lengths    for calls of 1 to 64 blocks: how much longer a kernel takes than the fastest one, in percent of core
             cycles, as the mean of MODES. A figure of 100 or more is left out.
  placements `placement`: cycles of the fastest of 16 placements of stack and buffers, divided by those of the slowest,
             for the worst mode, if the result is below 0.95
The parts memory, single, aead and modes give only the cipher. The parts selected, single, aead and modes have one
variant of each family, because the pages show that one. A figure named for a length is MB/s (10^6 bytes) of the
largest number of whole blocks that fit in it, but at least one block. `!` after a figure means that a neighbour
disturbed the machine. `cycles` are core cycles per byte at 16 KiB. `theirs` is MB/s of `peer`. CLASS.txt has the output
of commands that print their own tables, each after a line `$ command`.
"""
import csv
import functools
import io
import math
import re
from dataclasses import dataclass, field
from pathlib import Path

import lists

FOLDER = lists.ROOT / "bench/machines"
LENGTHS = {"16": 16, "64": 64, "256": 256, "1K": 1 << 10, "4K": 4 << 10, "16K": 16 << 10, "64K": 64 << 10, "1M": 1 << 20, "64M": 64 << 20}
BULK_BYTES = 16 << 10
BLOCKS = range(1, 65)  # the lengths of the part `lengths`
FIGURES = (*LENGTHS, "cycles", "peer", "theirs", "placement")
ABOUT = ("class", "machine", "cpu", "features", "compiler", "commit", "date")
MODES = (("ctr", "enc", "CTR"), ("ecb", "enc", "ECB enc"), ("ecb", "dec", "ECB dec"))
BY_KERNEL = ("kernels", "selected", "beside")
PLACED_WELL = 0.95
# The part `modes` keeps the modes that the pages compare, and those that another library has.
PAGE_MODES = ("ecb", "ctr", "cbc", "cfb", "xts", "ctr-acpkm", "gcm", "mgm", "cbc:64", "cmac:64", "cmac:8", "cmac")


@dataclass
class Line:
    part: str
    kernel: str  # CIPHER.TECHNIQUE.ISA, or CIPHER
    mode: str
    direction: str
    mb_s: dict = field(default_factory=dict)  # by length in bytes
    disturbed: set = field(default_factory=set)  # lengths
    cycles: float = None
    peer: str = None
    theirs: float = None
    placement: float = None

    @property
    def key(self):
        return self.kernel, self.mode, self.direction

    @property
    def cipher(self):
        return self.kernel.partition(".")[0]

    @property
    def speed(self):
        """Returns MB/s at 16 KiB if it was measured."""
        return self.mb_s.get(BULK_BYTES)

    @property
    def ratio(self):
        """Returns our speed divided by the peer's if there is a peer."""
        return self.speed / self.theirs if self.speed and self.theirs else None

    @property
    def of_memory(self):
        """For the part `memory`: the speed at 64 MiB divided by the speed at 16 KiB or by that of memcpy, whichever is
        less."""
        return self.mb_s[64 << 20] / min(self.speed, self.theirs)

    def mark(self, size=BULK_BYTES):
        """Returns the mark of a figure that a neighbour disturbed, or ''."""
        return "!" * (size in self.disturbed)

    def cells(self):
        def figure(value):
            return "" if value is None else value if isinstance(value, str) else f"{value:.10g}"
        texts = [(name, figure(self.mb_s.get(n)) + self.mark(n)) for name, n in LENGTHS.items()]
        texts += [(name, figure(getattr(self, name))) for name in FIGURES if name not in LENGTHS]
        return {(self.mode, self.direction, name): text for name, text in texts if text}


def lines_of_row(part, kernel, cells):
    """Returns the lines of a row; cells are ((mode, direction, figure), text)."""
    lines = {}
    for (mode, direction, figure), text in cells:
        line = lines.setdefault((mode, direction), Line(part, kernel, mode, direction))
        if figure in LENGTHS:
            line.mb_s[LENGTHS[figure]] = float(text.rstrip("!"))
            line.disturbed |= {LENGTHS[figure]} if text.endswith("!") else set()
        else:
            setattr(line, figure, text if figure == "peer" else float(text))
    return lines.values()


def read_lines(text):
    columns, lines = [], []
    for part, kernel, *cells in csv.reader(io.StringIO(text)):
        if part == "lengths":
            continue
        if kernel == "kernel":
            columns = [tuple(name.split(" ")) for name in cells]
        else:
            lines += lines_of_row(part, kernel, [(c, text) for c, text in zip(columns, cells) if text])
    return lines


def read_slower(text):
    """Returns the part `lengths`: kernel -> {blocks: percent}."""
    rows = [row[1:] for row in csv.reader(io.StringIO(text)) if row[:1] == ["lengths"]]
    return {kernel: {n: int(cell) for n, cell in zip(BLOCKS, cells) if cell} for kernel, *cells in rows if kernel != "kernel"}


def written_slower(slower):
    rows = [["lengths", "kernel", *map(str, BLOCKS)]] + [["lengths", kernel, *(str(found.get(n, "")) for n in BLOCKS)] for kernel, found in slower.items()]
    return "".join(",".join(row).rstrip(",") + "\n" for row in rows) if slower else ""


def undisturbed(times):
    """Returns the times of calls of 1 to 64 blocks. A call was disturbed if it is missing, or if it takes longer than
    the next shorter and the next longer call. It counts as the longer one of these two."""
    result = {}
    for n in BLOCKS:
        shorter, longer = max((m for m in times if m < n), default=None), min((m for m in times if m > n), default=None)
        beside = max(times.get(shorter, 0), times[longer]) if longer else times[shorter] * n / shorter
        result[n] = (min(times[n], beside) if shorter and longer else times[n]) if n in times else beside
    return result


def slower_of(rows):
    """Returns kernel -> {blocks: percent}, from rows of `hedgerow bench --json` for calls of 1 to 64 blocks."""
    blocks, times, cycles, found = {c.name: c.block for c in lists.ciphers()}, {}, {}, {}
    for row in rows:
        if not row.get("disturbed") and row.get("core_cpb"):
            calls = times.setdefault((row["cipher"], row["kernel"], row["mode"], row["direction"]), {})
            calls[row["bytes"] // blocks[row["cipher"]]] = row["core_cpb"] * row["bytes"]
    for (cipher, kernel, *mode), calls in times.items():
        for n, time in undisturbed(calls).items():
            cycles.setdefault((cipher, n), {}).setdefault(kernel, {})[tuple(mode)] = time
    for (_, n), kernels in cycles.items():
        mean = {k: math.prod(each.values()) ** (1 / len(MODES)) for k, each in kernels.items() if len(each) == len(MODES)}
        for k, time in mean.items():
            percent = round(100 * (time / min(mean.values()) - 1))
            found.setdefault(k, {}).update({n: percent} if percent < 100 else {})
    return {k: each for k, each in found.items() if each}


def written(lines):
    """Returns the text of the other parts."""
    parts = {}
    for line in lines:
        parts.setdefault(line.part, {}).setdefault(line.kernel, {}).update(line.cells())
    out = []
    for part, kernels in parts.items():
        columns = dict.fromkeys(c for cells in kernels.values() for c in cells)
        places = list(dict.fromkeys(c[:2] for c in columns))
        columns = sorted(columns, key=lambda c: (places.index(c[:2]), FIGURES.index(c[2])))
        out.append([part, "kernel", *map(" ".join, columns)])
        out += [[part, kernel, *(cells.get(c, "") for c in columns)] for kernel, cells in kernels.items()]
    return "".join(",".join(row).rstrip(",") + "\n" for row in out)


class Machine:
    """The measurements of one class of processors."""

    def __init__(self, path):
        path = Path(path)
        text, outputs = path.read_text(), path.with_suffix(".txt")
        self.name, self.about = path.stem, dict(re.findall(r"^# (\w+): (.*)$", text, re.M))
        text = re.sub(r"^#.*\n", "", text, flags=re.M)
        self.lines, self.slower = read_lines(text), read_slower(text)
        self.by_key = {(line.part, *line.key): line for line in self.lines}
        self.outputs = dict(re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", outputs.read_text(), re.M)) if outputs.exists() else {}

    def title(self):
        return f"{self.name}: {self.about['machine']}, {self.about['compiler']}, commit {self.about['commit']}, {self.about['date']}"

    def part(self, name):
        return [line for line in self.lines if line.part == name]

    def line(self, kernel, mode, direction):
        """Returns the line of a kernel at 16 KiB that was measured for the longest time."""
        found = [self.by_key.get((part, kernel, mode, direction)) for part in ("beside", "selected", "kernels")]
        found = [line for line in found if line and line.speed]
        return min(found, key=lambda line: BULK_BYTES in line.disturbed, default=None)

    def compared(self, kernel, mode, direction, size=BULK_BYTES):
        """Returns MB/s from the part that measures a cipher's kernels one after the other, if this was measured.
        Comparisons of kernels need this part, because the speed of the machine changes between parts by more than
        kernels differ. A disturbed figure is not used."""
        line = self.by_key.get(("kernels", kernel, mode, direction))
        return line.mb_s.get(size) if line and size not in line.disturbed else None

    def kernels_of(self, cipher, families):
        """Returns the kernels that ran here and may be selected. The preferred one for long calls comes first. A kernel
        that is less than half as fast at 16 KiB as another one is only for short calls."""
        lines = sorted(families[cipher], key=lambda k: k.rank_on(self.name))
        rows = [(k, name, self.line(name, "ecb", "enc")) for k in lines if k.shipped for name in [f"{cipher}.{k.technique}.{k.isa}"]]
        most = max((line.speed for _, _, line in rows if line), default=0)
        return sorted(((k, name) for k, name, line in rows if line), key=lambda x: 2 * self.line(x[1], "ecb", "enc").speed < most)


def machines(folder=FOLDER):
    return [Machine(p) for p in sorted(Path(folder).glob("*.csv"))]


@functools.cache
def ciphers_with_kernels(root=lists.ROOT):
    """Returns name of each variant -> the KERNEL lines of its family."""
    kernels = lists.kernels(root)
    return {c.name: [k for k in kernels if k.family == c.family] for c in lists.ciphers(root)}


def shown_variants():
    """Returns family -> the variant that pages show: the first with blocks of 16 bytes, or else the first one."""
    shown = {}
    for c in sorted(lists.ciphers(), key=lambda c: c.block != 16):
        shown.setdefault(c.family, c.name.partition(":")[0])
    return {f.name: shown[f.name] for f in lists.families() if f.name in shown}


def measured_ciphers(found):
    """Returns the variants with a line on some machine. For sets of S-boxes it returns the measured one, under the
    name of its family."""
    names, families = {}, ciphers_with_kernels()
    for name in families:
        if any(m.kernels_of(name, families) for m in found):
            names.setdefault(name.partition(":")[0], name)
    return names


def on_machine(machine, short, mode, direction):
    """Returns the line of the preferred kernel of the variant, if it was measured here."""
    families = ciphers_with_kernels()
    for name in [n for n in families if n.partition(":")[0] == short]:
        chosen = machine.kernels_of(name, families)
        line = chosen and machine.line(chosen[0][1], mode, direction)
        if line:
            return line
    return None


def peer_of(machine, line):
    """Returns (name, its factor, the mark of a disturbed factor) of the fastest other library in the run that compares
    with peers, if any. That run may have had another kernel."""
    found = [x for x in machine.part("beside") if (x.cipher, x.mode, x.direction) == (line.cipher, line.mode, line.direction) and x.ratio]
    return (found[0].peer, found[0].ratio, found[0].mark()) if found else None


def nominal(size, block):
    """Returns the length of LENGTHS that whole blocks of `size` bytes are measured for."""
    return max(n for n in LENGTHS.values() if max(n // block * block, block) == size)


def best_peer(rows):
    """Takes rows that differ in their peers. Returns the row of the fastest peer with the same cipher, or else the
    first row. The row is disturbed if any of these peers was, because a disturbed peer is faster than its figure."""
    same = [r for r in rows if r.get("peer_cipher") == r["cipher"] and "ratio" in r]
    return {**min(same, key=lambda r: r["ratio"]), "disturbed": any(r.get("disturbed") for r in same)} if same else {k: v for k, v in rows[0].items() if not k.startswith("peer")}


def lines_of(part, rows):
    """Returns the lines of a part, from rows of `hedgerow bench --json` (measure_machine.py defines which fields they
    keep)."""
    blocks, groups = {c.name: c.block for c in lists.ciphers()}, {}
    for row in rows:
        kernel = row["cipher"] if part == "selected" else row["kernel"]  # it may change with the length
        groups.setdefault((kernel, row["mode"], row["direction"]), {}).setdefault(row["bytes"], []).append(row)
    for (_, mode, direction), sizes in groups.items():
        longest = sizes[max(sizes)][-1]
        if part == "selected" and mode != "ctr":
            continue
        at_bulk = next((r[-1] for n, r in sizes.items() if n > BULK_BYTES - 64 and n <= BULK_BYTES), longest)
        line = Line(part, at_bulk["kernel" if part in BY_KERNEL else "cipher"], mode, direction)
        if part == "single":
            row = best_peer(sizes[max(sizes)])
            cycles = row.get("core_cycles") or round(row.get("core_cpb", 0) * row["bytes"], 1)
            line.cycles, line.peer, line.theirs = cycles or None, row.get("peer"), row.get("peer_core_cycles")
            yield line
            continue
        for size, found in sizes.items():
            n = nominal(size, blocks[found[-1]["cipher"]])
            kept = min(reversed(found), key=lambda r: bool(r.get("disturbed")))
            line.mb_s[n] = kept["mb_per_s_median"]
            if kept.get("disturbed"):
                line.disturbed.add(n)
        line.cycles = at_bulk.get("core_cpb") if part in ("kernels", "selected", "aead") else None
        peers = part == "beside" or part == "modes" and mode not in ("ecb", "ctr")
        row = best_peer(sizes[max(sizes)]) if peers else longest if part == "memory" else {}
        line.peer, line.theirs = row.get("peer"), row.get("peer_mb_per_s")
        if row.get("disturbed"):
            line.disturbed.add(nominal(row["bytes"], blocks[row["cipher"]]))
        if part != "modes" or line.peer or mode in PAGE_MODES:
            yield line


def placement_lines(rows):
    """Returns a line for each kernel with its worst mode. A row has no line if the machine has no clock of the core."""
    worst = {}
    for row in rows:
        cycles = row["placements_core_cycles"]
        if not max(cycles):
            continue
        line = Line("placements", row["kernel"], row["mode"], row["direction"], placement=round(min(cycles) / max(cycles), 3))
        worst[line.kernel] = min(line, worst.get(line.kernel, line), key=lambda x: x.placement)
    return worst


def compact(rows):
    """Returns all lines for the rows of a complete measurement."""
    parts = {}
    for row in rows:
        parts.setdefault(row["part"], []).append(row)
    parts.pop("lengths", None)  # slower_of()
    # Selected kernels are measured for longer.
    placed = {k: line for part in ("other placements", "placements") for k, line in placement_lines(parts.pop(part, [])).items()}
    return [line for part, found in parts.items() for line in lines_of(part, found)] + [
        line for line in placed.values() if line.placement < PLACED_WELL]


def save(path, about, lines, outputs, slower=None):
    """Writes CLASS.csv, and CLASS.txt if there are outputs of commands. slower: the part `lengths`."""
    path.write_text("".join(f"# {key}: {about[key]}\n" for key in ABOUT if about.get(key)) + written(lines) + written_slower(slower or {}))
    if outputs:
        path.with_suffix(".txt").write_text("".join(f"$ {command}\n{printed.rstrip()}\n" for command, printed in outputs.items()))
