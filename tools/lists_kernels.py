"""The kinds of line for lists.py that describe an object of a build: KERNEL, LAB_KERNEL,
FIELD; and CROSSOVER."""
from dataclasses import dataclass

from lists_modes import choice, words


@dataclass(frozen=True)
class Kernel:
    NAMES = ("family", "technique", "isa")
    family: str
    technique: str
    isa: str
    fused: choice("yes", "no") = "no"  # whether it also exports FusedOps
    features: words = ()  # beyond the ISA's
    flags: str = ""  # beyond the ISA's
    gcc: words = ()  # names of cmake/gcc_tuning.cmake
    signature: str = "lookup"  # of tools/signatures.py
    file: str = ""  # its source, if that is not named after the technique
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
        """True if libhedgerow contains it and may select it."""
        return self.technique != "reference"


@dataclass(frozen=True)
class LabKernel(Kernel):
    """A kernel of the lab."""

    @property
    def source(self):
        return f"lab/kernels/{self.family}/{self.file or self.technique}.cpp"

    @property
    def shipped(self):
        return False


@dataclass(frozen=True)
class Crossover:
    """On a class of processors, short calls of a variant go to this kernel and not to those of lower rank."""
    NAMES = ("machine", "variant", "technique", "isa")
    machine: str  # the class
    variant: str
    technique: str
    isa: str
    up_to: int  # blocks


@dataclass(frozen=True)
class Field:
    NAMES = ("field", "isa")
    field: str
    isa: str
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
