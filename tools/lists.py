#!/usr/bin/env python3
"""The only reader of the lists: src/isa/isa.def, src/cipher/cipher.def, src/registry/kernels.def,
src/registry/crossovers.def, src/mode/modes.def, src/device/devices.def and lab/kernels.def.

A line is one fact: KIND, then the names of the kind, then key=value. A value with spaces is in double quotes, and '#'
begins a comment. The head of each list says which keys a kind has and which are optional.

usage: lists.py KIND            prints one line per entry; a KIND is isa, class, family, cipher, kernel, crossover,
                                lab_kernel, field, mode, algorithm, device, hash, or ids
       lists.py --strongest     the strongest instruction set of this x86 processor; an empty line on another one
"""
import re
import shlex
import sys
from dataclasses import MISSING, dataclass, fields as fields_of
from pathlib import Path

from lists_devices import Device, Hash
from lists_kernels import Crossover, Field, Kernel, LabKernel
from lists_modes import Mode, Algorithm, choice, words

ROOT = Path(__file__).resolve().parent.parent
FILES = {"ISA": "src/isa/isa.def", "CLASS": "src/isa/isa.def", "FAMILY": "src/cipher/cipher.def", "CIPHER": "src/cipher/cipher.def", "BOX": "src/cipher/cipher.def",
         "KERNEL": "src/registry/kernels.def", "FIELD": "src/registry/kernels.def", "CROSSOVER": "src/registry/crossovers.def", "MODE": "src/mode/modes.def", "ALGORITHM": "src/mode/modes.def",
         "LAB_KERNEL": "lab/kernels.def", "DEVICE": "src/device/devices.def", "HASH": "src/device/devices.def"}


class ListError(ValueError):
    """A line that cannot be read. The text begins with path:line."""


# A kind is a class. Its fields without `=` before the first one marked `key` are names, in their order on a line. The
# type of a field parses its text.
@dataclass(frozen=True)
class Isa:
    """An instruction set. Of two sets on one architecture, the rank says which one is stronger."""
    NAMES = ("name",)
    name: str
    rank: int
    arch: choice("any", "x86", "arm64", "arm32")
    features: words = ()
    flags: str = ""

    def runs_with(self, cpu_flags):
        """True if an x86 processor with these Linux flags (without underscores) has all features that the compiler may
        use."""
        options = re.findall(r"-m(\w+)(?=\s|$)", self.flags)
        return self.arch == "x86" and set(options) <= cpu_flags


@dataclass(frozen=True)
class Class:
    """A class of processors that have the same fastest kernels."""
    NAMES = ("name",)
    name: str
    note: str

    @property
    def identifier(self):
        return self.name.replace("-", "_")


@dataclass(frozen=True)
class Family:
    NAMES = ("name",)
    name: str
    maturity: choice("standard", "published", "experimental")
    note: str


@dataclass(frozen=True)
class Cipher:
    """A variant. Lengths are in bytes."""
    NAMES = ("name",)
    name: str
    family: str
    block: int
    key: int
    rounds: int
    order: choice("little", "big") = "big"
    sbox: int = 0  # bytes of S-boxes at the end of the key
    sbox_oid: str = ""

    @property
    def identifier(self):
        return self.name.replace(":", "__").replace("-", "_")


@dataclass(frozen=True)
class Box:
    """An S-box that the circuit compiler knows by name."""
    NAMES = ("name",)
    name: str
    family: str
    table: str
    inverse: choice("yes", "no") = "no"


KINDS = {"ISA": Isa, "CLASS": Class, "FAMILY": Family, "CIPHER": Cipher, "BOX": Box, "KERNEL": Kernel, "FIELD": Field, "CROSSOVER": Crossover,
         "MODE": Mode, "ALGORITHM": Algorithm, "LAB_KERNEL": LabKernel, "DEVICE": Device, "HASH": Hash}


def read_pairs(kind, pairs):
    """Returns the keyword arguments of `kind` from key=value words."""
    types = {f.name: f.type for f in fields_of(kind) if f.name not in (*kind.NAMES, "class_ranks")}
    values, ranks = {}, {}
    for pair in pairs:
        key, equals, text = pair.partition("=")
        per_class = key.startswith("rank.") and "rank" in types
        if not equals or (key not in types and not per_class):
            raise ValueError(f"'{pair}' is no key=value of {kind.__name__.upper()}; its keys are {', '.join(types)}")
        if key in values or key in ranks:
            raise ValueError(f"{key} stands twice")
        if per_class:
            ranks[key] = (key[5:], int(text))
        else:
            values[key] = types[key](text)
    if ranks:
        values["class_ranks"] = tuple(ranks.values())
    missing = [f.name for f in fields_of(kind) if f.name in types and f.name not in values and f.default is MISSING]
    if missing:
        raise ValueError(f"lacks {', '.join(missing)}")
    return values


