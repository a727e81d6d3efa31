"""What was measured on each class of processors (bench/machines/CLASS.json), and the tables that pages make of it.

A page has a table between
    <!-- machines NAME -->
    <!-- /machines -->
where NAME is a key of TABLES; `./dev gen` writes it from the files.
"""
import functools
import itertools
import json
import re
from pathlib import Path

import lists
import lists_kernels

MARKED = re.compile(r"(<!-- machines ([a-z-]+) -->\n)(.*?)(<!-- /machines -->)", re.S)
BULK_BYTES, OVER_BOUND = lists_kernels.BOUND_BYTES, 1.15  # what a selected kernel may take of its bound
# The row of port_mixes that a family's rounds in the selected kernel are most like, by the bits of its vectors.
MIXES = {256: dict(cypress="32 bytes: 4 chains of 8 operations", sparx="32 bytes: a round of 4 branches of SPARX, deciphering",
                   simon="32 bytes: 16 sums, 8 loads, 4 stores", **dict.fromkeys(("clefia", "kuznyechik", "rectangle"), "32 bytes: 6 chains of 8 operations")),
         512: dict(cypress="64 bytes: 4 chains of 8 operations", kalyna="64 ternary, 32 GFNI, 32 vpermi2b, 16 masks, 16 choices, 16 sums", simon="64 ternary, 48 loads, 16 stores of 64 bytes")}
MODES = (("ctr", "enc", "CTR"), ("ecb", "enc", "ECB enc"), ("ecb", "dec", "ECB dec"))


class Machine:
    """One file: rows by (kernel, mode, direction, bytes) for this library, and its peers' rows."""

    def __init__(self, path):
        data = json.loads(Path(path).read_text())
        self.name, self.about, self.outputs, self.rows = Path(path).stem, data["about"], data.get("outputs", {}), data["rows"]
        self.by_kernel, self.beside, self.side_by_side = {}, {}, {}
        # A row of a disturbed machine stands only where there is no other.
        for row in sorted(self.rows, key=lambda r: not r.get("disturbed")):
            key = row["kernel"], row["mode"], row["direction"]
            if "placements_core_cycles" in row or row.get("part") in ("modes", "memory"):
                continue
            if "peer" in row:
                self.beside.setdefault((row["cipher"], row["mode"], row["direction"]), []).append(row)
            # Of two rows of one kernel and length the one that was measured for longer, which comes later.
            self.by_kernel.setdefault(key, {})[length_class(row["bytes"])] = row
            if row.get("part", "kernels") == "kernels" and not row.get("disturbed"):
                self.side_by_side.setdefault(key, {})[length_class(row["bytes"])] = row

    def title(self):
        return f"{self.name}: {self.about['machine']}, {self.about['compiler']}, commit {self.about['commit']}, {self.about['date']}"

    def row(self, kernel, mode, direction, size=BULK_BYTES):
        return self.by_kernel.get((kernel, mode, direction), {}).get(size)

    def row_beside_others(self, kernel, mode, direction, size=BULK_BYTES):
        """As row, from the part that measures a cipher's kernels one after the other: what comparisons of kernels need,
        because a machine's speed changes by more than their differences from one part to the next; not of a disturbed
        machine, whose rows compare nothing."""
        return self.side_by_side.get((kernel, mode, direction), {}).get(size)

    def kernels_of(self, cipher, families):
        """Its kernels that ran here and may be selected, the preferred first."""
        lines = sorted(families[cipher], key=lambda k: k.rank_on(self.name))
        ids = [(k, f"{cipher}.{k.technique}.{k.isa}") for k in lines if k.role in ("bulk", "narrow")]
        return [(k, name) for k, name in ids if self.row(name, "ecb", "enc")]


def length_class(size):
    """The power of two that a length of whole blocks (16380 bytes of SPECK-48) stands for; of
    one key or block: itself."""
    return size if size < 1024 else 1 << round(size.bit_length() - 0.5 - (size & (size - 1) == 0) * 0.5)


def machines(root=lists.ROOT):
    return [Machine(p) for p in sorted((Path(root) / "bench/machines").glob("*.json"))]


@functools.cache
def ciphers_with_kernels(root=lists.ROOT):
    """Name of each variant -> the KERNEL lines of its family."""
    kernels = lists.kernels(root)
    return {c.name: [k for k in kernels if k.family == c.family] for c in lists.ciphers(root)}


