#!/usr/bin/env python3
"""Regenerates what is derived from the lists, the vectors and the netlists: docs/kernels.md, docs/circuits.md,
cli/selftest_ecb.def and the code beside each src/circuit/*/*.blif. With --check, compares instead of writing.

usage: gen.py --circuit PROGRAM [--check]        PROGRAM: hedgerow-circuit
"""
import argparse
import json
import subprocess
import sys
from pathlib import Path

import lists

ROOT = Path(__file__).resolve().parent.parent


def joined(words):
    return " + ".join(words) or "-"


def batch(k):
    return str(k.batch_bytes) if k.batch_bytes else f"{k.batch_blocks} blocks"


def ranks(k):
    return ", ".join([str(k.rank), *(f"{name} {rank}" for name, rank in k.class_ranks)])


def kernels_page():
    out = ["# Ciphers, kernels and instruction sets", "",
           "Written by `./dev gen` from `src/cipher/cipher.def`, `src/isa/isa.def` and `src/registry/kernels.def`;",
           "`hedgerow list` prints the same with what this CPU can run and which kernel it chooses.", "",
           "## Ciphers", "", "| name | family | block bytes | key bytes | rounds | OID of the S-boxes |", "|---|---|---|---|---|---|"]
    for c in lists.ciphers():
        out.append(f"| {c.name} | {c.family} | {c.block} | {c.key} | {c.rounds} | {c.sbox_oid or '-'} |")
    out += ["", "## Families", "", "| family | standing | note |", "|---|---|---|"]
    out += [f"| {f.name} | {f.standing} | {f.note} |" for f in lists.families()]
    out += ["", "## Kernels", "",
            "Of two kernels that a CPU can run, the one of lower rank is preferred; a rank behind a class of processors holds there.", "",
            "| family | technique | ISA | further features | bytes (or blocks) of a full batch | role | timing | rank |",
            "|---|---|---|---|---|---|---|---|"]
    for k in lists.kernels():
        out.append(f"| {k.family} | {k.technique} | {k.isa} | {joined(k.features)} | {batch(k)} | {k.role} | {k.timing} | {ranks(k)} |")
    out += ["", "## Field multiplications", "", "| field | ISA | further features | timing |", "|---|---|---|---|"]
    for f in lists.fields():
        out.append(f"| {f.field} | {f.isa} | {joined(f.features)} | {f.timing} |")
    out += ["", "## Instruction sets", "", "| name | architecture | features | compiler flags |", "|---|---|---|---|"]
    for i in lists.isas():
        out.append(f"| {i.name} | {i.arch} | {joined(i.features)} | {f'`{i.flags}`' if i.flags else '-'} |")
    out += ["", "## Classes of processors", "", "| name | what |", "|---|---|"]
    out += [f"| {c.name} | {c.note} |" for c in lists.classes()]
    return "\n".join(out) + "\n"


def selftest_answers():
    out = ["// Written by `./dev gen`: the first vector of tests/vectors for each cipher, by whose length and name it is known.",
           "// ECB(cipher, key, plaintext, ciphertext)"]
    for c in lists.ciphers():
        for v in json.loads((ROOT / f"tests/vectors/{c.family}.json").read_text())["vectors"]:
            lengths = [len(v.get(field, "")) for field in ("key", "plaintext", "ciphertext")]
            if v.get("variant", c.name) == c.name and lengths == [2 * c.key, 2 * c.block, 2 * c.block]:
                out.append(f'ECB("{c.name}", "{v["key"]}", "{v["plaintext"]}", "{v["ciphertext"]}")')
                break
    return "\n".join(out) + "\n"


# One vector of each kind of mode: file, cipher, its name there, mode there, mode in the library.
SELFTEST_MODES = [("gost3413_modes", "kuznyechik", "Kuznyechik", "CTR", "ctr"), ("gost3413_modes", "magma", "Magma", "CBC", "cbc"),
                  ("mgm", "kuznyechik", "Kuznyechik", "MGM", "mgm"), ("gost3413_modes", "kuznyechik", "Kuznyechik", "MAC", "cmac"),
                  ("kalyna_modes", "kalyna-128-128", None, "XTS", "xts"), ("kalyna_modes", "kalyna-128-128", None, "GCM", "gcm"),
                  ("kalyna_modes", "kalyna-128-128", None, "KW", "kw")]


def selftest_modes():
    out = ["// Written by `./dev gen`: one vector of tests/vectors for modes of each kind.",
           "// ANSWER(cipher, mode, key, iv or nonce, AAD, plaintext, ciphertext, tag)"]
    for file, cipher, named, mode, ours in SELFTEST_MODES:
        for v in json.loads((ROOT / f"tests/vectors/{file}.json").read_text())["vectors"]:
            here = v["cipher"] == named if named else (v["block_bits"], v["key_bits"]) == (128, 128)
            if here and v["mode"] == mode:
                texts = [v["key"], v.get("iv", v.get("nonce", "")), *(v.get(k, "") for k in ("aad", "plaintext", "ciphertext", "tag"))]
                out.append(f'ANSWER("{cipher}", "{ours}", ' + ", ".join(f'"{t}"' for t in texts) + ")")
                break
    return "\n".join(out) + "\n"


PAGES = {"docs/kernels.md": kernels_page, "cli/selftest_ecb.def": selftest_answers, "src/api/selftest_ecb.def": selftest_answers,
         "src/api/selftest_modes.def": selftest_modes}


def circuit_code(program, netlist):
    return subprocess.run([program, "emit", "--target", "ops", netlist], check=True, capture_output=True, text=True).stdout


def circuits_page(program):
    table = subprocess.run([program, "show", "src/circuit"], check=True, capture_output=True, text=True, cwd=ROOT).stdout
    return CIRCUITS_HEAD + table


CIRCUITS_HEAD = """# Circuits

Written by `./dev gen`; the table is `hedgerow circuit show src/circuit`. A box over `andn` has AND, OR, XOR and AND-NOT of two inputs,
output NOTs apart; `and-or-xor-not` counts every NOT; `lut3` has any function of three inputs (vpternlog, LOP3). Linear layers
(`kalyna:mds`, `kuznyechik:l`, ...) are XORs alone. Live: the most values at once in the committed order. Seconds: of the search up
to that circuit, one thread, on a shared machine. Best known elsewhere: src/circuit/best_known.tsv; the keys of its sources are in
bibliography.md. The second table has what other ways were published to make of a box (src/circuit/baselines.tsv); `hedgerow circuit
baselines` prints what a two-level minimiser and the 2020 paper's heuristic make of boxes here.

"""


def products(program):
    """File -> the text it should have."""
    made = {ROOT / name: make() for name, make in PAGES.items()}
    made[ROOT / "docs/circuits.md"] = circuits_page(program)
    for netlist in sorted((ROOT / "src/circuit").glob("*/*.blif")):
        if not netlist.stem.endswith((".nand-nor-xor", ".and-or-xor-not")):  # for hardware and to compare, not for kernels
            made[netlist.with_suffix(".hpp")] = circuit_code(program, netlist)
    return made


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--circuit", required=True)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    made = products(arguments.circuit)
    # Code whose netlist is gone is stale too.
    orphans = {path for path in (ROOT / "src/circuit").glob("*/*.hpp") if path not in made}
    stale = sorted(orphans | {path for path, text in made.items() if not path.exists() or path.read_text() != text})
    if not arguments.check:
        for path in stale:
            path.unlink() if path in orphans else path.write_text(made[path])
        return 0
    for path in stale:
        print(f"{path.relative_to(ROOT)} is not what ./dev gen writes")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
