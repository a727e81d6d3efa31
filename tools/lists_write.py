#!/usr/bin/env python3
"""Writes the lists for CMake and C++ into a build folder: lists.cmake and lists/*.inc.

usage: lists_write.py FOLDER [KERNELS]
  KERNELS  a regular expression: of the lab's kernels only those whose names, such as kalyna_table_scalar, contain it

The .inc files are X-macro lists, so the including file defines the macros. The tables of the registry are an exception
(lists_registry.py). This module also checks conditions between lines, for example names that another list must have.
"""
import re
import sys
from pathlib import Path

import lists
import lists_registry
from lists_text import SIDE, features, include_file, quoted


def problems(root):
    """Yields one sentence for each error between lines."""
    isas, classes = [i.name for i in lists.isas(root)], [c.name for c in lists.classes(root)]
    families, kernels = [f.name for f in lists.families(root)], lists.kernels(root)
    for c in lists.ciphers(root):
        if c.family not in families:
            yield f"CIPHER {c.name}: there is no FAMILY {c.family}"
    for k in lists.objects(root):
        if k.isa not in isas:
            yield f"{k.stem}: there is no ISA {k.isa}"
    for k in kernels + lists.lab_kernels(root):
        if k.family not in families:
            yield f"KERNEL {k.stem}: there is no FAMILY {k.family}"
        for machine, _ in k.class_ranks:
            if machine not in classes:
                yield f"KERNEL {k.stem}: there is no CLASS {machine}"
    yield from rank_problems(kernels, classes)
    ids = {(c.name, k.technique, k.isa) for k in kernels if k.shipped for c in lists.ciphers(root) if c.family == k.family}
    for x in lists.crossovers(root):
        if x.machine not in classes:
            yield f"CROSSOVER {x.machine} {x.variant}: there is no CLASS {x.machine}"
        if (x.variant, x.technique, x.isa) not in ids:
            yield f"CROSSOVER {x.machine} {x.variant}: the library has no kernel {x.variant}.{x.technique}.{x.isa}"
    for d in lists.entries(root, "DEVICE"):
        if not any(d.serves(c) for c in lists.ciphers(root)):
            yield f"DEVICE {d.family} {d.technique}: serves no cipher"
    yield from mode_problems(root)
    names = [i for i, _ in lists.ids(root)] + isas + [c.identifier for c in lists.ciphers(root)]
    yield from (f"{n} stands twice" for n in sorted(set(names)) if names.count(n) > 1)


def rank_problems(kernels, classes):
    for machine in [None, *classes]:
        seen = {}
        for k in kernels:
            other = seen.setdefault((k.family, k.rank_on(machine)), k)
            if other is not k:
                yield f"KERNEL {k.stem}: has the rank of {other.stem} on {machine or 'the classes without one'}"


CONTAINER_BLOCK = 16  # bytes of the shortest block that containers have


def mode_problems(root):
    modes, seen = [m.id for m in lists.modes(root)], set()
    for o in lists.entries(root, "ALGORITHM"):
        if o.mode not in modes:
            yield f"ALGORITHM {o.ciphers} {o.mode}: there is no MODE {o.mode}"
        if not any(o.names(c) for c in lists.ciphers(root)):
            yield f"ALGORITHM {o.ciphers} {o.mode}: names no cipher"
    for c, mode, _ in lists.algorithms(root):
        if (c.name, mode.printed) in seen:
            yield f"ALGORITHM {c.name} {mode.id}: this cipher has another {mode.printed}"
        seen.add((c.name, mode.printed))
    numbers = [m.container for m in lists.modes(root) if m.container]
    yield from (f"MODE {m.id}: container={m.container} is another mode's" for m in lists.modes(root) if numbers.count(m.container) > 1)
    wide = {x.id for c, x, _ in lists.algorithms(root) if x.kind == "aead" and c.block >= CONTAINER_BLOCK}
    for m in lists.modes(root):
        if bool(m.container) != (m.id in wide):
            yield f"MODE {m.id}: an AEAD of ciphers with blocks of 16 bytes or more has a container number, nothing else has"
    yield from (f"MODE {m} stands twice" for m in sorted(set(modes)) if modes.count(m) > 1)
    yield from (f"MODE {m}: no ALGORITHM has it" for m in modes if m not in {x.id for _, x, _ in lists.algorithms(root)})


def class_file(root):
    rows = [f"CLASS({c.identifier}, {quoted(c.name)}, {quoted(c.note)})" for c in lists.classes(root)]
    return include_file('CLASS(identifier, "name", "note")', ["CLASS"], rows)


def cipher_file(root, family=None):
    rows = [f"CIPHER({c.family}, {c.identifier}, {quoted(c.name)}, {c.block}, {c.key}, {c.rounds}, {SIDE[c.order]}, "
            f"{c.sbox}, {c.family + '::boxes_are_permutations' if c.sbox else 'nullptr'}, {quoted(c.sbox_oid)})"
            for c in lists.ciphers(root) if family in (None, c.family)]
    return include_file('CIPHER(family, identifier, "name", block bytes, key bytes, rounds, CounterOrder, '
                        'bytes of S-boxes in the key, whether they are valid, "OID of the S-boxes")', ["CIPHER"], rows)


def box_files(root):
    boxes = lists.entries(root, "BOX")
    rows = [f"BOX({quoted(b.name)}, {b.family}::{b.table}, {'true' if b.inverse == 'yes' else 'false'})" for b in boxes]
    specs = [f'#include "cipher/{family}/spec.hpp"' for family in sorted({b.family for b in boxes})]
    return {"lists/box.inc": include_file('BOX("name", table, whether its inverse is named, too)', ["BOX"], rows),
            "lists/box_specs.inc": include_file("The headers of the tables of box.inc.", [], specs)}


