"""Objects of PEP 272: block and stream modes."""
import os
import re
from typing import Any

from hedgerow import _algorithms
from hedgerow._core import LimitReached
from hedgerow._objects import NotPickled, byte_view
from hedgerow._algorithms import CipherInfo, AlgorithmInfo
from hedgerow.pep272.aeads import Authenticated, Siv

# The first numbers are those of PyCryptodome. Numbers from 100 on are ours.
MODES = {"MODE_ECB": (1, "ecb"), "MODE_CBC": (2, "cbc"), "MODE_CFB": (3, "cfb"), "MODE_OFB": (5, "ofb"),
         "MODE_CTR": (6, "ctr"), "MODE_CCM": (8, "ccm"), "MODE_SIV": (10, "siv"), "MODE_GCM": (11, "gcm"),
         "MODE_MGM": (100, "mgm"), "MODE_XTS": (101, "xts"), "MODE_CNT": (102, "cnt"),
         "MODE_CTR_ACPKM": (103, "ctr-acpkm"), "MODE_GCM_SIV": (104, "gcm-siv")}


class MessageTooLong(LimitReached, OverflowError):
    """The counter of MODE_CTR would repeat, which is also an OverflowError because PyCryptodome raises that."""


def base_name(cipher: str) -> str:
    """Returns the name of the module, for example "kalyna" for "kalyna-128-256"."""
    return re.split("[-:]", cipher)[0]


def _variant(family: str, mode: str, key: bytes, block_size: int | None, variant: str | None) -> AlgorithmInfo:
    """Returns the algorithm with this key length. Raises ValueError with a list of the possible lengths."""
    names: dict[str, CipherInfo] = {c.name: c for c in _algorithms.ciphers() if base_name(c.name) == family}
    fitting = [o for o in _algorithms.algorithms() if o.cipher in names and o.mode == mode
               and variant in (None, o.cipher, o.cipher.split(":")[-1])
               and block_size in (None, o.block_bytes)]
    found = [o for o in fitting if o.key_bytes == len(key)]
    if len(found) == 1:
        return found[0]
    if not fitting:
        raise ValueError(f"{family} has no mode {mode} of this variant and block size")
    if not found:
        sizes = sorted({o.key_bytes for o in fitting})
        raise ValueError(f"the key has {len(key)} bytes; {family} in mode {mode} takes " + ", ".join(map(str, sizes)))
    raise ValueError("several variants take this key: say block_size= or variant=, one of "
                     + ", ".join(o.cipher for o in found))


def new(family: str, key: Any, mode: int, *args: Any, block_size: int | None = None, variant: str | None = None,
        **options: Any) -> Any:
    """Makes a cipher object, where the third argument of PEP 272 is the IV. The keywords of PyCryptodome are

        iv or IV, nonce    two names for the same value; random if it is missing (see .iv, .nonce), except
                           in SIV, which then has no nonce
        segment_size       CFB: bits of a unit, 8 by default
        initial_value      CTR: the first value of the block counter. The counter has the bytes of a block after the
                           nonce. After 2^(8 * these bytes) blocks, calls raise MessageTooLong, an OverflowError
        mac_len            AEAD: length of the tag in bytes

    Other keywords are options of the library. Raises ValueError."""
    name = next((m for number, m in MODES.values() if number == mode), None)
    if name is None:
        raise ValueError(f"{mode} is no mode; allowed are " + ", ".join(MODES))
    key = byte_view(key, "key").tobytes()
    algorithm = _variant(family, name, key, block_size, variant)
    given = [v for v in (*args[:1], options.pop("iv", None), options.pop("IV", None), options.pop("nonce", None))
             if v is not None]
    if len(args) > 1 or len(given) > 1:
        raise TypeError("new() takes a key, a mode and one IV or nonce")
    iv = byte_view(given[0], "the IV or nonce").tobytes() if given else None
    if algorithm.kind == "aead":
        return (Siv if algorithm.mode == "siv" else Authenticated)(algorithm, key, mode, iv, **options)
    return PlainCipher(algorithm, key, mode, iv, **options)


def _random_iv(algorithm: AlgorithmInfo) -> bytes:
    return os.urandom(algorithm.iv_bytes)


