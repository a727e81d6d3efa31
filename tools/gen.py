#!/usr/bin/env python3
"""Regenerates the files that derive from lists, vectors, netlists and measurements: docs/kernels.md, docs/circuits.md,
docs/gpu-counts.md, src/api/selftest_ecb.def, src/api/selftest_modes.def, the listings of
scheduled rounds, and the pages that tools/performance.py makes from bench/machines. With --check, it compares instead
of writing.

usage: gen.py --circuit PROGRAM [--check]        PROGRAM: hedgerow-circuit
"""
import argparse
import json
import subprocess
import sys
from pathlib import Path

import device_page
import lists
import machines
import performance
from performance import table

ROOT = Path(__file__).resolve().parent.parent


def joined(words):
    return " + ".join(words) or "-"


def ranks(k):
    return ", ".join([str(k.rank), *(f"{name} {rank}" for name, rank in k.class_ranks)])


def kernels_page():
    out = ["# Ciphers, kernels and instruction sets", "",
           "Written by `./dev gen` from `src/cipher/cipher.def`, `src/isa/isa.def` and `src/registry/kernels.def`;",
           "`hedgerow list --kernels` also prints the blocks of each kernel's batch, the kernels that your CPU can run, and the",
           "calls that it serves with each of them.", "",
           "## Ciphers", ""]
    out += table(["name", "family", "block bytes", "key bytes", "rounds", "OID of the S-boxes"],
                 [[c.name, c.family, str(c.block), str(c.key), str(c.rounds), c.sbox_oid or "-"] for c in lists.ciphers()])
    out += ["", "## Families", ""]
    out += table(["family", "maturity", "note"], [[f.name, f.maturity, f.note] for f in lists.families()])
    out += ["", "## Kernels", "",
            "libhedgerow does not contain the literal references and the kernels of `lab/kernels.def`, because they leak or are",
            "slow.", "",
            "For each length of a call, the library uses the kernel of lowest rank that the CPU can run and that is declared for the",
            "length in its code. A rank after the name of a class applies to this class of processors. On some classes",
            "[crossovers.def](../src/registry/crossovers.def) gives short calls of a variant to a kernel of higher rank. All",
            "kernels are constant time.", ""]
    out += table(["family", "technique", "ISA", "further features", "rank"],
                 [[k.family, k.technique, k.isa, joined(k.features), ranks(k)] for k in lists.kernels() if k.shipped])
    out += ["", "## Field multiplications", ""]
    out += table(["field", "ISA", "further features"], [[f.field, f.isa, joined(f.features)] for f in lists.fields()])
    out += ["", "## Instruction sets", ""]
    out += table(["name", "architecture", "features", "compiler flags"],
                 [[i.name, i.arch, joined(i.features), f"`{i.flags}`" if i.flags else "-"] for i in lists.isas()])
    out += ["", "## Classes of processors", ""]
    out += table(["name", "processors"], [[c.name, c.note] for c in lists.classes()])
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


PAGES = {"docs/kernels.md": kernels_page, "docs/gpu-counts.md": device_page.page, "src/api/selftest_ecb.def": selftest_answers,
         "src/api/selftest_modes.def": selftest_modes}


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
    return "\n".join(table(["box", "`hedgerow circuit search`", "best known", "found", "processor seconds"],
                           [[name, f"`{arguments}`", f"{known} [{source}]", found, seconds]
                            for name, arguments, known, source, found, seconds in (row + ["-"] * (6 - len(row)) for row in rows)]))


CIRCUITS_HEAD = """# Circuits

Written by `./dev gen`. The first table is the output of `hedgerow circuit show` for the committed circuits: those of
`lab/circuits`, which the lab compares with papers, and those of `src/circuit`, which kernels use.

* **Basis**: a circuit over `andn` has gates AND, OR, XOR and AND-NOT of two inputs, and its output NOTs are counted
  separately. `and-or-xor-not` and `nand-nor-xor` count every NOT as a gate. A gate of `lut3` is any function of three
  inputs (`vpternlog`, LOP3). Linear maps (`kalyna:mix`, `kuznyechik:l`, ...) have only XORs.
* **Nonlinear**: the gates that are not a sum of their inputs. They determine the cost of masking and multi-party
  computation.
* **Area**: in gate equivalents (NAND = 1) of the cells of `circuit/core/cells.tsv`, computed as transistors of static
  CMOS divided by four. A table of three inputs is not a cell. With `--cells FILE` you count by another library, for
  example in Liberty format.
* **Live**: the largest number of values that are needed at the same time, in the committed order of the gates.
* **Seconds**: the time of the search up to that circuit, with one thread on a shared machine.
* **Best known elsewhere**: from `circuit/search/best_known.tsv`. A figure over a basis is compared only with circuits
  over that basis, and a figure for any two-input gates with all of these. bibliography.md has the keys of its sources.

A file with more than 16 circuits is one row, with the minimum and maximum of each figure. Such files have the S-boxes
of GOST 28147-89, and the second table has Magma's. `src/circuit/README.md` explains `:xor` and `:xor0`.

The third table shows the circuits that `hedgerow circuit search` finds from only the table of a box, and the best known
count (`circuit/search/searches.tsv`). To repeat the searches, run `circuit/search/searches.py PROGRAM`, where PROGRAM is
`hedgerow-circuit`. Each row takes at most 1200 seconds of processor time. `--enough` ends a search when it has reached
the known count.

One row does not reach it: DES S1 over tables of three takes 24 instead of 23, which is 4 % more. No lower bound near it
is known, because counting gives only 6 (an output that reads six inputs takes three tables, and each further output one
more). We measured three ways:

* Gates of two inputs merged into tables, and splits over all signals (`construct`), each with a walk that changes one
  table at a time: 28 in nine runs.
* The merged gates with the walk of the third way: 31 in two short runs.
* Tables in Kwan's way, with a walk that changes two tables, or a table together with its readers: 24 in one run and 25
  in two runs, out of 20 runs of 300 seconds in total. `search` uses this way.

The last table has published results of other ways for a box (`circuit/search/baselines.tsv`). `hedgerow circuit
baselines` prints the results of a two-level minimiser and of the 2020 paper's heuristic for the boxes here.

"""


# The listing of each round that circuit/schedule/round.cpp names. Its text follows from the circuits and from the order
# in it.
LISTINGS = {"src/cipher/kuznyechik/two_steps_encrypt.hpp": "kuznyechik-encrypt",
            "src/cipher/kuznyechik/two_steps_decrypt.hpp": "kuznyechik-decrypt",
            "src/cipher/clefia/function_f0.hpp": "clefia-f0", "src/cipher/clefia/function_f1.hpp": "clefia-f1"}


def listing(program, path):
    return subprocess.run([program, "schedule", LISTINGS[path], "--order-of", path], check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT).stdout


def products(program):
    """Returns file -> its correct text."""
    made = {ROOT / name: make() for name, make in PAGES.items()}
    found = machines.machines()
    made.update({ROOT / page: performance.filled((ROOT / page).read_text(), found) for page in MEASURED_PAGES})
    made.update({performance.FOLDER / f"{m.name}.md": performance.page(m) for m in found})
    made[ROOT / "docs/speed.svg"] = performance.picture(found)
    made[ROOT / "docs/circuits.md"] = circuits_page(program)
    made.update({ROOT / path: listing(program, path) for path in LISTINGS})
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
