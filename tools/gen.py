#!/usr/bin/env python3
"""Regenerates the files that derive from lists, vectors, netlists and measurements: docs/kernels.md, docs/circuits.md,
docs/gpu-counts.md, docs/gpu-measured.md, src/api/selftest_ecb.def, src/api/selftest_modes.def, and the pages that
tools/performance.py makes from bench/machines. With --check, it compares instead of writing.

usage: gen.py --circuit PROGRAM [--check]        PROGRAM: hedgerow-circuit
"""
import argparse
import json
import subprocess
import sys
from pathlib import Path

import device_measured
import device_page
import lists
import machines
import performance

ROOT = Path(__file__).resolve().parent.parent


def joined(words):
    return " + ".join(words) or "-"


def ranks(k):
    return ", ".join([str(k.rank), *(f"{name} {rank}" for name, rank in k.class_ranks)])


def kernels_page():
    out = ["# Ciphers, kernels and instruction sets", "",
           "Written by `./dev gen` from `src/cipher/cipher.def`, `src/isa/isa.def` and `src/registry/kernels.def`;",
           "`hedgerow list` prints the same with the blocks of each kernel's batch, what this CPU can run and the calls that it",
           "chooses each kernel for.", "",
           "## Ciphers", "", "| name | family | block bytes | key bytes | rounds | OID of the S-boxes |", "|---|---|---|---|---|---|"]
    for c in lists.ciphers():
        out.append(f"| {c.name} | {c.family} | {c.block} | {c.key} | {c.rounds} | {c.sbox_oid or '-'} |")
    out += ["", "## Families", "", "| family | maturity | note |", "|---|---|---|"]
    out += [f"| {f.name} | {f.maturity} | {f.note} |" for f in lists.families()]
    out += ["", "## Kernels", "",
            "The literal references and the exhibits of `lab/exhibits.def`, which leak or lose, are no part of libhedgerow.", "",
            "For each length of call the library takes the kernel of lowest rank that the CPU can run and that is good for the",
            "length, which the kernel's code says; a rank behind a class of processors holds there. All are constant in time.", "",
            "| family | technique | ISA | further features | rank |",
            "|---|---|---|---|---|"]
    for k in filter(lambda k: k.shipped, lists.kernels()):
        out.append(f"| {k.family} | {k.technique} | {k.isa} | {joined(k.features)} | {ranks(k)} |")
    out += ["", "## Field multiplications", "", "| field | ISA | further features |", "|---|---|---|"]
    for f in lists.fields():
        out.append(f"| {f.field} | {f.isa} | {joined(f.features)} |")
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


MEASURED_PAGES = ("README.md", "docs/performance.md")
# One vector of each kind of mode, and of each AEAD of containers: file, cipher, its name there, mode there, mode in the
# library.
SELFTEST_MODES = [("gost3413_modes", "kuznyechik", "Kuznyechik", "CTR", "ctr"), ("gost3413_modes", "magma", "Magma", "CBC", "cbc"),
                  ("mgm", "kuznyechik", "Kuznyechik", "MGM", "mgm"), ("gost3413_modes", "kuznyechik", "Kuznyechik", "MAC", "cmac"),
                  ("kalyna_modes", "kalyna-128-128", None, "XTS", "xts"), ("kalyna_modes", "kalyna-128-128", None, "GCM", "gcm"),
                  ("kalyna_modes", "kalyna-128-128", None, "KW", "kw"),
                  *(("kalyna_modes", f"kalyna-{sizes}", None, "GCM", "gcm") for sizes in ("128-256", "256-256", "256-512", "512-512"))]


def selftest_modes():
    out = ["// Written by `./dev gen`: one vector of tests/vectors for modes of each kind.",
           "// ANSWER(cipher, mode, key, iv or nonce, AAD, plaintext, ciphertext, tag)"]
    for file, cipher, named, mode, ours in SELFTEST_MODES:
        for v in json.loads((ROOT / f"tests/vectors/{file}.json").read_text())["vectors"]:
            here = v["cipher"] == named if named else f"kalyna-{v['block_bits']}-{v['key_bits']}" == cipher
            if here and v["mode"] == mode:
                texts = [v["key"], v.get("iv", v.get("nonce", "")), *(v.get(k, "") for k in ("aad", "plaintext", "ciphertext", "tag"))]
                out.append(f'ANSWER("{cipher}", "{ours}", ' + ", ".join(f'"{t}"' for t in texts) + ")")
                break
    return "\n".join(out) + "\n"


PAGES = {"docs/kernels.md": kernels_page, "docs/gpu-counts.md": device_page.page, "docs/gpu-measured.md": device_measured.page,
         "src/api/selftest_ecb.def": selftest_answers, "src/api/selftest_modes.def": selftest_modes}


