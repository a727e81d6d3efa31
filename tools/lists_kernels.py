"""The kinds of line for lists.py that describe an object of a build, and what it is held
against: KERNEL, EXHIBIT, FIELD, BOUND."""
import math
import re
from dataclasses import dataclass

from lists_modes import choice, words


@dataclass(frozen=True)
class Kernel:
    NAMES = ("family", "technique", "isa")
    family: str
    technique: str
    isa: str
    role: choice("bulk", "narrow", "single", "none")
    single_up_to: int = 0  # blocks; 0: not for single blocks
    fused: choice("yes", "no") = "no"  # whether it exports FusedOps too
    timing: choice("ct", "vartime") = "ct"
    features: words = ()  # beyond the ISA's
    flags: str = ""  # beyond the ISA's
    gcc: words = ()  # names of cmake/gcc_tuning.cmake
    signature: str = "lookup"  # of tools/signatures.py
    file: str = ""  # its source, where that is not named for the technique
    rank: int = 0  # 0: by its place in the list
    class_ranks: tuple = ()  # (class, rank) of rank.CLASS=...

    @property
    def stem(self):
        return f"{self.family}_{self.technique}_{self.isa}"

    @property
    def source(self):
        return f"src/cipher/{self.family}/{self.file or self.technique}.cpp"

    @property
    def symbol(self):
        return f"hedgerow_kernel_{self.stem}"

    def rank_on(self, machine):
        return dict(self.class_ranks).get(machine, self.rank)

    @property
    def shipped(self):
        """Whether libhedgerow has it."""
        return self.timing == "ct"


@dataclass(frozen=True)
class Exhibit(Kernel):
    """A kernel of the lab."""
    role: choice("none") = "none"

    @property
    def source(self):
        return f"lab/exhibits/{self.family}/{self.file or self.technique}.cpp"

    @property
    def shipped(self):
        return False


@dataclass(frozen=True)
class Field:
    NAMES = ("field", "isa")
    field: str
    isa: str
    timing: choice("ct", "vartime") = "ct"
    features: words = ()  # beyond the ISA's
    flags: str = ""  # beyond the ISA's

    @property
    def stem(self):
        return f"{self.field}_{self.isa}"

    @property
    def source(self):
        return f"src/field/{self.field}.cpp"

    @property
    def symbol(self):
        return f"hedgerow_field_{self.stem}"


# What the ports of a core take in a cycle, by class and by the most bits of a vector: a micro-operation of rotates,
# shifts and GFNI (r), of shuffles (s), both together (rs), and all vector operations together; loads (l), stores (w).
# intel-512: Golden Cove; with vectors of 512 bits its port 1 is closed: rotates, shifts and GFNI on port 0, shuffles
# on port 5, all others on both; vpermi2b is two shuffles and one of the others, a load to an upper lane one of the
# others, a store of an upper lane none. zen5 and zen3: four operations, two of them on the pair that shuffles and
# shifts; zen5's are AMD's figures, and port_mixes takes less for some mixes. zen4: the same of 256 bits, but shuffles
# and shifts have a third port between them; of 512 bits an operation takes its port for two cycles, and a store of an
# upper lane is a shuffle (`lane`). Each figure of 512 bits, and zen4's, is what bench/port_mixes measures;
# docs/performance.md shows it.
# `ternary`: operations of three inputs (t, p) in a cycle, where those are fewer than all; twice as many others beside
# them make up for it. `store`: cycles that a store of 64 bytes costs beside operations of three inputs, where
# port_mixes shows more in every mix: 0.8 on intel-512, 1.04 on zen4.
PORTS = {512: {"intel-512": {"r": 1, "s": 1, "rs": 2, "all": 2, "l": 2, "w": 1, "store": 0.75},
               "zen5": {"r": 2, "s": 2, "rs": 2, "all": 4, "l": 2, "w": 1, "store": 0},
               "zen4": {"r": 1, "s": 1, "rs": 1.5, "all": 2, "ternary": 1.72, "l": 1, "w": 0.5, "store": 1, "lane": 1}},
         256: {"intel-512": {"r": 2, "s": 2, "rs": 3, "all": 3, "l": 3, "w": 2, "store": 0},
               "zen5": {"r": 2, "s": 2, "rs": 2, "all": 4, "l": 2, "w": 2, "store": 0},
               "zen4": {"r": 2, "s": 2, "rs": 3, "all": 4, "l": 2, "w": 1, "store": 0},
               "zen3": {"r": 2, "s": 2, "rs": 2, "all": 4, "l": 2, "w": 1, "store": 0}}}


def widest(isa):
    return 512 if isa.startswith("avx512") else 256


BOUND_BYTES = 16384  # bounds are those of messages of so many bytes
PHASE = re.compile(r"(?:(\d+(?:\.\d+)?)\*)?((?:\d+(?:\.\d+)?[artpsxlw])+)")


