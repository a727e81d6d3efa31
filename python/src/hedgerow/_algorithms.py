"""What the library algorithms, and a class for each cipher in each mode, made from its list."""
import functools
import os
import re
from dataclasses import dataclass
from typing import Any, ClassVar, NoReturn

from hedgerow import _core
from hedgerow._core import AEAD, MAC, Cipher, UnknownCipher, UnknownMode, Wrap

NO_LIMIT = 2**64 - 1
"""For limit_blocks: no data limit per key. Hard limits of a message stay."""


@dataclass(frozen=True, slots=True)
class CipherInfo:
    """A cipher variant. limit_blocks: the default data limit per key; sbox_bytes: of the S-boxes given as an option."""

    name: str
    family: str
    block_bytes: int
    key_bytes: int
    rounds: int
    limit_blocks: int
    sbox_bytes: int
    sbox_oid: str
    aead: str
    maturity: str
    note: str


@dataclass(frozen=True, slots=True)
class AlgorithmInfo:
    """A cipher in a mode, as hedgerow_algorithm_info of hedgerow.h. kind: block, stream, aead, mac or wrap."""

    cipher: str
    mode: str
    kind: str
    oid: str
    block_bytes: int
    unit_bytes: int
    key_bytes: int
    iv_bytes: int
    min_iv_bytes: int
    max_iv_bytes: int
    iv_step_bytes: int
    tag_bytes: int
    min_tag_bytes: int
    max_tag_bytes: int
    tag_step_bytes: int
    feedback_bytes: int
    section_bytes: int
    master_section_bytes: int
    limit_blocks: int
    message_bytes: int
    properties: frozenset[str]
    maturity: str
    note: str


@dataclass(frozen=True, slots=True)
class KernelInfo:
    """A kernel, and whether this machine chooses it for long (bulk) and short (narrow) calls."""

    id: str
    cipher: str
    technique: str
    isa: str
    timing: str
    width_blocks: int
    available: bool
    selected_bulk: bool
    selected_narrow: bool
    reason: str


def ciphers() -> list[CipherInfo]:
    """Every cipher variant."""
    return [CipherInfo(**info) for info in _core.ciphers()]


def kernels() -> list[KernelInfo]:
    """Every kernel in the order of preference on this machine."""
    return [KernelInfo(**info) for info in _core.kernels()]


@functools.cache
def _algorithms() -> dict[tuple[str, str], AlgorithmInfo]:
    return {(info["cipher"], info["mode"]): AlgorithmInfo(**info) for info in _core.algorithms()}


def algorithms(cipher: str | None = None, kind: str | None = None) -> list[AlgorithmInfo]:
    """Every cipher in every mode that it has; those of one cipher, of one kind (block, stream, aead, mac, wrap)."""
    return [o for o in _algorithms().values() if cipher in (None, o.cipher) and kind in (None, o.kind)]


_PROPER = {"kalyna": "Kalyna", "kuznyechik": "Kuznyechik", "magma": "Magma", "cypress": "Cypress"}


def class_name(cipher: str, mode: str) -> str:
    """("kalyna-128-256", "gcm") -> "Kalyna128_256GCM". Proper names are capitalised, all else is upper case; '_' stands
    where the name has '-' or ':', but for the one before the first number."""
    family, *rest = re.split("[-:]", cipher)
    name = _PROPER.get(family, family.upper())
    if rest:
        name += ("" if rest[0].isdigit() else "_") + "_".join(rest).upper()
    if rest and not rest[-1].isdigit() or ":" in cipher:
        name += "_"
    return name + mode.upper().replace("-", "_")


@functools.cache
def classes() -> dict[str, tuple[str, str]]:
    """Names of classes, with their cipher and mode."""
    return {class_name(*algorithm): algorithm for algorithm in _algorithms()}


class ListedAlgorithm:
    """What the class of an algorithm has beside its kind's base."""

    __slots__ = ()
    algorithm: ClassVar[AlgorithmInfo]

    @classmethod
    def generate_key(cls) -> bytes:
        """A random key of the algorithm's length, from the system."""
        return os.urandom(cls.algorithm.key_bytes)


