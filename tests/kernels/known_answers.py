#!/usr/bin/env python3
"""Writes the vectors of all ciphers (tests/vectors/<family>.json) as the table of vectors.cpp.

usage: known_answers.py OUTPUT

A vector belongs to the variants that have its lengths. If it has a "variant", then it belongs only to that one. The
script fails if a vector belongs to no variant, so that the ledger leaves none out.

The build turned red when one plaintext of lea.json lost a hex digit, and when "variant" or its value was misspelt in
one entry of sparx.json.
"""
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import lists

TEXTS = ("key", "plaintext", "ciphertext")
OTHERS = ("variant", "provenance", "source", "words", "block_bits", "key_bits")


def known_answers():
    for family in dict.fromkeys(c.family for c in lists.ciphers()):
        path = f"tests/vectors/{family}.json"
        for v in json.loads((lists.ROOT / path).read_text())["vectors"]:
            values = [bytes.fromhex(v[text]) for text in TEXTS]
            lengths = [len(value) for value in values]
            variants = [c.name for c in lists.ciphers() if c.family == family and v.get("variant", c.name) == c.name
                        and lengths == [c.key, c.block, c.block]]
            if not variants or not v.keys() <= {*TEXTS, *OTHERS}:
                sys.exit(f"{path}: {v} is not a vector of a variant in cipher.def, or has an unknown member.")
            derived = "true" if v.get("provenance") == "implementation" else "false"
            texts = ", ".join(f'"{value.hex()}"' for value in values)
            yield from (f'{{"{name}", {derived}, {texts}}},\n' for name in variants)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text("".join(known_answers()))
