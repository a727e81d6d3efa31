#!/usr/bin/env python3
"""Measures this machine: runs every command of bench/machines/README.md and writes bench/machines/CLASS.json.

usage: measure_machine.py --build build/PRESET [--quick] [--only NAME...] [--output COMMAND] [--allow-dirty] [-o FILE]
  --quick        a tenth of the time for each row: to try the tool, never to be committed
  --only         these parts (kernels, selected, beside, memory, single, aead, modes, placements, ..., outputs);
                 the file's other parts stay
  --output       this command's output alone; everything else in the file stays
  --allow-dirty  takes a build whose files differ from its commit; the file says so
Nothing else may run on the machine meanwhile: rows of a disturbed machine are marked and counted at the end. Nothing is
written where the processor contradicts its class: where port_mixes takes other times for whole vectors of 64 bytes than
that class does, or the file has another processor.
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
PATIENCE = 20  # times as long where a neighbour disturbs the machine
SIZES = "16,64,256,1K,4K,16K"
# What tools/machines.py makes its tables of modes of: each beside the mode that its ratio is to, in the same run.
MODES = ("ecb", "ctr", "cbc", "cfb", "ofb", "xts", "ctr-acpkm", "gcm", "mgm", "ccm", "gcm-siv", "cmac", "cmac:8", "cmac:64", "cbc:64",
         "gcm:64", "mgm:64")
# Part -> arguments of `hedgerow bench`, seconds a row. CIPHERS: one of each set that differs in its S-boxes
# alone; FAMILIES: the first of each family.
PARTS = {
    "kernels": (f"CIPHERS --all-kernels --mode ecb,ctr --size {SIZES}", 0.025),
    "selected": (f"CIPHERS --mode ecb,ctr --size {SIZES},64K,1M,64M --chunk 256K", 0.1),
    "beside": ("--all", 0.25),
    "memory": ("CIPHERS --mode ecb,ctr --size 16K,64M --chunk 256K --memcpy", 0.2),
    "single": ("CIPHERS --mode block,setup --peers", 0.1),
    "aead": ("CIPHERS --mode aead --size 16K --peers", 0.25),
    "modes": (f"CIPHERS --mode {','.join(MODES)} --size 16K --peers", 0.05),
    "placements": ("CIPHERS --mode ecb,ctr --placements", 1.0),
    "other placements": ("FAMILIES --all-kernels --mode ecb,ctr --placements", 0.2),
}
OUTPUTS = ["bench/file_vs_cp.py", "provider_speed", "port_mixes"]
# Rows of port_mixes by which the widths of a core's units show: they wait for nothing and take as long as their ports
# need.
WHOLE_VECTORS = ("8 loads of 64 bytes", "8 stores of 64 bytes", "8 rotates", "8 byte shuffles")
CPUINFO_FILE = Path("/proc/cpuinfo")
CPUINFO = (("vendor_id", ""), ("cpu family", "family "), ("model", "model "), ("CPU implementer", "implementer "), ("CPU part", "part "))
# What a row keeps: the rest is the same in all rows and stands in `about`, or follows from what is kept.
KEPT = ("cipher", "mode", "direction", "kernel", "timing", "narrow_up_to", "bytes", "chunk_bytes", "threads", "mb_per_s_median", "mb_per_s_min",
        "mb_per_s_max", "core_cpb", "core_cycles", "peer", "peer_cipher", "peer_mb_per_s", "peer_core_cycles", "ratio",
        "placements_core_cycles", "disturbed")


def fail(text):
    sys.exit(f"measure_machine: {text}")


def environment(build):
    return {**os.environ, "PATH": f"{build / 'bin'}:{os.environ['PATH']}"}


def cipher_names(build):
    """One of each set of variants that differ in their S-boxes alone."""
    listed = subprocess.run([build / "bin" / "hedgerow", "list", "--json"], check=True, capture_output=True, text=True).stdout
    names = dict.fromkeys(k["cipher"] for k in json.loads(listed))
    return list({name.partition(":")[0]: name for name in reversed(names)}.values())[::-1]


def kept(line):
    """A row without empty fields, figures with four digits that mean something."""
    row = {key: line[key] for key in KEPT if line.get(key) not in (None, False, 0)}
    if row.get("threads") == 1:
        del row["threads"]
    if "core_cpb" in row:
        row.pop("core_cycles", None)
    return {k: float(f"{v:.4g}") if isinstance(v, float) else v for k, v in row.items()}


def bench(build, arguments, seconds, ciphers):
    families = list({name.replace(":", "-").partition("-")[0]: name for name in reversed(ciphers)}.values())[::-1]
    words = [w for word in arguments.split() for w in {"CIPHERS": ciphers, "FAMILIES": families}.get(word, [word])]
    command = [str(build / "bin" / "hedgerow"), "bench", *words, "--seconds", str(seconds), "--patience", str(PATIENCE), "--json"]
    print(f"hedgerow bench {arguments} --seconds {seconds} --patience {PATIENCE}", file=sys.stderr, flush=True)
    result = subprocess.run(command, capture_output=True, text=True, env=environment(build))
    if result.returncode or not result.stdout:
        fail(f"hedgerow bench {arguments} failed: {result.stderr.strip()[-300:]}")
    return [json.loads(line) for line in result.stdout.splitlines()]


def processor(text):
    """The first processor that /proc/cpuinfo names, without the name: "AuthenticAMD, family 26, model 2"."""
    first = dict(re.findall(r"^([^\t:]+?)[ \t]*: *(.*)$", text.partition("\n\n")[0], re.M))
    return ", ".join(f"{label}{first[key]}" for key, label in CPUINFO if key in first)


def contradiction(machine_class, mixes, cpu, before):
    """Why this machine's figures are none of the class's, or None. mixes: the text of port_mixes; cpu: processor();
    before: `about` of the class's file, or {}; its `cpu` may lack the model."""
    for name in WHOLE_VECTORS:
        row = re.search(rf"^{re.escape(name)} +([0-9.]+) +([0-9.]+)$", mixes, re.M)
        if row and not 0.75 < float(row[2]) / float(row[1]) < 1.33:
            return (f"port_mixes takes {row[2]} cycles for {name}, a processor of class {machine_class} {row[1]}: src/isa/machine.cpp, or "
                    "HEDGEROW_CPU_CLASS, gives this processor a class that it is not of")
    if not set(before.get("cpu", cpu).split(", ")) <= set(cpu.split(", ")):
        return (f"the file of class {machine_class} has figures of another processor, {before['cpu']}; this is {cpu}. Write elsewhere with -o FILE, "
                "or remove the file if this processor is to stand for the class")
    return None