_BASES: dict[str, type] = {"block": Cipher, "stream": Cipher, "aead": AEAD, "mac": MAC, "wrap": Wrap}


@functools.cache
def class_of(cipher: str, mode: str) -> Any:
    """The class of a cipher in a mode. Raises UnknownCipher, UnknownMode."""
    algorithm = _algorithms().get((cipher, mode))
    if algorithm is None:
        _refuse(cipher, mode)
    base: Any = _BASES[algorithm.kind]

    def __init__(self: Any, key: Any, **options: Any) -> None:
        base.__init__(self, cipher, mode, key, **options)

    name = class_name(cipher, mode)
    doc = f"{cipher} in mode {mode}: see {base.__name__}. The key has {algorithm.key_bytes} bytes. {algorithm.note}".rstrip()
    members = {"__slots__": (), "__init__": __init__, "__doc__": doc, "__module__": "hedgerow", "algorithm": algorithm}
    return type(name, (ListedAlgorithm, base), members)


def _check_names(cipher: Any, mode: Any) -> None:
    """What stands in the place of a name may be a key: it is not shown."""
    for what, text in (("the cipher's name", cipher), ("mode", mode)):
        if not isinstance(text, str):
            raise TypeError(f"{what} must be a str, not {type(text).__name__}")


def _refuse(cipher: str, mode: str) -> NoReturn:
    _check_names(cipher, mode)
    modes = [m for c, m in _algorithms() if c == cipher]
    if not modes:
        raise UnknownCipher(f"there is no cipher {cipher!r}; there are " + ", ".join(c.name for c in ciphers()))
    raise UnknownMode(f"{cipher} has no mode {mode!r}; it has " + ", ".join(modes))


def _of_kind(cipher: str, mode: str | None, *kinds: str) -> Any:
    """The class of the cipher's mode, which is of one of the kinds; without a mode the first one that is."""
    _check_names(cipher, "" if mode is None else mode)
    return _class_of_kind(cipher, mode, *kinds)


@functools.cache
def _class_of_kind(cipher: str, mode: str | None, *kinds: str) -> Any:
    fitting = [o.mode for o in algorithms(cipher) if o.kind in kinds]
    if mode is None and fitting:
        return class_of(cipher, fitting[0])
    if mode in fitting:
        return class_of(cipher, mode)
    if not algorithms(cipher):
        _refuse(cipher, mode or "")
    kind = {"aead": "AEAD", "mac": "MAC", "wrap": "key wrap"}.get("".join(kinds), "block or stream mode")
    raise UnknownMode(f"{cipher} has no {kind} {mode or ''}".rstrip() + "; it has " + (", ".join(fitting) or "none"))


def aead(name: str, key: Any, mode: str | None = None, **options: Any) -> AEAD:
    """A cipher's AEAD with a key; without a mode the one that the cipher is shown with."""
    made: AEAD = _of_kind(name, mode, "aead")(key, **options)
    return made


def cipher(name: str, mode: str, key: Any, *, iv: Any = None, decrypt: bool = False, **options: Any) -> Cipher:
    """A cipher in a block or stream mode, in one direction. With an IV, or where there is none, a message has begun."""
    made: Cipher = _of_kind(name, mode, "block", "stream")(key, iv=iv, decrypt=decrypt, **options)
    return made


def mac(name: str, key: Any, data: Any = None, mode: str | None = None, **options: Any) -> MAC:
    """A cipher's MAC with a key, and the beginning of a message; without a mode the cipher's first MAC."""
    made: MAC = _of_kind(name, mode, "mac")(key, **options)
    if data is not None:
        made.update(data)
    return made


def wrap(name: str, key: Any, mode: str | None = None, **options: Any) -> Wrap:
    """A cipher's key wrap with the wrapping key; without a mode the cipher's first."""
    made: Wrap = _of_kind(name, mode, "wrap")(key, **options)
    return made
