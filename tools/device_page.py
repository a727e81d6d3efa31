"""Makes docs/gpu-counts.md from tests/device/budgets.tsv: the instruction counts of the compiled kernel sources of
devices, and the bounds that follow."""
import sys
from pathlib import Path

import device_counts
import lists
from performance import table

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "bench"))
from device_report import SEAL_TARGETS, TARGETS as MUST  # noqa: E402

HEAD = """# GPUs: counted instructions and computed bounds

Written by `./dev gen` from `tests/device/budgets.tsv`, which `tests/device/count.py --update` writes: NVRTC compiles
the kernel sources, and nvdisasm shows the instructions. You need no GPU for this, because no speed is measured.
`budgets.tsv` has the same counts for six other architectures, and the LOP3 instructions in the program of each entry.

The bound is that of CTR in place in the device's memory, on {machines}: {processors} multiprocessors at {clock} GHz.
In a cycle, a multiprocessor executes 64 logical functions of three inputs (LOP3), additions, shifts or permutes of
bytes, and in addition 64 multiplications. It reads 32 words of shared memory and issues four warps. The bound is set by
the busiest pipe, or by the memory, which carries every byte twice. Real kernels are slower because of latencies, the
instruction cache and the clock under load. A kernel must reach 70 % of the bound and should reach 85 %.

* **registers**: of hr_ctr for sm_90. A thread may have 255. No program counted here spills registers.
* **ALU, multiply, issue, shared**: instructions per byte and lane of these pipes, issued instructions, and words of
  shared memory per byte.
* **must**: the required speed of the kernel on an H200 in GB/s, and its share of the bound.

"""
# Cipher, mode, field.
SEALS = (("kalyna-128-128", "gcm", "gf128"), ("kalyna-256-256", "gcm", "gf256"), ("kalyna-512-512", "gcm", "gf512"), ("kuznyechik", "mgm", "gf128"),
         ("magma", "mgm", "gf64"), ("lea-128", "gcm", "ghash"), ("speck-128-128", "gcm", "ghash"))


def geometry():
    """Returns kernel -> bytes that a thread processes at a time."""
    made = {f"{c.name}.{d.technique}": c.block * d.each for c, d in lists.devices()}
    return made | {f"{h.field}.{h.technique}": h.block for h in lists.hashes()}


def rows():
    """Returns (kernel, entry, arch, {column: number}) of the committed counts."""
    return [(*key, cost) for key, cost in device_counts.read_budgets().items()]


def seals(found, sizes, machines):
    """Returns lines on sealing in place in the device's memory. The kernel of the cipher runs once per block (twice for
    MGM), and then that of the sum."""
    costs = {(kernel, entry): cost for kernel, entry, arch, cost in found if arch == "sm_90"}

    def each(kernel, entry):
        return device_counts.cycles(costs[kernel, entry])[0] / (32 * sizes[kernel])

    out = []
    for variant, mode, field in SEALS:
        must = SEAL_TARGETS.get(variant)
        entry, times = ("hr_dot", 2) if mode == "mgm" else ("hr_hash", 1)
        ciphers = [f for f, e in costs if f.startswith(variant + ".") and e == "hr_ctr"]
        sums = [f for f, e in costs if f.startswith(field + ".") and e == entry]
        if not ciphers or not sums:
            continue
        cipher, by = min(ciphers, key=lambda f: each(f, "hr_ctr")), min(sums, key=lambda f: each(f, entry))
        least = times * each(cipher, "hr_ctr") + each(by, entry)
        rates = [m.processors * m.clock / least / 1e9 for m in machines]
        out.append([f"{variant} in {mode}", cipher, by, *(f"{r:.0f}" for r in rates),
                    f"{must}: {100 * must / rates[-1]:.0f} %" if must else "-"])
    return ["", "## Sealing", "", "Bounds on sm_90 of GCM and MGM in place in the device's memory. Each block goes through the cipher (twice for MGM) and",
            "through the field. Launches, and the steps after the first one, are not included.", "",
            *table(["seal", "cipher", "field", *(f"{m.name}, GB/s" for m in machines), "must"], out)]


def page():
    machines = device_counts.MACHINES
    found, sizes = rows(), geometry()
    out = [HEAD.format(machines=" and ".join(m.name for m in machines), processors=machines[0].processors, clock=machines[0].clock / 1e9).rstrip("\n"),
           "", "## Bounds on sm_90", ""]
    lines, best = [], {}
    ordered = [f for f in sizes if any(r[0] == f for r in found)]
    for kernel in ordered:
        for name, entry, arch, cost in found:
            if name != kernel or arch != "sm_90" or entry not in ("hr_ctr", "hr_hash"):
                continue
            size = sizes[kernel]
            bounds = [device_counts.bound(m, cost, 32 * size) for m in machines]
            variant = kernel.split(".")[0]
            best[variant] = max(best.get(variant, 0), bounds[-1][0])
            share = f"{MUST[variant]}: {100e9 * MUST[variant] / bounds[-1][0]:.0f} %" if variant in MUST else "-"
            per = [f"{cost[c] / size:.1f}" for c in ("alu", "multiply", "issue", "shared")]
            lines.append([kernel, str(cost["registers"]), *per, *(f"{b / 1e9:.0f}" for b, _ in bounds), bounds[-1][1], share])
    out += table(["kernel", "registers", "ALU", "multiply", "issue", "shared", *(f"{m.name}, GB/s" for m in machines), "set by", "must"], lines)
    out += seals(found, sizes, machines)
    out += ["", "## Targets and bounds", ""]
    for variant, must in MUST.items():
        if variant in best:
            allowed = "allowed by the bound" if best[variant] >= must * 1e9 else "NOT allowed by the bound"
            out.append(f"* {variant}: {must} GB/s, {allowed} of {best[variant] / 1e9:.0f} GB/s; 70 % of it are {0.7 * best[variant] / 1e9:.0f} GB/s.")
    return "\n".join(out) + "\n"
