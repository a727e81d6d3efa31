#!/usr/bin/env python3
"""Makes the ranks of kernels.def and the lines of crossovers.def from the measurements of each class of processors
(bench/machines/CLASS.csv). Compares these, the tables of kernels and two limits with the measurements.

usage: ranking.py --write TABLES             writes rank.CLASS of the KERNEL lines, and crossovers.def (`./dev ranks`)
       ranking.py --check TABLES [FOLDER]    prints contradictions, and exits with 1 if there are any; FOLDER: of files
       ranking.py --limits [FOLDER]          prints kernels and ciphers that miss a limit, and exits with 1 if any do
  TABLES: the program bench/kernel_tables.cpp of a build with all instruction sets of the machines

The n-th KERNEL line of a family has rank 10 n. If a kernel is more than 3 % faster on a class than one of the lines
before it, it gets a rank between its new neighbours. The speed is the geometric mean of ECB in both directions and CTR,
and then of the variants that both kernels serve, at 16 KiB. In two cases it is the mean of the measured short lengths
instead: if both kernels are only for short calls, or if another line before both takes the long calls and needs no more
features than these two.

The ranks are those of a family, and the calls that a kernel is declared for are the same on all classes. A CROSSOVER
line corrects both for one variant on one class with the part `lengths`. For each call of 1 to 64 blocks, take the time
of the serving kernel divided by that of the fastest one, or 1.03 if that is more. The lines are those with the least
product of these ratios, if a further line must divide it by at least 1.2. First of all, as few ratios as possible are
above 1.2.

--check has three findings. One is a line that --write would change. The second is a measured length of up to 64 blocks
at which the serving kernel takes more than 1.2 times as long as another kernel that the machine can run, if the length
is not in ACCEPTED. The third is a length in ACCEPTED that is fast.

--limits has two findings. One is a kernel with a speed that depends on the place of stack and buffers: the slowest
placement is below 0.9 of the fastest for long calls, or below 0.8 for other calls. The other is a cipher that at 64 MiB
falls below 0.9 of its speed at 16 KiB, or of memcpy's at 64 MiB, whichever is less. A kernel without rows on a machine
is not judged there.
"""
import dataclasses
import itertools
import json
import math
import re
import subprocess
import sys
from pathlib import Path

import lists
import machines

TOLERANCE, SLOWER = 1.03, 1.2
TOO_SLOW = 1000  # more than any sum of logarithms of times
# (class, variant) -> lengths that may take longer than SLOWER. A line of crossovers.def gives all calls up to a length
# to a kernel. For example, it cannot give calls of 20 blocks to it and calls of 10 blocks to another.
ACCEPTED = {
    ("zen4", "gost28147:test"): (50, 51, 52, 53, 54),
    ("zen4", "speck-48-72"): (40,), ("zen4", "speck-48-96"): (24, 40),
    ("zen4", "speck-96-96"): (20,), ("zen4", "speck-96-144"): (17, 20),
    ("zen4", "simon-96-96"): (2,), ("zen4", "simon-96-144"): (2,),
}
PLACED, PLACED_OTHERS, OUT_OF_CACHE = 0.9, 0.8, 0.9
SIZES = (16, 64, 256, 1024, 4096, 16384)
LONGEST = 64  # calls of up to this many blocks are judged one by one
LIST, CROSSOVERS = "src/registry/kernels.def", "src/registry/crossovers.def"


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def speed(machine, kernel, size):
    """Returns the mean of MB/s over the modes if all were measured."""
    speeds = [machine.compared(kernel, mode, direction, size) for mode, direction, _ in machines.MODES]
    return mean(speeds) if all(speeds) else None


class Tables:
    """The output of the program: the calls that each kernel is declared for, and the kernel for each length on a
    machine."""

    def __init__(self, program):
        self.program = program
        self.good_for = {name: (low, high or math.inf) for name, (low, high) in self.ask().items()}

    def ask(self, *arguments):
        return json.loads(subprocess.run([self.program, *arguments], check=True, capture_output=True, text=True).stdout)

    def of(self, machine):
        """Returns variant -> [(up to so many blocks, kernel)]."""
        found = self.ask(machine.name, machine.about["features"])
        return {name: [(up_to or math.inf, kernel) for up_to, kernel in entries] for name, entries in found.items()}


