"""MODE and ALGORITHM lines of src/mode/modes.def, as lists.py reads them."""
import re
from dataclasses import dataclass


def choice(*allowed):
    def read(text):
        if text not in allowed:
            raise ValueError(f"'{text}' is none of {', '.join(allowed)}")
        return text
    return read


def words(text):
    return tuple(text.split(",")) if text else ()


PROPERTIES = ("seek", "padding", "feedback", "sections", "master_sections", "steals", "lengths_first", "one_call", "no_empty",
              "nonce_top_bit", "iv_mac", "tag_without_nonce", "length_field", "tail_ends", "no_aad",
              "gamma", "padded_length", "two_blocks", "zero_fill")


def property_words(text):
    for word in words(text):
        if word not in PROPERTIES:
            raise ValueError(f"'{word}' is none of {', '.join(PROPERTIES)}")
    return words(text)


def length(text):
    """Parses a length in bytes as (number, blocks): bytes = number + blocks * block."""
    m = re.fullmatch(r"(\d+)|half|(\d*)block", text)
    if not m:
        raise ValueError(f"'{text}' is no length: a number, half, block or Nblock")
    return (int(m[1]), 0) if m[1] else (0, 0.5 if text == "half" else int(m[2] or 1))


def length_range(text):
    """Parses LENGTH, LENGTH..LENGTH or LENGTH..LENGTH:STEP as (shortest, longest, step)."""
    ends, _, step = text.partition(":")
    first, _, last = ends.partition("..")
    return length(first), length(last or first), length(step or "1")


@dataclass(frozen=True)
class Mode:
    """A mode of operation."""
    NAMES = ("id",)
    id: str
    kind: choice("block", "stream", "aead", "mac", "wrap")
    name: str = ""
    source: str = ""
    iv: length_range = ()
    usual_iv: length = ()
    tag: length_range = ()
    usual_tag: length = ()
    keys: int = 1
    properties: property_words = ()
    feedback: length = (0, 0)
    section: int = 0
    master_section: int = 0
    container: int = 0
    note: str = ""

    @property
    def printed(self):
        return self.name or self.id.replace("_", "-")

    @property
    def path(self):
        return f"src/mode/{self.kind}/{self.source or self.id}.cpp"


@dataclass(frozen=True)
class Algorithm:
    """Ciphers in a mode."""
    NAMES = ("ciphers", "mode")
    ciphers: str
    mode: str
    blocks: words = ()
    oid: str = ""
    section: int = 0
    master_section: int = 0
    note: str = ""

    def names(self, cipher):
        named = re.match(re.escape(self.ciphers) + r"(?![a-z0-9])|" + re.escape(self.ciphers) + r"(?<=[-:])", cipher.name)
        return bool(named or cipher.family == self.ciphers) and (not self.blocks or str(cipher.block) in self.blocks)
