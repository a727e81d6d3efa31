#!/usr/bin/env python3
"""Measures this machine. It runs the commands below, writes their complete output into
build/measurements/CLASS.json, and writes the part that pages and ranks use into bench/machines/CLASS.csv and
CLASS.txt.

usage: measure_machine.py --build build/PRESET [--quick] [--only NAME...] [--families NAME...] [--allow-dirty]
                          [--all FILE] [-o FILE]
  --quick        a tenth of the time for each row: to try the tool, never to be committed
  --only         these parts (kernels, lengths, selected, beside, memory, single, aead, modes, placements, ...,
                 outputs); the other parts of both files stay
  --families     these families of ciphers; the figures of the others stay
                 With either, `commit` of the CSV names both commits.
  --allow-dirty  accepts a build with uncommitted changes; the files say so
  --all          where all rows go, instead of build/measurements/CLASS.json, or CLASS-quick.json with --quick
  -o             where the CSV goes, instead of bench/machines/CLASS.csv
You must not run other programs on the machine meanwhile. Rows of a disturbed machine are marked, and counted at the
end. If the CSV has figures of another processor, no file is written. An interrupted run keeps its complete parts.
"""
import argparse
import datetime
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import lists  # noqa: E402
import machines  # noqa: E402

PATIENCE = 20  # how many times longer a row may take if a neighbour disturbs the machine
SIZES = "16,64,256,1K,4K,16K"
# Modes for the tables of tools/performance.py. Each comes next to the mode that it is compared with, in the same run.
MODES = ("ecb", "ctr", "cbc", "cfb", "ofb", "xts", "ctr-acpkm", "gcm", "mgm", "ccm", "gcm-siv", "cmac", "cmac:8", "cmac:64", "cbc:64",
         "gcm:64", "mgm:64")
# Part -> arguments of `hedgerow bench`, and seconds per row. CIPHERS: one of each set that differs only in its S-boxes.
# FAMILIES: the variant of each family that the pages show.
PARTS = {
    "kernels": (f"CIPHERS --all-kernels --mode ecb,ctr --size {SIZES}", 0.025),
    "selected": (f"FAMILIES --mode ecb,ctr --size {SIZES},64K,1M,64M --chunk 256K", 0.1),
    "beside": ("CIPHERS --peers --mode ecb,ctr --size 16K", 0.25),
    "memory": ("CIPHERS --mode ecb,ctr --size 16K,64M --chunk 256K --memcpy", 0.2),
    "single": ("FAMILIES --mode block,setup --peers", 0.1),
    "aead": ("FAMILIES --mode aead --size 16K --peers", 0.25),
    "modes": (f"FAMILIES --mode {','.join(MODES)} --size 16K --peers", 0.05),
    "placements": ("CIPHERS --mode ecb,ctr --placements", 1.0),
    "other placements": ("FAMILIES --all-kernels --mode ecb,ctr --placements", 0.2),
}
ALL_PARTS = (*PARTS, "lengths", "outputs")
# The part `lengths` has its own plan. Kernels that take twice as long as the fastest one at each of FIRST_BLOCKS are
# not measured at the other lengths. Kalyna is left out, because its fastest kernel leaves the rest after whole batches
# of a call to another kernel. A measurement forces one kernel for the whole call, so it would not show this.
LEFT_OUT = ("kalyna",)
LENGTHS_SECONDS, FIRST_BLOCKS, TWICE = 0.004, (1, 2, 4, 8, 16, 32, 64), 2
NEED_CORE = ("placements", "other placements", "lengths")  # these parts compare cycles of the core
OUTPUTS = ["bench/file_vs_cp.py", "provider_speed"]
CPUINFO_FILE = Path("/proc/cpuinfo")
CPUINFO = (("vendor_id", ""), ("cpu family", "family "), ("model", "model "), ("CPU implementer", "implementer "), ("CPU part", "part "))
# The kept fields of a row. The other fields are the same in all rows and are in `about`, or follow from the kept ones.
KEPT = ("cipher", "mode", "direction", "kernel", "timing", "bytes", "chunk_bytes", "threads", "mb_per_s_median", "mb_per_s_min",
        "mb_per_s_max", "core_cpb", "core_cycles", "peer", "peer_cipher", "peer_mb_per_s", "peer_core_cycles", "ratio",
        "placements_core_cycles", "disturbed")


def fail(text):
    sys.exit(f"measure_machine: {text}")


def environment(build):
    return {**os.environ, "PATH": f"{build / 'bin'}:{os.environ['PATH']}"}