LAB_CIRCUITS = ["lab/circuits/aes", "lab/circuits/kalyna", "lab/circuits/sm4"]  # those that searches found


def circuits_page(program):
    def show(*arguments):
        return subprocess.run([program, "show", *arguments], check=True, capture_output=True, text=True, cwd=ROOT).stdout
    committed, _, published = show(*LAB_CIRCUITS, "src/circuit").partition("\n\n")
    magma = show("--box", "gost:tc26-z:", "src/circuit/gost28147")
    return CIRCUITS_HEAD + "\n\n".join((committed, magma.rstrip("\n"), searches(), published))


def searches():
    """Returns the results and times of searches for boxes with published counts (circuit/search/searches.py)."""
    rows = [line.split("\t") for line in (ROOT / "circuit/search/searches.tsv").read_text().splitlines() if not line.startswith("#")]
    return "\n".join(["| box | `hedgerow circuit search` | best known | found | processor seconds |", "|---|---|---|---|---|"]
                     + [f"| {name} | `{arguments}` | {known} [{source}] | {found} | {seconds} |"
                        for name, arguments, known, source, found, seconds in (row + ["-"] * (6 - len(row)) for row in rows)])


CIRCUITS_HEAD = """# Circuits

Written by `./dev gen`. The first table is what `hedgerow circuit show` prints of the committed circuits: those of
`lab/circuits`, which the lab compares with papers, and those of `src/circuit`, which kernels use.

* **Basis**: a circuit over `andn` has gates AND, OR, XOR and AND-NOT of two inputs, and its output NOTs are counted
  apart; `and-or-xor-not` and `nand-nor-xor` count every NOT as a gate; a gate of `lut3` is any function of three inputs
  (`vpternlog`, LOP3). Linear maps (`kalyna:mix`, `kuznyechik:l`, ...) are XORs alone.
* **Nonlinear**: the gates that are no sum of their inputs, which is what masking and multi-party computation pay for.
* **Area**: in gate equivalents (NAND = 1) of the cells of `circuit/core/cells.tsv`, whose figures are transistors of
  static CMOS by four; a table of three inputs is no cell. `--cells FILE` counts by another library, also Liberty.
* **Live**: the most values that are needed at the same time, in the committed order of the gates.
* **Seconds**: of the search up to that circuit, one thread, on a shared machine.
* **Best known elsewhere**: from `circuit/search/best_known.tsv`: a figure over a basis stands beside circuits
  over that basis only, one of any two-input gates beside all of these; bibliography.md has the keys of its sources.

A file with more than 16 circuits is one row, with the least and the most of each figure: those of the S-boxes of GOST
28147-89, of which the second table has Magma's. `:xor` and `:xor0` are explained in `src/circuit/README.md`.

The third table has what `hedgerow circuit search` finds from the table of a box alone, run in `circuit/search`, beside
the best count that is known (`circuit/search/searches.tsv`; `searches.py` there runs it again, each row in at most 1200
seconds of processor time; `--enough` ends a search that is as good). One row stays behind: DES S1 over tables of
three, 24 for 23, which is 4 % more. No lower bound near it is known: counting gives 6 (an output that reads six inputs
takes three tables, each further output one more). Three ways were measured. Gates of two inputs merged into tables, and
splits over all signals (`construct`), each with a walk that changes one table at a time: 28 in nine runs. The merged
gates with the walk of the third way: 31 in two short runs. Tables in Kwan's way, and a walk that changes a table
together with its readers, or two tables at once: 24 once and 25 twice in 20 runs of 300 seconds together, which is what
`search` does.

The last table has what other ways were published to make of a box (`circuit/search/baselines.tsv`). `hedgerow
circuit baselines` prints what a two-level minimiser and the 2020 paper's heuristic make of boxes here.

"""


def products(program):
    """Returns file -> its correct text."""
    made = {ROOT / name: make() for name, make in PAGES.items()}
    found = machines.machines()
    made.update({ROOT / page: performance.filled((ROOT / page).read_text(), found) for page in MEASURED_PAGES})
    made.update({performance.FOLDER / f"{m.name}.md": performance.page(m) for m in found})
    made[ROOT / "docs/speed.svg"] = performance.picture(found)
    made[ROOT / "docs/circuits.md"] = circuits_page(program)
    return made


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--circuit", required=True)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    made = products(arguments.circuit)
    # Pages of classes without a measurement are also stale.
    orphans = {path for path in performance.FOLDER.glob("*.md") if path not in made}
    stale = sorted(orphans | {path for path, text in made.items() if not path.exists() or path.read_text() != text})
    if not arguments.check:
        for path in stale:
            path.parent.mkdir(exist_ok=True)
            path.unlink() if path in orphans else path.write_text(made[path])
        return 0
    for path in stale:
        print(f"{path.relative_to(ROOT)} is not what ./dev gen writes")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