def phase_cycles(ports, times, counts):
    """What a phase takes that overlaps with no other. a: any port; t: of three inputs, any port; p: shuffles of three
    inputs; x: stores of an upper lane, on Zen 4 shuffles too."""
    n = dict.fromkeys("artpsxlw", 0.0) | {kind: float(number) for number, kind in re.findall(r"([\d.]+)([artpsxlw])", counts)}
    n["s"] += n["p"] + n["x"] * ports.get("lane", 0)
    n["w"] += n["x"]
    others = n["a"] + n["r"] + n["s"] - n["p"]
    three = n["t"] + n["p"]
    slower = 1 / ports.get("ternary", ports["all"]) - 1 / ports["all"]
    arithmetic = max(n["r"] / ports["r"], n["s"] / ports["s"], (n["r"] + n["s"]) / ports["rs"],
                     (others + three) / ports["all"] + slower * max(0, three - others / 2))
    beside = n["w"] * ports["store"] if n["t"] > n["r"] + n["s"] else 0
    return times * max(arithmetic + beside, n["l"] / ports["l"], n["w"] / ports["w"])


@dataclass(frozen=True)
class Bound:
    """Core cycles a byte that a kernel of one variant cannot beat, by class of processors: (encryption, decryption,
    CTR). Given as figures of a class, or else counted: `bytes` of a batch and the operations of its phases; `whole`:
    a batch that is not full takes as long."""
    NAMES = ("cipher", "technique", "isa")
    cipher: str
    technique: str
    isa: str
    bytes: int = 0
    whole: choice("yes", "no") = "no"
    enc: tuple = ()  # phases: (times, counts)
    dec: tuple = ()
    ctr: tuple = ()
    figures_of: tuple = ()  # (class, its three figures; None: not counted)
    blocks_of: tuple = ()  # (class, core cycles of one block alone)

    @property
    def id(self):
        return f"{self.cipher}.{self.technique}.{self.isa}"

    @property
    def per_class(self):
        """(class, its three figures), each class once."""
        def figure(machine, phases):
            return batches * sum(phase_cycles(ports[machine], *p) for p in phases) / BOUND_BYTES if phases else None
        batches = BOUND_BYTES / self.bytes if self.bytes else 0
        batches = math.ceil(batches) if self.whole == "yes" else batches
        ports = PORTS[widest(self.isa)]
        counted = {m: tuple(figure(m, p) for p in (self.enc, self.dec or self.enc, self.ctr or self.enc)) for m in ports if self.bytes}
        return tuple((counted | dict(self.figures_of)).items())


@dataclass(frozen=True)
class FieldBound:
    """What a chunk of a field's `hash` takes: vectors of so many bits, bytes of the chunk, operations of each kind."""
    NAMES = ("field", "isa")
    field: str
    isa: str
    bits: int
    bytes: int
    clmul: int
    unpack: int = 0
    insert: int = 0  # and blends
    logic: int = 0

    @property
    def id(self):
        return f"{self.field}.{self.isa}"

    @property
    def per_class(self):
        """(class, core cycles a byte that it cannot beat)."""
        everything = self.clmul + self.unpack + self.insert + self.logic
        one_port, ports = (self.clmul + self.unpack, 2) if self.bits == 512 else (self.clmul, 3)
        amd = max(2 * self.clmul, everything / 4) / self.bytes
        return (("intel-512", max(one_port, everything / ports) / self.bytes), ("zen5", amd),
                *([("zen4", 2 * amd)] if self.bits == 512 else [("zen4", amd), ("zen3", amd)]))


def phases(text):
    """[TIMES*]COUNTS[+...], COUNTS numbers with the kind of operation behind each, as 32*294t64w+192r256s."""
    found = [PHASE.fullmatch(p) for p in text.split("+")]
    if not all(found):
        raise ValueError(f"'{text}' is no list of phases")
    return tuple((float(m[1] or 1), m[2]) for m in found)


def figures(text):
    """ENC[,DEC[,CTR]] as three numbers."""
    found = [None if f == "-" else float(f) for f in text.split(",")]
    if len(found) > 3:
        raise ValueError(f"'{text}' has more than encryption, decryption and CTR")
    return tuple(found + [found[0]] * (3 - len(found)))


def bound_pairs(pairs):
    """The keyword arguments of Bound that key=value words give."""
    values, of_classes, of_blocks = {}, [], []
    for key, _, text in (p.partition("=") for p in pairs):
        if key in values or key in dict(of_classes) or key.removeprefix("block.") in dict(of_blocks):
            raise ValueError(f"{key} stands twice")
        if key == "bytes":
            values[key] = int(text)
        elif key == "whole":
            values[key] = choice("yes", "no")(text)
        elif key in ("enc", "dec", "ctr"):
            values[key] = phases(text)
        elif key.startswith("block."):
            of_blocks.append((key.removeprefix("block."), float(text)))
        else:
            of_classes.append((key, figures(text)))
    if bool(values.get("bytes")) != bool(values.get("enc")):
        raise ValueError("a counted bound has bytes and enc")
    if "whole" in values and "bytes" not in values:
        raise ValueError("whole is for a counted bound")
    return values | {"figures_of": tuple(of_classes), "blocks_of": tuple(of_blocks)}