class PlainCipher(NotPickled):
    """A mode without authentication. Calls continue one message in one direction, and ECB and CBC take whole blocks."""

    def __init__(self, algorithm: AlgorithmInfo, key: bytes, mode: int, iv: bytes | None, *, segment_size: int = 8,
                 initial_value: int = 0, **options: Any) -> None:
        if algorithm.mode == "cfb":
            if segment_size % 8 or not 8 <= segment_size <= 8 * algorithm.block_bytes:
                raise ValueError(f"segment_size must be whole bytes of 8 to {8 * algorithm.block_bytes} bits")
            options["feedback_bytes"] = segment_size // 8
        self.block_size, self.mode = algorithm.block_bytes, mode
        self._algorithm, self._key, self._options = algorithm, key, options
        self._seek = 0
        self._wrap = self._left = -1  # bytes until the counter wraps to 0, and until it repeats; -1: never
        self._nonce = b""
        self._iv = self._first_counter(iv, initial_value) if algorithm.iv_bytes else None
        if iv is not None and not algorithm.iv_bytes:
            raise TypeError(f"{algorithm.mode} takes no IV")
        self._cipher: Any = None
        self._decrypts = False
        if algorithm.mode == "ctr":
            self.nonce = self._nonce
        else:
            self.iv = self.IV = self._iv

    def _first_counter(self, iv: bytes | None, initial_value: int) -> bytes:
        """Returns the IV for the library. In CTR of SP 800-38A it is the nonce followed by the counter. In CTR of the
        GOST and DSTU standards the library makes the counter from the nonce."""
        algorithm = self._algorithm
        if algorithm.mode != "ctr":
            return _random_iv(algorithm) if iv is None else iv
        own = algorithm.iv_bytes != algorithm.block_bytes or algorithm.cipher.startswith("kalyna")
        self._nonce = nonce = iv if iv is not None else os.urandom(algorithm.iv_bytes if own else algorithm.block_bytes // 2)
        if own:
            self._seek = initial_value
            return nonce
        room = algorithm.block_bytes - len(nonce)
        if room < 1:
            raise ValueError(f"nonce must be shorter than a block, which has {algorithm.block_bytes} bytes: the rest counts "
                             "the blocks")
        if not 0 <= initial_value < 1 << 8 * room:
            raise ValueError(f"initial_value must be 0 to 2^{8 * room} - 1, since the nonce leaves {room} bytes of a block")
        self._left = algorithm.block_bytes << 8 * room
        self._wrap = self._left - initial_value * algorithm.block_bytes
        return nonce + initial_value.to_bytes(room, "big")

    def _counted(self, data: memoryview) -> bytes:
        """MODE_CTR: the counter continues at 0 after its last value and never changes the nonce."""
        if len(data) > self._left:
            raise MessageTooLong(f"the counter beside this nonce ends in {self._left} bytes, not {len(data)}: a shorter "
                                 "nonce leaves more blocks to count")
        self._left -= len(data)
        head, rest = data[:self._wrap], data[self._wrap:]
        self._wrap -= len(head)
        result: bytes = self._cipher.update(head)
        if rest:
            self._cipher.reset(self._nonce.ljust(self.block_size, b"\0"))
            self._wrap = self._left + 1
            result += self._cipher.update(rest)
        return result

    def _run(self, data: Any, output: Any, decrypts: bool) -> Any:
        if self._cipher is None:
            made = _algorithms.class_of(self._algorithm.cipher, self._algorithm.mode)
            self._cipher = made(self._key, iv=self._iv, decrypt=decrypts, **self._options)
            self._decrypts = decrypts
            if self._seek:
                self._cipher.seek(self._seek)
        if decrypts != self._decrypts:
            raise TypeError("one object goes one way: make another one to " + ("decrypt" if decrypts else "encrypt"))
        view = byte_view(data, "data")
        size = len(view)
        if self._algorithm.kind == "block" and size % self.block_size and "steals" not in self._algorithm.properties:
            raise ValueError(f"data must be whole blocks of {self.block_size} bytes in mode {self._algorithm.mode}")
        if "steals" in self._algorithm.properties:  # a call is a message
            self._cipher.reset(self._iv)
            result = self._cipher.process(view)
        elif self._left >= 0:
            result = self._counted(view)
        else:
            result = self._cipher.update(view)
        if output is None:
            return result
        room = byte_view(output, "output", writable=True)
        if len(room) != len(result):
            raise ValueError(f"output must have {len(result)} bytes, as many as the data, not {len(room)}")
        room[:] = result
        return None

    def encrypt(self, plaintext: Any, output: Any = None) -> Any:
        """Returns bytes, or None if they were written to `output`, which must have the same length."""
        return self._run(plaintext, output, False)

    def decrypt(self, ciphertext: Any, output: Any = None) -> Any:
        """The inverse of encrypt."""
        return self._run(ciphertext, output, True)
