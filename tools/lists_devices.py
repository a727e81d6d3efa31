"""The kinds of line of src/device/devices.def for lists.py: DEVICE and HASH."""
import re
from dataclasses import dataclass

from lists_modes import choice, words


def passes_of(text):
    """Parses n, rounds, rounds/m or rounds-k, which says how often a loop runs, as (n, m, k)."""
    found = re.fullmatch(r"(\d+)|rounds(?:/(\d+)|-(\d+))?", text)
    if not found:
        raise ValueError(f"'{text}' is no number of passes: a number, rounds, rounds/N or rounds-N")
    return tuple(int(x) if x else 0 for x in found.groups())


@dataclass(frozen=True)
class Device:
    """An implementation of a family on devices."""
    NAMES = ("family", "technique")
    family: str
    technique: choice("bitslice", "words", "table", "turned", "lookup")
    source: str
    passes: passes_of
    threads: int
    each: int
    key: str
    local: int = 0
    options: str = ""
    variants: words = ()

    def serves(self, cipher):
        return cipher.family == self.family and (cipher.name in self.variants if self.variants else not cipher.sbox)

    def defines(self, cipher, sbox_set):
        """Returns the definitions for compiling the source for a variant."""
        made = {"HR_BLOCK": cipher.block, "HR_ROUNDS": cipher.rounds, "HR_THREADS": self.threads, "HR_EACH": self.each}
        if self.family == "gost28147":
            made |= {"HR_MAGMA": int(cipher.name == "magma"), "HR_SET": sbox_set.replace("-", "_")}
        if self.family == "sparx":
            made["HR_LITTLE"] = int(cipher.name.endswith("-le"))
        return " ".join([*(f"-D{name}={value}" for name, value in made.items()), *self.options.split()])

    def key_for(self, cipher):
        """Returns the type of the key's layout for a variant."""
        return re.sub(r"\b(block|rounds)\b", lambda word: str(getattr(cipher, word[1])), self.key)

    def passes_for(self, cipher):
        number, divisor, less = self.passes
        return number or cipher.rounds // (divisor or 1) - less

    def parts(self, cipher, sbox_set):
        """Returns the sources of a variant, in their order."""
        circuits = [f"circuit/gost28147/xor.{sbox_set}.h"] if self.family == "gost28147" and not cipher.sbox else []
        return " ".join([*circuits, f"{self.source}.h"])


@dataclass(frozen=True)
class Hash:
    """The hash of a field's elements on devices."""
    NAMES = ("field", "technique")
    field: choice("gf64", "gf128", "gf256", "gf512", "ghash")
    technique: choice("words", "table")
    source: str
    passes: passes_of
    threads: int
    local: int = 0

    @property
    def block(self):
        return 16 if self.field == "ghash" else int(self.field[2:]) // 8

    def defines(self):
        return f"-DHR_BLOCK={self.block} -DHR_THREADS={self.threads} -DHR_REFLECTED={int(self.field == 'ghash')}"