def best_peer(machine, cipher, mode, direction):
    """The row of the quickest peer that runs the same cipher, or None."""
    rows = [r for r in machine.beside.get((cipher, mode, direction), []) if r["peer_cipher"] == cipher and "ratio" in r]
    return min(rows, key=lambda r: r["ratio"], default=None)


def table(head, rows):
    return ["| " + " | ".join(head) + " |", "|" + "---|" * len(head), *("| " + " | ".join(r) + " |" for r in rows)]


def measured_ciphers(found):
    """Variants with a row on some machine; of sets of S-boxes whichever was measured stands under its family's name."""
    names, families = {}, ciphers_with_kernels()
    for name in families:
        if any(m.kernels_of(name, families) for m in found):
            names.setdefault(name.partition(":")[0], name)
    return names


def on_machine(machine, short, mode, direction):
    """(row, its quickest peer) of the preferred kernel of the variant that was measured here, or None."""
    families = ciphers_with_kernels()
    for name in [n for n in families if n.partition(":")[0] == short]:
        chosen = machine.kernels_of(name, families)
        row = chosen and machine.row(chosen[0][1], mode, direction)
        if row:
            return row, best_peer(machine, name, mode, direction)
    return None


def speed_cell(found):
    """MB/s of the modes, and the least ratio to a peer."""
    if None in found:
        return "-"
    least = min((peer for _, peer in found if peer), key=lambda p: p["ratio"], default=None)
    return " / ".join(f"{row['mb_per_s_median']:.0f}" for row, _ in found) + (f", {least['ratio']:.1f}x {least['peer'].split()[0]}" if least else "")


def speed_table(found):
    """MB/s of the preferred kernels at 16 KiB, side by side, and the least of their ratios to the quickest peer of the
    same run."""
    titles = " / ".join(title for _, _, title in MODES)
    return table(["cipher", *(f"{m.name}: {titles}" for m in found)],
                 [[short, *(speed_cell([on_machine(m, short, mode, direction) for mode, direction, _ in MODES]) for m in found)]
                  for short in measured_ciphers(found)])


def kernel_table(found):
    """Core cycles a byte of every kernel at 16 KiB, CTR / ECB encryption / ECB decryption; behind each, in brackets,
    how many times its bound it takes."""
    bounds = {b.id: dict(b.per_class) for b in lists.bounds()}

    def figure(row, bound):
        if not row or not row.get("core_cpb"):
            return "-"
        return f"{row['core_cpb']:.2f}" + (f" ({row['core_cpb'] / bound:.2f})" if bound else "")

    def cell(machine, kernel):
        rows = [machine.row(kernel, mode, direction) for mode, direction, _ in MODES]
        encryption, decryption, ctr = bounds.get(kernel, {}).get(machine.name, (None, None, None))
        return " / ".join(map(figure, rows, (ctr, encryption, decryption))) if any(rows) else "-"
    rows, families = [], ciphers_with_kernels()
    for name in families:
        for k in families[name]:
            kernel = f"{name}.{k.technique}.{k.isa}"
            if any(m.row(kernel, "ecb", "enc") for m in found) and ":" not in name:
                rows.append([f"`{kernel}`", *(cell(m, kernel) for m in found), *(str(k.rank_on(m.name)) for m in found)])
    return table(["kernel", *(f"{m.name}: core cpb, CTR / enc / dec" for m in found), *(f"rank on {m.name}" for m in found)], rows)


def mix_figures(machine):
    """Row of port_mixes -> how many times its ports it takes."""
    return {name: float(measured) / float(by_ports) for name, by_ports, measured in
            re.findall(r"^(.+?) +([0-9.]+) +([0-9.]+)$", machine.outputs.get("port_mixes", ""), re.M)}


def above_table(found):
    """Selected kernels that take more than OVER_BOUND times their bound at 16 KiB, by the lesser of a kernel's rows."""
    bounds, families, rows = {b.id: dict(b.per_class) for b in lists.bounds()}, ciphers_with_kernels(), []
    for m, name in itertools.product(found, families):
        chosen = [] if ":" in name else m.kernels_of(name, families)[:1]
        mixes = mix_figures(m)
        for k, kernel in chosen:
            encryption, decryption, ctr = bounds.get(kernel, {}).get(m.name, (None, None, None))
            for (mode, direction, title), bound in zip(MODES, (ctr, encryption, decryption)):
                at = [[row["core_cpb"] for of in (m.row, m.row_beside_others) for row in [of(kernel, mode, direction, size) or {}]
                       if row.get("core_cpb") and not row.get("disturbed")] for size in (4096, BULK_BYTES)]
                times = [min(cpb) / bound if bound and cpb else 0 for cpb in at]
                if times[1] > OVER_BOUND:
                    mix = MIXES[lists_kernels.widest(k.isa)].get(k.family)
                    of_mix = (mix, f"{mixes[mix]:.2f}") if mix in mixes else ("-", "-")
                    rows.append([m.name, f"`{kernel}`", title, *(f"{t:.2f}" if t else "-" for t in times), *of_mix])
    return table(["class", "kernel", "mode", "4 KiB", "16 KiB", "row of `port_mixes`", "times its ports"], rows)