def read_line(text):
    """Returns (kind word, entry) of a line if it has a fact."""
    parts = shlex.split(text, comments=True)
    if not parts:
        return None
    if parts[0] not in KINDS:
        raise ValueError(f"'{parts[0]}' is none of {', '.join(KINDS)}")
    kind = KINDS[parts[0]]
    names = parts[1:1 + len(kind.NAMES)]
    if len(names) < len(kind.NAMES) or any(not re.fullmatch(r"[a-z0-9][a-z0-9_:-]*", n) for n in names):
        raise ValueError(f"{parts[0]} begins with {', '.join(kind.NAMES)}: lower-case names")
    return parts[0], kind(**dict(zip(kind.NAMES, names)), **read_pairs(kind, parts[1 + len(kind.NAMES):]))


def ranked(entries):
    """Returns kernels with ranks. If a line has no rank, the n-th line of a family gets 10 n."""
    count, result = {}, []
    for k in entries:
        count[k.family] = count.get(k.family, 0) + 1
        result.append(k if k.rank else Kernel(**{**vars(k), "rank": 10 * count[k.family]}))
    return result


def entries(root, word):
    """Returns the entries of one kind in the order of their lines. Empty if the tree has no such list."""
    path, result = FILES[word], []
    text = (Path(root) / path).read_text() if (Path(root) / path).exists() else ""
    for number, line in enumerate(text.splitlines(), 1):
        try:
            found = read_line(line)
            if found and FILES[found[0]] != path:
                raise ValueError(f"a {found[0]} line stands in {FILES[found[0]]}")
        except ValueError as error:
            raise ListError(f"{path}:{number}: {error}") from None
        if found and found[0] == word:
            result.append(found[1])
    return ranked(result) if word == "KERNEL" else result


def sbox_set(cipher):
    """Returns the set of S-boxes of a variant of GOST 28147-89, named like the circuits of src/circuit/gost28147. For
    example, Magma has tc26-z."""
    return cipher.name.partition(":")[2] or "tc26-z"


def isas(root=ROOT):
    return entries(root, "ISA")


def strongest_isa(cpuinfo, root=ROOT):
    """Returns the name of the strongest instruction set of the x86 processor in this text of /proc/cpuinfo, or ""."""
    flags = re.search(r"^flags\s*:(.*)$", cpuinfo, flags=re.M)
    has = set(flags[1].replace("_", "").split()) if flags else set()
    found = sorted((i for i in isas(root) if i.runs_with(has)), key=lambda i: i.rank)
    return found[-1].name if found else ""


def classes(root=ROOT):
    return entries(root, "CLASS")


def families(root=ROOT):
    return entries(root, "FAMILY")


def ciphers(root=ROOT):
    return entries(root, "CIPHER")


def kernels(root=ROOT):
    return entries(root, "KERNEL")


def crossovers(root=ROOT):
    return entries(root, "CROSSOVER")


def lab_kernels(root=ROOT):
    return entries(root, "LAB_KERNEL")


def objects(root=ROOT):
    """Returns every line that an object is built for."""
    return kernels(root) + lab_kernels(root) + fields(root)


def fields(root=ROOT):
    return entries(root, "FIELD")


def object_stem(path):
    """Returns the stem of the KERNEL or FIELD line of an object file in a build, or None. The target has the same
    name."""
    found = re.search(r"/hedgerow_(?:kernel|field)_(\w+)\.dir/", Path(path).as_posix())
    return found and found[1]


def modes(root=ROOT):
    return entries(root, "MODE")


def algorithms(root=ROOT):
    """Returns (cipher, mode, algorithm) of every cipher in each of its modes, in the order of the ciphers."""
    lines, by_id = entries(root, "ALGORITHM"), {m.id: m for m in modes(root)}
    return [(c, by_id[o.mode], o) for c in ciphers(root) for o in lines if o.names(c) and o.mode in by_id]


def devices(root=ROOT):
    """Returns (cipher, its DEVICE line) of every kernel. The ciphers are in their order, and the kernels of one cipher
    in the order of the lines."""
    lines = entries(root, "DEVICE")
    return [(c, d) for c in ciphers(root) for d in lines if d.serves(c)]


def hashes(root=ROOT):
    return entries(root, "HASH")


def ids(root=ROOT):
    """Returns what the registry with the kernels of the lab contains: (id, ISA name) of every kernel of every variant
    and of every field."""
    variants = ciphers(root)
    result = [(f"{c.name}.{k.technique}.{k.isa}", k.isa) for k in kernels(root) + lab_kernels(root) for c in variants if c.family == k.family]
    return result + [(f"{f.field}.{f.isa}", f.isa) for f in fields(root)]


def main(arguments):
    readers = {"isa": isas, "class": classes, "family": families, "cipher": ciphers, "kernel": kernels, "crossover": crossovers, "lab_kernel": lab_kernels,
               "field": fields, "mode": modes, "algorithm": algorithms, "device": devices, "hash": hashes, "ids": ids}
    try:
        if arguments == ["--strongest"]:
            cpuinfo = Path("/proc/cpuinfo")
            print(strongest_isa(cpuinfo.read_text() if cpuinfo.exists() else ""))
            return 0
        if len(arguments) != 1 or arguments[0] not in readers:
            sys.exit(__doc__.strip())
        for entry in readers[arguments[0]]():
            print(entry)
    except ListError as error:
        sys.exit(str(error))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