def cipher_names(build):
    """Returns one variant of each set that differs only in its S-boxes."""
    listed = subprocess.run([build / "bin" / "hedgerow", "list", "--json"], check=True, capture_output=True, text=True).stdout
    names = dict.fromkeys(k["cipher"] for k in json.loads(listed))
    return list({name.partition(":")[0]: name for name in reversed(names)}.values())[::-1]


def kept(line):
    """Returns a row without empty fields, with figures of four significant digits."""
    row = {key: line[key] for key in KEPT if line.get(key) not in (None, False, 0)}
    if row.get("threads") == 1:
        del row["threads"]
    if "core_cpb" in row:
        row.pop("core_cycles", None)
    return {k: float(f"{v:.4g}") if isinstance(v, float) else v for k, v in row.items()}


def bench(build, arguments, seconds, ciphers):
    shown = machines.shown_variants().values()
    families = [name for name in ciphers if name.partition(":")[0] in shown]
    words = [w for word in arguments.split() for w in {"CIPHERS": ciphers, "FAMILIES": families}.get(word, [word])]
    command = [str(build / "bin" / "hedgerow"), "bench", *words, "--seconds", str(seconds), "--patience", str(PATIENCE), "--json"]
    print(f"hedgerow bench {arguments} --seconds {seconds} --patience {PATIENCE}", file=sys.stderr, flush=True)
    result = subprocess.run(command, capture_output=True, text=True, env=environment(build))
    if result.returncode or not result.stdout:
        fail(f"hedgerow bench {arguments} failed: {result.stderr.strip()[-300:]}")
    return [json.loads(line) for line in result.stdout.splitlines()]


def lengths(build, seconds, ciphers):
    """Returns rows of the kernels that are worth a call of 1 to 64 blocks, one after the other at each length."""
    listed = json.loads(subprocess.run([build / "bin/hedgerow", "list", "--kernels", "--json"], check=True, capture_output=True, text=True).stdout)
    rows = []
    for c in (c for c in lists.ciphers() if c.name in ciphers and c.family not in LEFT_OUT):
        kernels = [k["id"] for k in listed if k["cipher"] == c.name and k["available"]]

        def at(blocks, names):
            sizes = ",".join(str(n * c.block) for n in blocks)
            return bench(build, f"{c.name} --kernel {','.join(names)} --mode ecb,ctr --size {sizes}", seconds, ciphers)
        first = [row for row in at(FIRST_BLOCKS, kernels) if row.get("mb_per_s_median")]
        best = {}
        for row in first:
            call = row["mode"], row["direction"], row["bytes"]
            best[call] = max(best.get(call, 0), row["mb_per_s_median"])
        worth = {row["kernel"] for row in first if TWICE * row["mb_per_s_median"] > best[row["mode"], row["direction"], row["bytes"]]}
        rows += at(machines.BLOCKS, [k for k in kernels if k in worth])
    return rows


def processor(text):
    """Returns the first processor in /proc/cpuinfo without its name: "AuthenticAMD, family 26, model 2"."""
    first = dict(re.findall(r"^([^\t:]+?)[ \t]*: *(.*)$", text.partition("\n\n")[0], re.M))
    return ", ".join(f"{label}{first[key]}" for key, label in CPUINFO if key in first)


def contradiction(cpu, before):
    """Returns the reason why figures of this machine do not fit the class, or None. cpu: the result of processor().
    before: the `cpu` of the class's file, which may lack the model, or ""."""
    if set(filter(None, before.split(", "))) <= set(cpu.split(", ")):
        return None
    return (f"the file of this class has figures of another processor, {before}; this is {cpu}. Write elsewhere with -o FILE, or remove the file "
            "if this processor is to represent the class")


def about(line):
    return {"class": line["machine_class"], "machine": line["machine"], "cpu": processor(CPUINFO_FILE.read_text()), "features": line["features"],
            "compiler": line["compiler"], "commit": line["commit"], "date": datetime.date.today().isoformat()}


def write_all(path, data):
    """Writes one row per line, so that you can read a diff."""
    rows = ",\n".join(json.dumps(row) for row in data["rows"])
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_text(f'{{"about":{json.dumps(data["about"])},\n"outputs":{json.dumps(data["outputs"])},\n"rows":[\n{rows}\n]}}\n')
    part.replace(path)


def is_of(cipher, families):
    """True if the cipher is of these families, or if there are none."""
    return not families or any(c.name == cipher and c.family in families for c in lists.ciphers())