def field_table(found):
    """What a chunk of a field's `hash` takes, and the bound that follows: core cycles a byte by class of processors."""
    bounds = lists.entries(lists.ROOT, "FIELD_BOUND")
    classes = list(dict.fromkeys(name for b in bounds for name, _ in b.per_class))
    return table(["field", "bytes a chunk", "clmul", "unpack", "insert, blend", "logic", *classes],
                 [[f"`{b.id}`", *map(str, (b.bytes, b.clmul, b.unpack, b.insert, b.logic)), *(f"{dict(b.per_class)[c]:.3f}" if c in dict(b.per_class) else "-" for c in classes)]
                  for b in bounds])


def single_table(found):
    """Core cycles of a block through the C ABI, with the bound of its chain, and of a key, and the quickest peer's."""
    chains = {(b.cipher, m): cycles for b in lists.bounds() for m, cycles in b.blocks_of}
    def cell(machine, name, mode, direction):
        rows = [r for r in machine.rows if (r["cipher"], r["mode"], r["direction"]) == (name, mode, direction)]
        if not rows:
            return "-"
        peer = best_peer(machine, name, mode, direction)
        bound = chains.get((name, machine.name)) if direction == "enc" else None
        return f"{rows[-1]['core_cycles'] if 'core_cycles' in rows[-1] else rows[-1]['core_cpb'] * rows[-1]['bytes']:.0f}" + (
            f" ({bound:.0f})" if bound else "") + (
            f" : {peer['peer_core_cycles']:.0f}" if peer and "peer_core_cycles" in peer else "")
    what = (("block", "enc", "a block enc"), ("block", "dec", "a block dec"), ("setup", "short", "a key"),
            ("setup", "both", "a key for all lengths"))
    rows = [[name, *(cell(m, name, mode, direction) for m in found for mode, direction, _ in what)] for name in measured_ciphers(found).values()]
    return table(["cipher", *(f"{m.name}: {title}" for m in found for _, _, title in what)], rows)


def size_table(found):
    """MB/s of CTR by length, as the library selected in that run."""
    sizes = [16, 64, 256, 1024, 4096, 16384, 65536, 1 << 20, 64 << 20]
    rows = []
    for m in found:
        picked = {}
        for row in m.rows:
            if row["mode"] == "ctr" and row.get("part", "selected") == "selected" and "placements_core_cycles" not in row:
                picked.setdefault(row["cipher"], {})[length_class(row["bytes"])] = row["mb_per_s_median"]
        rows += [[m.name, name, *(f"{by[s]:.0f}" if s in by else "-" for s in sizes)] for name, by in picked.items() if len(by) > 3]
    return table(["class", "cipher", *(f"{s} B" if s < 1024 else f"{s >> 10} KiB" if s < 1 << 20 else f"{s >> 20} MiB" for s in sizes)], rows)


def aead_table(found):
    rows = [[m.name, r["cipher"], f"{r['mode']} {r['direction']}", f"{r['mb_per_s_median']:.0f}", f"{r['core_cpb']:.2f}"]
            for m in found for r in {(r["cipher"], r["mode"], r["direction"]): r for r in m.rows if r.get("part") == "aead"}.values()]
    return table(["class", "cipher", "mode", "MB/s", "core cpb"], rows)


# Columns of the table of modes: title, mode and direction, and what the ratio is to.
MODE_COLUMNS = (("CBC dec", "cbc", "dec", "ecb", "dec"), ("CFB dec", "cfb", "dec", "ecb", "enc"), ("XTS enc", "xts", "enc", "ecb", "enc"),
                ("XTS dec", "xts", "dec", "ecb", "dec"), ("CTR-ACPKM", "ctr-acpkm", "enc", "ctr", "enc"), ("GCM", "gcm", "enc", "ctr", "enc"),
                ("MGM", "mgm", "enc", "ctr", "enc"), ("CBC of 64", "cbc:64", "enc", "ecb", "enc"), ("CMAC of 64", "cmac:64", "enc", "ecb", "enc"),
                ("CMAC of 8", "cmac:8", "enc", "cmac", "enc"), ("CBC enc", "cbc", "enc", "ecb", "enc"), ("CMAC", "cmac", "enc", "ecb", "enc"))