def mode_file(root):
    types = {"block": "CipherMode", "stream": "CipherMode", "aead": "AeadMode", "mac": "MacMode", "wrap": "WrapMode"}
    rows = [f"MODE({m.id}, {types[m.kind]}, k{m.kind.capitalize()}, {quoted(m.printed)}, {m.keys})" for m in lists.modes(root)]
    return include_file('MODE(identifier, type, ModeKind, "name", keys)', ["MODE"], rows)


def bytes_of(length, block):
    return int(length[0] + length[1] * block)


def lengths(bounds, usual, block):
    """Returns shortest, longest, step and usual length of a range for a block."""
    if not bounds:
        return "0, 0, 1, 0"
    low, high, step = (bytes_of(x, block) for x in bounds)
    return f"{low}, {high}, {step}, {bytes_of(usual, block)}"


def algorithm_file(root):
    rows = []
    for c, m, o in lists.algorithms(root):
        flags = " | ".join("AlgorithmProperties::k" + "".join(w.capitalize() for w in p.split("_")) for p in m.properties) or "0"
        iv = lengths(m.iv, m.usual_iv or (m.iv and m.iv[0]), c.block)
        tag = lengths(m.tag, m.usual_tag or (m.tag and m.tag[1]), c.block)
        rows.append(f"ALGORITHM({c.identifier}, {m.id}, {{{iv}}}, {{{tag}}}, {flags}, {bytes_of(m.feedback, c.block)}, "
                    f"{o.section or m.section}, {o.master_section or m.master_section}, {quoted(o.oid)}, {quoted(o.note or m.note)})")
    return include_file('ALGORITHM(cipher, mode, {shortest, longest, step, usual iv}, {.. tag}, properties, feedback, section, '
                        'master section, "OID", "note")', ["ALGORITHM"], rows)


def container_file(root):
    rows = [f"CONTAINER({quoted(c.name)}, {quoted(m.printed)}, {m.container})" for c, m, _ in lists.algorithms(root)
            if m.container and c.block >= CONTAINER_BLOCK]
    return include_file('CONTAINER("cipher", "mode", number in the container format)', ["CONTAINER"], rows)


def device_file(root):
    rows = []
    for c, d in lists.devices(root):
        chosen = lists.sbox_set(c)
        rows.append(f"KERNEL({c.family}, {c.identifier}, {quoted(c.name)}, {d.technique}, {quoted(d.parts(c, chosen))}, "
                    f"{quoted(d.defines(c, chosen))}, {c.block}, {d.threads}, {d.each}, {d.local}, {d.key_for(c)})")
    rows += [f"HASH({h.field}, {h.technique}, {quoted(h.source + '.h')}, {quoted(h.defines())}, "
             f"{h.block}, {h.threads}, {h.local})" for h in lists.hashes(root)]
    return include_file('KERNEL(family, identifier, "variant", technique, "sources", "options", block bytes, threads, blocks a thread, '
                        'local bytes, layout of the key); HASH(field, technique, "source", "options", block bytes, threads, local bytes)', ["KERNEL", "HASH"], rows)


def cmake_file(root, lab_kernels):
    out = ["# Written by tools/lists_write.py for cmake/lists.cmake."]
    out.append(f"set(HR_ISAS {' '.join(i.name for i in lists.isas(root))})")
    for i in lists.isas(root):
        out += [f"set(HR_ISA_{i.name}_ARCH {i.arch})", f"separate_arguments(HR_ISA_{i.name}_FLAGS UNIX_COMMAND {quoted(i.flags)})"]
    kernels = lists.kernels(root) + lab_kernels
    out.append(f"set(HR_LAB_KERNELS {' '.join(k.stem for k in kernels if not k.shipped)})")
    for word, group in (("KERNEL", kernels), ("FIELD", lists.fields(root))):
        out.append(f"set(HR_{word}S {' '.join(k.stem for k in group if getattr(k, 'shipped', True))})")
        for k in group:
            name = f"HR_{word}_{k.stem}"
            out += [f"set({name}_SOURCE {k.source})", f"set({name}_FAMILY {getattr(k, 'family', '')})", f"set({name}_ISA {k.isa})",
                    f"separate_arguments({name}_FLAGS UNIX_COMMAND {quoted(k.flags)})",
                    f"set({name}_GCC {' '.join(getattr(k, 'gcc', ()))})"]
    return "\n".join(out) + "\n"


def products(root, wanted=""):
    lab_kernels = [k for k in lists.lab_kernels(root) if re.search(wanted, k.stem)]
    made = {"lists.cmake": cmake_file(root, lab_kernels), "lists/class.inc": class_file(root), "lists/cipher.inc": cipher_file(root), "lists/mode.inc": mode_file(root),
            "lists/algorithm.inc": algorithm_file(root), "lists/container.inc": container_file(root), "lists/device.inc": device_file(root),
            **box_files(root), **lists_registry.products(root, lab_kernels)}
    made.update({f"lists/{f.name}.inc": cipher_file(root, f.name) for f in lists.families(root)})
    return made


def write(root, folder, wanted=""):
    """Writes changed files. If the lists contradict each other, writes the errors to standard error and returns 1."""
    found = list(problems(root))
    for problem in found:
        print(f"lists: {problem}", file=sys.stderr)
    if found:
        return 1
    (folder / "lists").mkdir(parents=True, exist_ok=True)
    for name, text in products(root, wanted).items():
        path = folder / name
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
    return 0


def main(arguments):
    if len(arguments) not in (1, 2):
        sys.exit(__doc__.strip())
    try:
        return write(lists.ROOT, Path(arguments[0]), *arguments[1:])
    except lists.ListError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