class Family:
    """The KERNEL lines of one family on one machine."""

    def __init__(self, machine, lines, variants, good_for):
        self.machine, self.variants, self.good_for = machine, variants, good_for
        self.lines = [k for k in lines if k.shipped]
        self.features = {i.name: i.features for i in lists.isas()}

    def name(self, k, variant):
        return f"{variant.name}.{k.technique}.{k.isa}"

    def needs(self, k):
        return {*self.features[k.isa], *k.features}

    def contested(self, above, before, after, variant):
        """Returns the lengths of SIZES at which some CPU chooses between the two below the lines `above`. For calls
        of any length it returns the longest."""
        pair = [self.good_for.get(self.name(k, variant)) for k in (before, after)]
        if None in pair:
            return []
        either, low, high = self.needs(before) | self.needs(after), max(r[0] for r in pair), min(r[1] for r in pair)
        for k in above:
            start, end = self.good_for.get(self.name(k, variant), (math.inf, 0))
            if self.needs(k) <= either and start <= high <= end:
                high = start - 1
            if self.needs(k) <= either and start <= low <= end:
                low = end + 1
        sizes = [size for size in SIZES if low <= max(size // variant.block, 1) <= high]
        return sizes[-1:] if high == math.inf else sizes

    def ratio(self, above, before, after):
        """Returns the speed of `after` divided by that of `before`, or 1 if no CPU chooses between the two."""
        ratios = []
        for v in self.variants:
            for size in self.contested(above, before, after, v):
                speeds = [speed(self.machine, self.name(k, v), size) for k in (before, after)]
                ratios += [speeds[1] / speeds[0]] if all(speeds) else []
        return mean(ratios) if ratios else 1

    def order(self):
        """Returns the lines, the preferred first. Each line moves up as far as it is faster, and only past lines
        that are not faster than it."""
        found = []
        for k in self.lines:
            place = len(found)
            for i in reversed(range(len(found))):
                ratio = self.ratio(found[:i], found[i], k)
                if ratio < 1 / TOLERANCE:
                    break
                if ratio > TOLERANCE:
                    place = i
            found.insert(place, k)
        return found


def longest_rising(numbers):
    """Returns the indexes of a longest increasing subsequence."""
    best = []
    for i, n in enumerate(numbers):
        best.append(max(([*b, i] for b in [[], *best] if not b or numbers[b[-1]] < n), key=len))
    return set(max(best, key=len, default=[]))


def new_ranks(order):
    """Returns line -> rank for the lines that change their place."""
    kept = longest_rising([k.rank for k in order])
    ranks, result = [k.rank if i in kept else None for i, k in enumerate(order)], {}
    for i, k in enumerate(order):
        if ranks[i] is None:
            low = ranks[i - 1] if i else 0
            high = next((r for r in ranks[i:] if r), low + 10)
            ranks[i] = result[k] = low + max(1, (high - low) // 2)
    return result


def measured_ranks(found, kernels, tables):
    """Returns KERNEL line -> {class: rank} from the measurements."""
    result = {k: {} for k in kernels}
    for machine in found:
        for name in dict.fromkeys(k.family for k in kernels):
            variants = [c for c in lists.ciphers() if c.family == name]
            family = Family(machine, [k for k in kernels if k.family == name], variants, tables.good_for)
            for k, rank in new_ranks(family.order()).items():
                result[k][machine.name] = rank
    return result


def with_ranks(line, ranks):
    """Returns a KERNEL line with these rank.CLASS."""
    line = re.sub(r" rank\.\S+", "", line)
    return line + "".join(f" rank.{c.name}={ranks[c.name]}" for c in lists.classes() if c.name in ranks)


def measured_at_each_length(machine, variant):
    return any(kernel.partition(".")[0] == variant for kernel in machine.slower)


def percent_slower(machine, kernel, blocks):
    """Returns how much longer a call takes than with the fastest kernel. A figure that is left out counts as 100."""
    return machine.slower.get(kernel, {}).get(blocks, 100)


class Calls:
    """The kernels of one variant, the preferred first, and the time of their calls: 100 for the fastest one."""

    def __init__(self, machine, lines, variant, good_for):
        names = [f"{variant.name}.{k.technique}.{k.isa}" for k in lines]
        self.lines = [(k, good_for.get(name, (math.inf, 0)), {n: 100 + percent_slower(machine, name, n) for n in machines.BLOCKS})
                      for k, name in zip(lines, names) if name in machine.slower]

    def cost(self, n, first):
        """Returns the logarithm of the time of a call of n blocks, divided by that of the fastest kernel, if the
        kernels before `first` do not serve it. If the quotient is above SLOWER, TOO_SLOW is added."""
        times = [time[n] for _, (low, high), time in self.lines if low <= n <= high]
        served = next((time[n] for _, (low, high), time in self.lines[first:] if low <= n <= high), None)
        if served is None:
            return math.inf if times else 0
        ratio = served / min(times)
        return math.log(max(ratio, TOLERANCE)) + (TOO_SLOW if ratio > SLOWER else 0)

    def crossovers(self):
        """Returns kernel -> up to so many blocks."""
        # first -> (cost of all longer calls, crossovers) if the kernels before `first` do not serve shorter ones.
        found = {0: (0, {})}
        for n in reversed(machines.BLOCKS):
            for first, (kernel, (low, high), _) in enumerate(self.lines):
                ways = [(cost + math.log(SLOWER), up_to | {kernel: n}) for before, (cost, up_to) in found.items() if before < first]
                if low <= n <= high and ways:  # the shorter of two equal ranges
                    found[first] = min(*ways, found.get(first, (math.inf, {})), key=lambda way: way[0])
            found = {first: (cost + self.cost(n, first), up_to) for first, (cost, up_to) in found.items()}
        return min(found.values(), key=lambda way: way[0])[1]


def crossover_lines(found, kernels, tables):
    """Returns the CROSSOVER lines for KERNEL lines with these ranks. Classes without the part `lengths` keep theirs."""
    text, measured, result = "CROSSOVER {} {} {} {} up_to={}".format, [m for m in found if m.slower], []
    known = {m.name for m in measured}
    for machine in measured:
        for variant in lists.ciphers():
            lines = sorted((k for k in kernels if k.family == variant.family and k.shipped), key=lambda k: k.rank_on(machine.name))
            up_to = Calls(machine, lines, variant, tables.good_for).crossovers()
            result += [text(machine.name, variant.name, k.technique, k.isa, n) for k, n in sorted(up_to.items(), key=lambda x: x[1])]
    return [text(x.machine, x.variant, x.technique, x.isa, x.up_to) for x in lists.crossovers() if x.machine not in known] + result


def written(found, tables):
    """Returns path -> text of both lists with the ranks and crossovers of the machines. Ranks of classes without
    measurements stay."""
    known, kernels = {m.name for m in found}, lists.kernels()
    ranks = {k.stem: {c: r for c, r in k.class_ranks if c not in known} | new for k, new in measured_ranks(found, kernels, tables).items()}
    kernels = [dataclasses.replace(k, class_ranks=tuple(ranks[k.stem].items())) for k in kernels]
    text = re.sub(r"^KERNEL (\S+) (\S+) (\S+).*$", lambda m: with_ranks(m[0], ranks["_".join(m.groups())]), (lists.ROOT / LIST).read_text(), flags=re.M)
    head = [line for line in (lists.ROOT / CROSSOVERS).read_text().splitlines() if line.startswith("#")]
    return {LIST: text, CROSSOVERS: "\n".join(head + crossover_lines(found, kernels, tables)) + "\n"}


def list_findings(found, tables):
    for path, text in written(found, tables).items():
        before = (lists.ROOT / path).read_text().splitlines()
        for number, (old, new) in enumerate(itertools.zip_longest(before, text.splitlines()), 1):
            if old != new:
                yield f"{path}:{number}: measured, the line is `{new or 'none'}`; ./dev ranks writes it"


def length_findings(machine, table, families):
    """Yields lengths at which another kernel is much faster than the serving one."""
    blocks = {c.name: c.block for c in lists.ciphers()}
    for variant, entries in table.items():
        if measured_at_each_length(machine, variant):
            yield from each_length_findings(machine, variant, entries)
            continue
        for size in SIZES:
            n = max(size // blocks[variant], 1)
            speeds = {k: s for k in (f"{variant}.{k.technique}.{k.isa}" for k in families[variant] if k.shipped)
                      for s in [speed(machine, k, size)] if s}
            serves = next(kernel for up_to, kernel in entries if n <= up_to)
            if n > LONGEST or serves not in speeds:
                continue
            quickest = max(speeds, key=speeds.get)
            if speeds[quickest] > SLOWER * speeds[serves]:
                yield (f"on {machine.name}: {serves} serves calls of {n} blocks and takes {speeds[quickest] / speeds[serves]:.2f} times as "
                       f"long as {quickest}")


def each_length_findings(machine, variant, entries):
    """The same for a variant whose calls of 1 to 64 blocks were all measured."""
    slow, accepted = {}, set(ACCEPTED.get((machine.name, variant), ()))
    for n in machines.BLOCKS:
        serves = next(kernel for up_to, kernel in entries if n <= up_to)
        percent = percent_slower(machine, serves, n)
        if 100 + percent > 100 * SLOWER and n not in accepted:
            slow.setdefault(serves, {})[n] = percent
        elif 100 + percent <= 100 * SLOWER and n in accepted:
            yield f"on {machine.name}: {variant} is fast for {n} blocks, so remove this length from ACCEPTED in tools/ranking.py"
    for serves, found in slow.items():
        worst = max(found, key=found.get)
        yield (f"on {machine.name}: {serves} serves calls of {', '.join(map(str, found))} blocks and takes more than {SLOWER} times as long as the "
               f"fastest kernel; {found[worst]} % longer for {worst} blocks")


def placement_findings(machine, families):
    first = {lines[0][1] for name in families for lines in [machine.kernels_of(name, families)] if lines}
    for line in machine.part("placements"):
        wanted = PLACED if line.kernel in first else PLACED_OTHERS
        if line.placement < wanted:
            yield (f"on {machine.name}: {line.kernel} {line.mode} {line.direction} depends on where stack and buffers lie: "
                   f"{line.placement:.2f} of the fastest placement, at least {wanted} wanted")


def memory_findings(machine):
    for line in machine.part("memory"):
        ratio = line.of_memory
        if ratio < OUT_OF_CACHE:
            yield (f"on {machine.name}: {line.cipher} {line.mode} {line.direction} does {line.mb_s[64 << 20]:.0f} MB/s at 64 MiB, {ratio:.2f} of "
                   f"what its {line.speed:.0f} at 16 KiB and memcpy's {line.theirs:.0f} allow, at least {OUT_OF_CACHE} wanted")


def lacking(found, tables):
    """Returns measured kernels that the program's build lacks."""
    ids = {f"{name}.{k.technique}.{k.isa}" for name, lines in machines.ciphers_with_kernels().items() for k in lines if k.shipped}
    return {line.kernel for m in found for line in m.part("kernels")} & ids - set(tables.good_for)


def findings(found, tables, families=None):
    families = families or machines.ciphers_with_kernels()
    yield from list_findings(found, tables)
    for machine in found:
        yield from length_findings(machine, tables.of(machine), families)


def limits(found, families=None):
    families = families or machines.ciphers_with_kernels()
    for machine in found:
        yield from placement_findings(machine, families)
        yield from memory_findings(machine)


def main(arguments):
    command, rest = (arguments[0], arguments[1:]) if arguments else ("", [])
    if (command, len(rest)) not in (("--write", 1), ("--check", 1), ("--check", 2), ("--limits", 0), ("--limits", 1)):
        sys.exit(__doc__.strip())
    tables = Tables(rest.pop(0)) if command != "--limits" else None
    found = machines.machines(Path(rest[0])) if rest else machines.machines()
    if tables and lacking(found, tables):
        sys.exit(f"ranking: this build lacks kernels that were measured, {sorted(lacking(found, tables))[0]} for example: take one of all instruction sets")
    if command == "--write":
        for path, text in written(found, tables).items():
            (lists.ROOT / path).write_text(text)
        return 0
    disagreements = list(findings(found, tables) if tables else limits(found))
    print("\n".join(disagreements) if disagreements else "nothing disagrees with what was measured")
    return 1 if disagreements else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