def mode_rows(machine):
    """(cipher, mode, direction) -> a row of the part `modes`, without its peers."""
    return {(r["cipher"], r["mode"], r["direction"]): r for r in machine.rows if r.get("part") == "modes"}


def mode_table(found):
    """MB/s of modes at 16 KiB, and how many times the speed of ECB, CTR or CMAC in the same run."""
    def cell(rows, cipher, mode, direction, *base):
        row, other = rows.get((cipher, mode, direction)), rows.get((cipher, *base))
        return f"{row['mb_per_s_median']:.0f} ({row['mb_per_s_median'] / other['mb_per_s_median']:.2f})" if row and other else "-"
    lines = []
    for m in found:
        rows = mode_rows(m)
        lines += [[m.name, cipher, *(cell(rows, cipher, *column) for _, *column in MODE_COLUMNS)]
                  for cipher in dict.fromkeys(cipher for cipher, _, _ in rows)]
    return table(["class", "cipher", *(title for title, *_ in MODE_COLUMNS)], lines)


def mode_peer_table(found):
    """Modes beside the peers that have them for the same cipher, in the same run."""
    return table(["class", "cipher", "mode", "MB/s", "peer", "its MB/s", "ratio"],
                 [[m.name, r["cipher"], f"{r['mode']} {r['direction']}", f"{r['mb_per_s_median']:.0f}", r["peer"], f"{r['peer_mb_per_s']:.0f}",
                   f"{r['ratio']:.2f}"]
                  for m in found for r in m.rows
                  if r.get("part") == "modes" and r.get("peer_cipher") == r["cipher"] and "ratio" in r and r["mode"] not in ("ecb", "ctr")])


def memory_rows(machine):
    """(cipher, mode, direction) -> MB/s at 16 KiB, at 64 MiB, and memcpy's at 64 MiB in the same run."""
    by = {}
    for r in machine.rows:
        if r.get("part") == "memory":
            by.setdefault((r["cipher"], r["mode"], r["direction"]), {})[length_class(r["bytes"])] = r
    return {key: (sizes[BULK_BYTES]["mb_per_s_median"], sizes[64 << 20]["mb_per_s_median"], sizes[64 << 20]["peer_mb_per_s"])
            for key, sizes in by.items() if BULK_BYTES in sizes and "peer_mb_per_s" in sizes.get(64 << 20, {})}


def memory_table(found):
    """MB/s at 64 MiB beside 16 KiB and memcpy; the ratio is to the lesser of both."""
    return table(["class", "cipher", "mode", "16 KiB", "64 MiB", "memcpy of 64 MiB", "ratio"],
                 [[m.name, cipher, f"{mode} {direction}", f"{short:.0f}", f"{long:.0f}", f"{copy:.0f}", f"{long / min(short, copy):.2f}"]
                  for m in found for (cipher, mode, direction), (short, long, copy) in memory_rows(m).items()])


def placement_table(found):
    """The quickest placement's cycles to the slowest's, of 16 placements of stack and buffers."""
    rows = [[m.name, f"`{r['kernel']}`", f"{r['mode']} {r['direction']}",
             f"{min(r['placements_core_cycles']) / max(r['placements_core_cycles']):.2f}"]
            for m in found for r in m.rows if "placements_core_cycles" in r]
    return table(["class", "kernel", "mode", "ratio"], rows)


def outputs(found, wanted="bench/file_vs_cp.py"):
    out = []
    for m in found:
        for command, text in m.outputs.items():
            if command != wanted:
                continue
            out += [f"On {m.name}, `{command}`:", "", "```", text.rstrip(), "```", ""]
    return out[:-1]


TABLES = {"speed": speed_table, "kernels": kernel_table, "above": above_table, "fields": field_table, "single": single_table, "sizes": size_table, "aead": aead_table,
          "modes": mode_table, "mode-peers": mode_peer_table, "placements": placement_table, "memory": memory_table, "outputs": outputs,
          "provider": lambda found: outputs(found, "provider_speed"), "ports": lambda found: outputs(found, "port_mixes"), "about": lambda found: [f"* {m.title()}" for m in found]}


def filled(text, found):
    """The page with every marked table made again."""
    def replace(match):
        return match[1] + "\n".join(["", *TABLES[match[2]](found), "", ""]) + match[4]
    return MARKED.sub(replace, text)
