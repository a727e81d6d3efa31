#!/usr/bin/env python3
"""./dev hardware: the Kalyna-128/128 core, with its S-boxes emitted from src/circuit.

usage: hardware.py --circuit PROGRAM test               the core in Icarus Verilog against the standard's vectors
       hardware.py --circuit PROGRAM cells [--boxes] [CIPHER...]  cells of the committed S-boxes and the core by Yosys
PROGRAM is hedgerow-circuit. With --boxes you leave out the core, which takes minutes. Exit status: 1 if a result is
wrong, 77 if a tool is missing.

The tests turned red when ROW of the mixing was changed by one, when tmv was shifted by count, when a
gate of kalyna_3 was changed in its netlist, and when the odd round keys were rotated by 8 bytes.
"""
import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
SOURCES = [HERE / "kalyna_round.v", HERE / "kalyna_128_128.v"]
BASIS = "andn"
BOXES = ["0", "1", "2", "3"]
INVERSE_BOXES = ["inv" + b for b in BOXES]
MAGMA = "gost:tc26-z:"  # the only one of the sets of GOST 28147-89
SKIPPED = 77


def call(*command, cwd=None):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, cwd=cwd)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stdout[-1000:]}{done.stderr[-1000:]}")
    return done.stdout


def need(*tools):
    for tool in tools:
        if not shutil.which(tool):
            print(f"SKIPPED hardware: no {tool}")
            sys.exit(SKIPPED)


def emit(program, netlist, folder, box):
    out = Path(folder, re.sub(r"\W", "_", box) + ".v")
    call(program, "emit", "--target", "verilog", "--box", box, netlist, "-o", out)
    return out


def core_sources(program, folder, boxes):
    return [emit(program, ROOT / f"src/circuit/kalyna/{box}.{BASIS}.gates", folder, f"kalyna:{box}") for box in boxes] + SOURCES


def words(text, size=16):
    data = bytes.fromhex(text)
    return [data[i:i + size] for i in range(0, len(data) // size * size, size)]


def xor(a, b):
    return bytes(x ^ y for x, y in zip(a, b))


def pairs_of(vector):
    """Returns the (plaintext, ciphertext) pairs of the block calls in a vector of ECB or CBC, or of CFB and OFB with
    whole blocks."""
    plain, cipher, mode = words(vector["plaintext"]), words(vector.get("ciphertext", "")), vector.get("mode", "ECB")
    previous = words(vector.get("iv", "")) + cipher
    if mode == "ECB":
        return list(zip(plain, cipher))
    if mode == "CBC":
        return [(xor(p, c), d) for p, c, d in zip(plain, previous, cipher)]
    stream = [xor(p, c) for p, c in zip(plain, cipher)]
    if mode == "CFB" and vector["q_bytes"] == 16:
        return list(zip(previous, stream))
    return list(zip(previous[:1] + stream, stream)) if mode == "OFB" else []


def vectors():
    """Returns (key, plaintext, ciphertext) of Kalyna-128/128 in tests/vectors."""
    found = []
    for name in ("kalyna.json", "kalyna_modes.json"):
        for v in json.loads((ROOT / "tests/vectors" / name).read_text())["vectors"]:
            if v["block_bits"] == v["key_bits"] == 128:
                found += [(bytes.fromhex(v["key"]), p, c) for p, c in pairs_of(v)]
    return sorted(set(found))


def test(program, folder, *_):
    need("iverilog", "vvp")
    cases = vectors()
    path = Path(folder, "vectors.hex")
    path.write_text("".join("".join(part[::-1].hex() for part in case) + "\n" for case in cases))
    for decrypt, boxes in ((1, BOXES + INVERSE_BOXES), (0, BOXES)):
        sources = core_sources(program, folder, boxes)
        call("iverilog", "-g2005", "-s", "kalyna_128_128_tb", f"-Pkalyna_128_128_tb.DECRYPT={decrypt}", "-o", Path(folder, "core"),
             HERE / "kalyna_128_128_tb.v", *sources)
        said = call("vvp", "-n", Path(folder, "core"), f"+vectors={path}", f"+count={len(cases)}")
        print(f"decrypt {decrypt}: {said}", end="")
        if said.strip() != f"passed {len(cases)}" or len(cases) < 10:
            return 1
    return 0


def synthesise(sources, top, steps, folder):
    """Returns (cells by kind, transistors) of the whole design."""
    script = f"read_verilog {' '.join(map(str, sources))}; {steps.format(top=top)}; tee -q -o stat.txt stat -tech cmos -top {top}"
    call("yosys", "-q", "-p", script, cwd=folder)
    text = Path(folder, "stat.txt").read_text()
    text = text[text.find("=== design hierarchy"):] if "=== design hierarchy" in text else text
    cells = {kind: int(n) for kind, n in re.findall(r"^\s+\$_?(\w+?)_?\s+(\d+)$", text, flags=re.M)}
    transistors = re.search(r"transistors:\s+(\d+)", text)
    return cells, int(transistors[1]) if transistors else 0


def row(name, gates, sources, top, folder):
    cells, transistors = synthesise(sources, top, "synth -top {top}", folder)
    flops = sum(n for kind, n in cells.items() if "DFF" in kind)
    luts, _ = synthesise(sources, top, "synth -top {top} -lut 6", folder)
    xors = cells.get("XOR", 0) + cells.get("XNOR", 0)
    print(f"{name:28}{gates:>6}{sum(cells.values()) - flops:>8}{xors:>8}{flops:>8}{transistors:>13}{luts.get('lut', 0):>8}", flush=True)


def cells(program, folder, ciphers, boxes_alone):
    need("yosys")
    print(f"{'':28}{'gates':>6}{'cells':>8}{'of XOR':>8}{'flops':>8}{'transistors':>13}{'LUT6':>8}")
    for path in sorted((ROOT / "src/circuit").glob(f"*/*.{BASIS}.gates")):
        said = call(program, "show", "--json", path)
        for c in [json.loads(line) for line in said.splitlines()]:
            wanted = path.parent.name in ciphers and c["inputs"] <= 8  # matrices have more inputs
            if wanted and (MAGMA in c["box"] or "gost:" not in c["box"]):
                source = emit(program, path, folder, c["box"])
                row(c["box"], c["gates"], [source], re.sub(r"\W", "_", c["box"]), folder)
    if boxes_alone or "kalyna" not in ciphers:
        return 0
    for name, decrypt in (("core, encryption", 0), ("core, both directions", 1)):
        sources = core_sources(program, folder, BOXES + INVERSE_BOXES * decrypt)
        copy = Path(folder, "core.v")
        copy.write_text(SOURCES[1].read_text().replace("DECRYPT = 1", f"DECRYPT = {decrypt}"))
        row(name, "", sources[:-1] + [copy], "kalyna_128_128", folder)
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--circuit", required=True)
    parser.add_argument("what", choices=("test", "cells"))
    parser.add_argument("--boxes", action="store_true", help="without the core, which takes minutes")
    parser.add_argument("ciphers", nargs="*", help="folders of src/circuit")
    arguments = parser.parse_args()
    ciphers = arguments.ciphers or sorted(p.name for p in (ROOT / "src/circuit").iterdir())
    program = Path(arguments.circuit)
    program = program.resolve() if program.exists() else program
    with tempfile.TemporaryDirectory(prefix="hedgerow_hardware.") as folder:
        return {"test": test, "cells": cells}[arguments.what](program, folder, ciphers, arguments.boxes)


if __name__ == "__main__":
    sys.exit(main())
