#!/usr/bin/env python3
"""Reads isa.def, cipher.def, family.def and kernels.def: the one Python reader of the lists.

usage: lists.py isas|ciphers|families|kernels|fields|ids    prints one line per entry
"""
import re
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Isa:
    name: str
    architecture: str
    features: str  # an expression of HR_CPU_* joined by |, or 0
    flags: str


@dataclass(frozen=True)
class Cipher:
    family: str
    variant: str
    block_bytes: int
    key_bytes: int
    rounds: int
    order: str
    oid: str

    @property
    def name(self):
        return self.variant.replace("__", ":").replace("_", "-")


@dataclass(frozen=True)
class Family:
    name: str
    standing: str
    note: str


@dataclass(frozen=True)
class Kernel:
    family: str
    technique: str
    isa: str
    features: str  # beyond the ISA's
    flags: str  # beyond the ISA's
    bytes: int  # of a batch; negative: that many blocks
    role: str
    timing: str

    @property
    def stem(self):
        return f"{self.family}_{self.technique}_{self.isa}"

    @property
    def source(self):
        return f"src/cipher/{self.family}/{self.stem}.cpp"

    @property
    def symbol(self):
        return f"hedgerow_kernel_{self.stem}"


@dataclass(frozen=True)
class Field:
    field: str
    isa: str
    features: str  # beyond the ISA's
    flags: str  # beyond the ISA's
    timing: str

    @property
    def stem(self):
        return f"{self.field}_{self.isa}"

    @property
    def source(self):
        return f"src/field/{self.stem}.cpp"

    @property
    def symbol(self):
        return f"hedgerow_field_{self.stem}"


def entries(root, path, macro, kind):
    """The entries of one X-macro list as `kind`; numbers as int. Every entry stands on one line."""
    result = []
    for number, line in enumerate((Path(root) / path).read_text().splitlines(), 1):
        if line.startswith("KERNEL(") and macro == "KERNEL_WITH":
            line = re.sub(r"^KERNEL\(([^,]+,[^,]+,[^,]+),", r'KERNEL_WITH(\1, 0, "",', line)
        if line.startswith("KERNEL_BLOCKS(") and macro == "KERNEL_WITH":
            line = re.sub(r"^KERNEL_BLOCKS\(([^,]+,[^,]+,[^,]+), *", r'KERNEL_WITH(\1, 0, "", -', line)
        if not line.startswith(macro + "("):
            continue
        parts = re.findall(r'"[^"]*"|[^,\s][^,]*', line.strip()[len(macro) + 1:-1])
        types = list(kind.__annotations__.values())
        if not line.strip().endswith(")") or len(parts) != len(types):
            raise ValueError(f"{path}:{number}: cannot read: {line}")
        result.append(kind(*(t(p.strip().strip('"')) for t, p in zip(types, parts))))
    return result


def isas(root=ROOT):
    return entries(root, "src/isa/isa.def", "ISA", Isa)


def ciphers(root=ROOT):
    return entries(root, "src/cipher/cipher.def", "CIPHER", Cipher)


def families(root=ROOT):
    return entries(root, "src/cipher/family.def", "FAMILY", Family)


def kernels(root=ROOT):
    return entries(root, "src/registry/kernels.def", "KERNEL_WITH", Kernel)


def fields(root=ROOT):
    return entries(root, "src/registry/kernels.def", "FIELD", Field)


def ids(root=ROOT):
    """What the registry holds: (id, ISA name) of every kernel of every variant and of every field."""
    variants = ciphers(root)
    result = [(f"{c.name}.{k.technique}.{k.isa}", k.isa)
              for k in kernels(root) for c in variants if c.family == k.family]
    return result + [(f"{f.field}.{f.isa}", f.isa) for f in fields(root)]


if __name__ == "__main__":
    READERS = {"isas": isas, "ciphers": ciphers, "families": families, "kernels": kernels, "fields": fields, "ids": ids}
    if len(sys.argv) != 2 or sys.argv[1] not in READERS:
        sys.exit(__doc__.strip())
    for entry in READERS[sys.argv[1]]():
        print(entry)