def write_csv(path, data, parts, families):
    """Writes the lines of these parts and families. It keeps the other lines of the file, and their commit. `data` may
    have rows of an earlier run in other parts and families."""
    before = machines.Machine(path) if path.exists() else None
    rows = [row for row in data["rows"] if row["part"] in parts and is_of(row["cipher"], families)]
    lines = machines.compact(rows)
    # Two parts measure placements, of different kernels.
    measured, placed = {row["part"] for row in rows}, {row["kernel"] for row in rows if "placements" in row["part"]}
    kept = [line for line in before.lines if (line.kernel not in placed if line.part == "placements" else
                                              line.part not in measured or not is_of(line.cipher, families))] if before else []
    slower = machines.slower_of(row for row in rows if row["part"] == "lengths")
    if before and (families or not slower):
        slower = before.slower | slower
    if before and "commit" in before.about and (families or len(parts) < len(ALL_PARTS)):
        commit = f"{before.about['commit']} ({', '.join(families or parts)}: {data['about']['commit']}, {data['about']['date']})"
        data = {**data, "about": {**before.about, "commit": commit}}
    order = {part: place for place, part in enumerate(PARTS)}
    machines.save(path, data["about"], sorted(kept + lines, key=lambda line: order[line.part]), {**(before.outputs if before else {}), **(data["outputs"] if "outputs" in parts else {})}, slower)


def output(command, build):
    return subprocess.run(command, shell=True, check=True, capture_output=True, text=True, cwd=ROOT, env=environment(build)).stdout


def refuse(line, path, options):
    if line["commit"].endswith("-dirty") and not options.allow_dirty:
        fail(f"the build is of {line['commit']}: commit first, so that the figures can be made again")
    before = machines.Machine(path).about.get("cpu", "") if path.exists() else ""
    if reason := contradiction(processor(CPUINFO_FILE.read_text()), before):
        fail(f"nothing was written: {reason}")


def measure(part, data, build, ciphers, options):
    """Measures a part of ALL_PARTS, and puts it into `data` in place of its earlier figures."""
    if part == "outputs":
        for command in OUTPUTS:
            print(command, file=sys.stderr, flush=True)
            data["outputs"][command] = output(command, build)
        return
    arguments, seconds = PARTS.get(part, ("", LENGTHS_SECONDS))
    seconds = max(seconds / 10, 0.001) if options.quick else seconds
    lines = bench(build, arguments, seconds, ciphers) if arguments else lengths(build, seconds, ciphers)
    rows = [row for row in data["rows"] if row.get("part") != part or not is_of(row["cipher"], options.families)]
    data["rows"] = rows + [{**kept(line), "part": part} for line in lines]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", nargs="+", choices=ALL_PARTS, default=ALL_PARTS)
    parser.add_argument("--families", nargs="+", choices=[f.name for f in lists.families()], default=[])
    parser.add_argument("--allow-dirty", action="store_true")
    parser.add_argument("--all", type=Path)
    parser.add_argument("-o", type=Path)
    options = parser.parse_args()
    build = options.build.resolve()
    ciphers = [name for name in cipher_names(build) if is_of(name, options.families)]
    first = bench(build, "kuznyechik --mode block --direction enc", 0.01, ciphers)[0]
    path = options.o or machines.FOLDER / f"{first['machine_class']}.csv"
    everything = options.all or ROOT / "build/measurements" / f"{first['machine_class']}{'-quick' if options.quick else ''}.json"
    refuse(first, path, options)
    data = {"about": about(first), "outputs": {}, "rows": []}
    if everything.exists() and (options.families or len(options.only) < len(ALL_PARTS)):
        data |= {key: value for key, value in json.loads(everything.read_text()).items() if key != "about"}
    done, no_clock = [], not (first.get("core_cycles") or first.get("core_cpb"))
    left_out = [p for p in NEED_CORE if no_clock and p in options.only]
    if left_out:
        print(f"measure_machine: left out, because bench cannot count core cycles on this machine: {', '.join(left_out)}", file=sys.stderr)
    try:
        for part in [p for p in ALL_PARTS if p in options.only and p not in left_out]:
            measure(part, data, build, ciphers, options)
            write_all(everything, data)
            done.append(part)
    finally:  # so that an interruption does not lose half an hour of measurements
        if done:
            write_csv(path, data, done, options.families)
    disturbed = sum(bool(row.get("disturbed")) for row in data["rows"])
    print(f"{everything}: {len(data['rows'])} rows, {disturbed} of a disturbed machine; {path} has what pages and ranks use", file=sys.stderr)


if __name__ == "__main__":
    main()
