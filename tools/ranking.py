#!/usr/bin/env python3
"""Holds the ranks of kernels.def, the lengths up to which narrow kernels serve, and two limits against what was
measured on each class of processors (bench/machines/CLASS.csv).

usage: ranking.py --check [FOLDER]     prints what disagrees; 1 when anything does. FOLDER: of the files
       ranking.py --limits [FOLDER]    prints what misses a limit; 1 when anything does

--check has two findings. A kernel that is the first choice where another can run that is more than 3 % quicker at 16
KiB (geometric mean of ECB in both directions and CTR, then of the variants that both serve). A selected narrow kernel
whose narrow_up_to lies more than one measured length from the lengths at which the bulk kernel becomes the quicker one,
which are several where both are within 3 % of each other. --limits has two more. A kernel whose speed depends on where
stack and buffers lie: the slowest placement below 0.9 of the quickest where it is the first choice, below 0.8
elsewhere. A cipher that at 64 MiB falls below 0.9 of its speed at 16 KiB, or of memcpy's at 64 MiB, whichever is less.
Kernels without rows on a machine are not judged there.
"""
import math
import sys
from pathlib import Path

import lists
import machines

TOLERANCE = 1.03
PLACED, PLACED_OTHERS, OUT_OF_CACHE = 0.9, 0.8, 0.9
SIZES = (16, 64, 256, 1024, 4096, 16384)


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def speed(machine, kernel):
    """MB/s at 16 KiB over the modes, or None."""
    speeds = [machine.compared(kernel, mode, direction) for mode, direction, _ in machines.MODES]
    return mean(speeds) if all(speeds) else None


def family_speeds(machine, families):
    """(KERNEL line, variant) -> MB/s."""
    return {(k, name): found for name, lines in families.items() for k in lines if k.role in ("bulk", "narrow")
            for found in [speed(machine, f"{name}.{k.technique}.{k.isa}")] if found}


def needs(kernel, features):
    return {*features[kernel.isa], *kernel.features}


def order_findings(machine, families):
    speeds, features = family_speeds(machine, families), {i.name: i.features for i in lists.isas()}
    lines = sorted({k for k, _ in speeds}, key=lambda k: (k.family, k.rank_on(machine.name)))
    for i, before in enumerate(lines):
        for after in lines[i + 1:]:
            if after.family != before.family:
                break
            # Never the first choice where both can run: another stands before it and asks for no more.
            either = needs(before, features) | needs(after, features)
            if any(k.family == before.family and needs(k, features) <= either for k in lines[:i]):
                continue
            both = [n for k, n in speeds if k is before and (after, n) in speeds]
            ratio = mean([speeds[after, n] / speeds[before, n] for n in both]) if both else 0
            if ratio > TOLERANCE:
                yield (f"on {machine.name}: {before.stem} (rank {before.rank_on(machine.name)}) stands before {after.stem} "
                       f"(rank {after.rank_on(machine.name)}), which is {ratio:.2f} times as fast at 16 KiB")


def selected(machine, families, name):
    """(bulk, narrow) ids as src/registry/select.cpp chooses among the kernels with rows."""
    ranks = {i.name: i.rank for i in lists.isas()}
    lines = machine.kernels_of(name, families)
    bulk = lines[0]
    narrow = next((x for x in lines if x[0].role == "narrow"), None)
    if narrow is None or narrow == bulk or ranks[narrow[0].isa] < ranks[bulk[0].isa]:
        return None
    return bulk[1], narrow[1]


def crossover(machine, bulk, narrow):
    """Where the longest call may lie for which the narrow kernel serves: (least, most) as indices in SIZES, -1 for
    none. Least: the narrow kernel is quicker by more than the tolerance up to it, in the mean of the modes; most: it is
    not slower by more than that. None: not measured."""
    known = []
    for i, size in enumerate(SIZES):
        pairs = [[machine.compared(kernel, mode, direction, size) for kernel in (narrow, bulk)] for mode, direction, _ in machines.MODES]
        if all(a and b for a, b in pairs):
            known.append((i, mean([a / b for a, b in pairs])))
    if len(known) < 4:
        return None
    return tuple(max((i for i, ratio in known if ratio > bound), default=-1) for bound in (TOLERANCE, 1 / TOLERANCE))


def crossover_findings(machine, families):
    blocks = {c.name: c.block for c in lists.ciphers()}
    for name in families:
        pair = selected(machine, families, name) if machine.kernels_of(name, families) else None
        if pair is None:
            continue
        line = machine.by_key.get(("kernels", pair[1], "ecb", "enc"))
        limit = ((line and line.narrow_up_to) or 0) * blocks[name]
        has = max((i for i, size in enumerate(SIZES) if size <= limit), default=-1)
        found = crossover(machine, *pair)
        if found is None:
            continue
        least, most = found
        if not least - 1 <= has <= most + 1:
            best = least if has < least else most
            yield (f"on {machine.name}: {pair[1]} serves calls up to {limit} bytes beside {pair[0]}; measured, up to "
                   f"{SIZES[best] if best >= 0 else 0}")


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


def findings(found, families=None):
    families = families or machines.ciphers_with_kernels()
    for machine in found:
        yield from order_findings(machine, families)
        yield from crossover_findings(machine, families)


def limits(found, families=None):
    families = families or machines.ciphers_with_kernels()
    for machine in found:
        yield from placement_findings(machine, families)
        yield from memory_findings(machine)


def main(arguments):
    judges = {"--check": (findings, "the ranks agree with what was measured"), "--limits": (limits, "no kernel misses a limit")}
    if not arguments or arguments[0] not in judges or len(arguments) > 2:
        sys.exit(__doc__.strip())
    judge, agreed = judges[arguments[0]]
    folder = Path(arguments[1]) if len(arguments) == 2 else machines.FOLDER
    disagreements = list(judge(machines.machines(folder)))
    print("\n".join(disagreements) if disagreements else agreed)
    return 1 if disagreements else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