def about(line, rows):
    parts = {row.get("part") for row in rows}
    commands = [f"hedgerow bench {arguments} --seconds {seconds} --patience {PATIENCE}"
                for part, (arguments, seconds) in PARTS.items() if part in parts]
    return {"machine": line["machine"], "cpu": processor(CPUINFO_FILE.read_text()), "class": line["machine_class"], "features": line["features"], "compiler": line["compiler"],
            "commit": line["commit"], "date": datetime.date.today().isoformat(), "commands": commands}


def write(path, data):
    """One row a line, so that a change can be read."""
    rows = ",\n".join(json.dumps(row) for row in data["rows"])
    part = path.with_name(path.name + ".part")
    part.write_text(f'{{"about":{json.dumps(data["about"])},\n"outputs":{json.dumps(data["outputs"])},\n"rows":[\n{rows}\n]}}\n')
    part.replace(path)


def output(command, build):
    return subprocess.run(command, shell=True, check=True, capture_output=True, text=True, cwd=ROOT, env=environment(build)).stdout


def refuse_dirty(line, options):
    if line["commit"].endswith("-dirty") and not options.allow_dirty:
        fail(f"the build is of {line['commit']}: commit first, so that the figures can be made again")


def refuse_contradiction(line, path, build):
    before = json.loads(path.read_text())["about"] if path.exists() else {}
    reason = contradiction(line["machine_class"], output("port_mixes", build), processor(CPUINFO_FILE.read_text()), before)
    if reason:
        fail(f"nothing was written: {reason}")


def one_output(options, build):
    line = bench(build, "kuznyechik --mode block --direction enc", 0.01, [])[0]
    refuse_dirty(line, options)
    path = options.o or ROOT / "bench/machines" / f"{line['machine_class']}.json"
    refuse_contradiction(line, path, build)
    data = json.loads(path.read_text())
    data["outputs"][options.output] = output(options.output, build)
    write(path, data)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", nargs="+", choices=[*PARTS, "outputs"], default=[*PARTS, "outputs"])
    parser.add_argument("--output", choices=OUTPUTS)
    parser.add_argument("--allow-dirty", action="store_true")
    parser.add_argument("-o", type=Path)
    options = parser.parse_args()
    build = options.build.resolve()
    if options.output:
        return one_output(options, build)
    ciphers = cipher_names(build)
    first = bench(build, "kuznyechik --mode block --direction enc", 0.01, ciphers)[0]
    refuse_dirty(first, options)
    path = options.o or ROOT / "bench/machines" / f"{first['machine_class']}.json"
    refuse_contradiction(first, path, build)
    before = json.loads(path.read_text()) if path.exists() and len(options.only) <= len(PARTS) else {"rows": [], "outputs": {}}
    rows, outputs = before["rows"], before["outputs"]
    # Written after each part: half an hour of a quiet machine is not lost with the last one.
    for part in [p for p in PARTS if p in options.only]:
        arguments, seconds = PARTS[part]
        lines = bench(build, arguments, seconds / 10 if options.quick else seconds, ciphers)
        rows = [row for row in rows if row.get("part") != part] + [{**kept(line), "part": part} for line in lines]
        write(path, {"about": about(first, rows), "outputs": outputs, "rows": rows})
    for command in OUTPUTS if "outputs" in options.only else []:
        print(command, file=sys.stderr, flush=True)
        outputs[command] = output(command, build)
        write(path, {"about": about(first, rows), "outputs": outputs, "rows": rows})
    disturbed = sum(bool(row.get("disturbed")) for row in rows)
    print(f"{path}: {len(rows)} rows, {disturbed} of a disturbed machine", file=sys.stderr)


if __name__ == "__main__":
    main()
