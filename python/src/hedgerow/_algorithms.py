"""The list of algorithms, and the classes that are made from it: one for each cipher in each mode."""
import functools
import inspect
import os
from dataclasses import dataclass
from typing import Any, ClassVar, NoReturn

from hedgerow import _core
from hedgerow._core import AEAD, MAC, Cipher, UnknownCipher, UnknownMode, Wrap
from hedgerow._names import class_name

NO_LIMIT = 2**64 - 1
"""Value of limit_blocks that turns off the data limit per key, while the limits per message remain."""


@dataclass(frozen=True, slots=True)
class CipherInfo:
    """A cipher variant. limit_blocks is the default data limit per key. sbox_bytes is the length of the option sbox."""

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
    """A cipher in a mode, as hedgerow_algorithm_info in hedgerow.h. kind is block, stream, aead, mac or wrap."""

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
    """A kernel, and the calls for which this machine selects it, as numbers of blocks.

    ``up_to_blocks`` is ``None`` if there is no longest call, and 0 if the kernel is not selected.
    """

    id: str
    cipher: str
    technique: str
    isa: str
    timing: str
    width_blocks: int
    available: bool
    from_blocks: int
    up_to_blocks: int | None
    reason: str


def ciphers() -> list[CipherInfo]:
    """Returns all cipher variants."""
    return [CipherInfo(**info) for info in _core.ciphers()]


def kernels() -> list[KernelInfo]:
    """Returns all kernels in the order of preference on this machine."""
    return [KernelInfo(**info) for info in _core.kernels()]


@functools.cache
def _algorithms() -> dict[tuple[str, str], AlgorithmInfo]:
    return {(info["cipher"], info["mode"]): AlgorithmInfo(**info) for info in _core.algorithms()}


def algorithms(cipher: str | None = None, kind: str | None = None) -> list[AlgorithmInfo]:
    """Returns all ciphers in all their modes. You can restrict the list to one cipher and one kind (block, stream,
    aead, mac, wrap)."""
    return [o for o in _algorithms().values() if cipher in (None, o.cipher) and kind in (None, o.kind)]


@functools.cache
def classes() -> dict[str, tuple[str, str]]:
    """Returns the names of all classes with their cipher and mode."""
    return {class_name(*algorithm): algorithm for algorithm in _algorithms()}


class ListedAlgorithm:
    """The members that the class of an algorithm adds to the base class of its kind."""

    __slots__ = ()
    algorithm: ClassVar[AlgorithmInfo]

    @classmethod
    def generate_key(cls) -> bytes:
        """Returns a random key of the right length, from the random source of the system."""
        return os.urandom(cls.algorithm.key_bytes)


_BASES: dict[str, type] = {"block": Cipher, "stream": Cipher, "aead": AEAD, "mac": MAC, "wrap": Wrap}


@functools.cache
def class_of(cipher: str, mode: str) -> Any:
    """Returns the class of a cipher in a mode. Raises UnknownCipher, UnknownMode."""
    algorithm = _algorithms().get((cipher, mode))
    if algorithm is None:
        _refuse(cipher, mode)
    base: Any = _BASES[algorithm.kind]

    def __init__(self: Any, key: Any, **options: Any) -> None:
        base.__init__(self, cipher, key, mode, **options)

    name = class_name(cipher, mode)
    signature = inspect.signature(base)
    parameters = [p if p.name != "key" else p.replace(kind=p.POSITIONAL_OR_KEYWORD)
                  for p in signature.parameters.values() if p.name not in ("name", "mode")]
    doc = f"{cipher} in mode {mode}: see {base.__name__}. The key has {algorithm.key_bytes} bytes. {algorithm.note}".rstrip()
    members = {"__slots__": (), "__init__": __init__, "__doc__": doc, "__module__": "hedgerow", "algorithm": algorithm,
               "__signature__": signature.replace(parameters=parameters)}
    return type(name, (ListedAlgorithm, base), members)


def _check_names(cipher: Any, mode: Any) -> None:
    """The argument may be a key that was passed by mistake, so the error does not show it."""
    for what, text in (("the cipher's name", cipher), ("mode", mode)):
        if not isinstance(text, str):
            raise TypeError(f"{what} must be a str, not {type(text).__name__}")


def _refuse(cipher: str, mode: str) -> NoReturn:
    _check_names(cipher, mode)
    modes = [m for c, m in _algorithms() if c == cipher]
    if not modes:
        raise UnknownCipher(f"there is no cipher {cipher!r}; there are " + ", ".join(c.name for c in ciphers()))
    raise UnknownMode(f"{cipher} has no mode {mode!r}; it has " + ", ".join(modes))


def _of_kind(function: str, cipher: str, key: Any, mode: str | None, *kinds: str) -> Any:
    """Returns the class of the cipher in this mode, which must be of one of the kinds. Without a mode, returns the
    first class of these kinds. `function` is the function that the caller called, and its arguments are in the order
    (name, key, mode)."""
    if isinstance(key, str) and not isinstance(mode, (str, type(None))):
        raise TypeError(f"the order of the arguments is {function}(name, key, mode): the key is before the mode")
    if function == "mac" and not isinstance(mode, (str, type(None))):
        raise TypeError(f"the order of the arguments is mac(name, key, mode), and mode must be a str, not "
                        f"{type(mode).__name__}; pass a message as data=")
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
    """Returns an AEAD of a cipher with a key. The default mode is the AEAD in the CipherInfo of the cipher."""
    made: AEAD = _of_kind("aead", name, key, mode, "aead")(key, **options)
    return made


def cipher(name: str, key: Any, mode: str, *, iv: Any = None, decrypt: bool = False, **options: Any) -> Cipher:
    """Returns a cipher in a block or stream mode, in one direction. The first message starts immediately if you pass an
    IV or the mode has no IV."""
    made: Cipher = _of_kind("cipher", name, key, mode, "block", "stream")(key, iv=iv, decrypt=decrypt, **options)
    return made


def mac(name: str, key: Any, mode: str | None = None, *, data: Any = None, **options: Any) -> MAC:
    """Returns a MAC of a cipher with a key, after the first `data` of a message. The default mode is the cipher's first
    MAC."""
    made: MAC = _of_kind("mac", name, key, mode, "mac")(key, **options)
    if data is not None:
        made.update(data)
    return made


def wrap(name: str, key: Any, mode: str | None = None, **options: Any) -> Wrap:
    """Returns a key wrap of a cipher with the wrapping key. The default mode is the cipher's first key wrap."""
    made: Wrap = _of_kind("wrap", name, key, mode, "wrap")(key, **options)
    return made
