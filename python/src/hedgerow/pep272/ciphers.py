"""Objects of PEP 272: block and stream modes."""
import os
import re
from typing import Any

from hedgerow import _algorithms
from hedgerow._objects import NotPickled, byte_view
from hedgerow._algorithms import CipherInfo, AlgorithmInfo
from hedgerow.pep272.aeads import Authenticated, InvalidCall, MessageTooLong, Siv, room_of

# The first numbers are those of PyCryptodome. Numbers from 100 on are ours.
MODES = {"MODE_ECB": (1, "ecb"), "MODE_CBC": (2, "cbc"), "MODE_CFB": (3, "cfb"), "MODE_OFB": (5, "ofb"),
         "MODE_CTR": (6, "ctr"), "MODE_CCM": (8, "ccm"), "MODE_SIV": (10, "siv"), "MODE_GCM": (11, "gcm"),
         "MODE_MGM": (100, "mgm"), "MODE_XTS": (101, "xts"), "MODE_CNT": (102, "cnt"),
         "MODE_CTR_ACPKM": (103, "ctr-acpkm"), "MODE_GCM_SIV": (104, "gcm-siv")}


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
        initial_value      CTR: the first value of the block counter, a number or all of its bytes. The counter has the
                           bytes of a block after the nonce. After 2^(8 * these bytes) blocks, calls raise
                           MessageTooLong, an OverflowError
        counter            CTR: an object of Crypto.Util.Counter, instead of nonce and initial_value
        mac_len            AEAD: length of the tag in bytes
        msg_len, assoc_len CCM: lengths of the message and of the associated data
        threads, use_aesni and use_clmul have no effect on the result

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
    _check_unused(name, options)
    if algorithm.kind == "aead":
        return (Siv if algorithm.mode == "siv" else Authenticated)(algorithm, key, mode, iv, **options)
    return PlainCipher(algorithm, key, mode, iv, **options)


def _check_unused(mode: str, options: dict[str, Any]) -> None:
    """Removes the keywords of PyCryptodome that choose its code and not a result."""
    for name in ("use_aesni", "use_clmul"):
        options.pop(name, None)
    if mode in ("ctr", "gcm"):
        threads = options.pop("threads", 1)
        if isinstance(threads, bool) or not isinstance(threads, int):
            raise TypeError(f"threads must be an integer, not {type(threads).__name__}")
        if threads < 0:
            raise ValueError(f"threads must be 0 or more, not {threads}")


def _random_iv(algorithm: AlgorithmInfo) -> bytes:
    return os.urandom(algorithm.iv_bytes)


class _Keystream:
    """CTR over a counter that is not the end of the block, or that is little endian [Crypto.Util.Counter]."""

    def __init__(self, ecb: Any, counter: dict[str, Any]) -> None:
        self._ecb, self._counter = ecb, counter
        self._value, self._rest = counter["initial_value"], b""

    def update(self, data: memoryview) -> bytes:
        size, count = self._counter["counter_len"], max(0, -(-(len(data) - len(self._rest)) // self._ecb.block_bytes))
        order = "little" if self._counter["little_endian"] else "big"
        blocks = [self._counter["prefix"] + ((self._value + i) % (1 << 8 * size)).to_bytes(size, order)
                  + self._counter["suffix"] for i in range(count)]
        self._value += count
        stream = self._rest + self._ecb.update(b"".join(blocks))
        self._rest = stream[len(data):]
        whole = int.from_bytes(data, "little") ^ int.from_bytes(stream[:len(data)], "little")
        return whole.to_bytes(len(data), "little")


class PlainCipher(NotPickled):
    """A mode without authentication. Calls continue one message in one direction, and ECB and CBC take whole blocks."""

    def __init__(self, algorithm: AlgorithmInfo, key: bytes, mode: int, iv: bytes | None, *, segment_size: int | None = None,
                 initial_value: Any = None, counter: Any = None, **options: Any) -> None:
        for name, value, of in (("segment_size", segment_size, "cfb"), ("initial_value", initial_value, "ctr"), ("counter", counter, "ctr")):
            if value is not None and algorithm.mode != of:
                raise TypeError(f"{algorithm.mode} has no {name}")
        if algorithm.mode == "cfb":
            segment_size = 8 if segment_size is None else segment_size
            if segment_size % 8 or not 8 <= segment_size <= 8 * algorithm.block_bytes:
                raise ValueError(f"segment_size must be whole bytes of 8 to {8 * algorithm.block_bytes} bits, not {segment_size}")
            options["feedback_bytes"] = segment_size // 8
        self.block_size, self.mode = algorithm.block_bytes, mode
        self._algorithm, self._key, self._options = algorithm, key, options
        self._seek = 0
        self._wrap = self._left = -1  # bytes until the counter wraps to 0, and until it repeats; -1: never
        self._nonce = b""
        if iv is not None and not algorithm.iv_bytes:
            raise TypeError(f"{algorithm.mode} takes no IV")
        parts = None if counter is None else self._counter_parts(counter, iv, initial_value)
        if parts is None:
            self._iv = self._first_counter(iv, initial_value) if algorithm.iv_bytes else None
        else:
            self._iv = self._first_block(parts)
        if algorithm.mode != "ctr":
            self.iv = self.IV = self._iv
        elif parts is None or not parts["suffix"]:
            self.nonce = self._nonce
        self._decrypts: bool | None = None
        self._cipher: Any = self._made(False)  # raises an exception for a wrong IV or option
        if parts is not None and (parts["suffix"] or parts["little_endian"]):
            self._cipher = _Keystream(_algorithms.class_of(algorithm.cipher, "ecb")(key, **options), parts)
            self._wrap = self._left + 1  # the stream wraps its counter itself

    def _made(self, decrypts: bool) -> Any:
        made = _algorithms.class_of(self._algorithm.cipher, self._algorithm.mode)
        cipher = made(self._key, iv=self._iv, decrypt=decrypts, **self._options)
        if self._seek:
            cipher.seek(self._seek)
        return cipher

    def _counter_parts(self, counter: Any, iv: bytes | None, initial_value: Any) -> dict[str, Any]:
        if iv is not None or initial_value is not None:
            raise TypeError("counter= already has what nonce= and initial_value= say: give one or the other")
        try:
            parts = {name: counter[name] for name in ("counter_len", "prefix", "suffix", "initial_value", "little_endian")}
        except (TypeError, KeyError, IndexError):
            raise TypeError("counter must be an object of Crypto.Util.Counter.new") from None
        if self._own_counter():
            raise TypeError(f"the standard of {self._algorithm.cipher} makes the counter from the nonce: give nonce= instead of "
                            "counter=")
        size = parts["counter_len"] + len(parts["prefix"]) + len(parts["suffix"])
        if size != self.block_size or not 0 <= parts["initial_value"] < 1 << 8 * parts["counter_len"]:
            raise ValueError(f"prefix, counter and suffix must have {self.block_size} bytes, a block, not {size}, and the "
                             "initial value must fit")
        return parts

    def _first_block(self, parts: dict[str, Any]) -> bytes:
        self._nonce = parts["prefix"]
        return self._begin_counter(parts["initial_value"], parts["counter_len"], parts["suffix"])

    def _begin_counter(self, first: int, room: int, suffix: bytes = b"") -> bytes:
        self._left = self.block_size << 8 * room
        self._wrap = self._left - first * self.block_size
        return self._nonce + first.to_bytes(room, "big") + suffix

    def _own_counter(self) -> bool:
        """CTR of the GOST and DSTU standards makes the counter from the nonce."""
        return self._algorithm.iv_bytes != self._algorithm.block_bytes or self._algorithm.cipher.startswith("kalyna")

    def _first_counter(self, iv: bytes | None, initial_value: Any) -> bytes:
        """Returns the IV for the library. In CTR of SP 800-38A it is the nonce followed by the counter."""
        algorithm = self._algorithm
        if algorithm.mode != "ctr":
            return _random_iv(algorithm) if iv is None else iv
        own = self._own_counter()
        self._nonce = nonce = iv if iv is not None else os.urandom(algorithm.iv_bytes if own else algorithm.block_bytes // 2)
        if own:
            if not isinstance(initial_value, (int, type(None))):
                raise TypeError(f"initial_value must be an integer for {algorithm.cipher}, not {type(initial_value).__name__}")
            self._seek = initial_value or 0
            return nonce
        room = algorithm.block_bytes - len(nonce)
        if room < 1:
            raise ValueError(f"nonce must be shorter than a block, which has {algorithm.block_bytes} bytes: the rest counts "
                             "the blocks")
        if initial_value is not None and not isinstance(initial_value, int):
            value = byte_view(initial_value, "initial_value")
            if len(value) != room:
                raise ValueError(f"initial_value must have {room} bytes, which the nonce leaves of a block, not {len(value)}")
            initial_value = int.from_bytes(value, "big")
        if not 0 <= (initial_value or 0) < 1 << 8 * room:
            raise ValueError(f"initial_value must be 0 to 2^{8 * room} - 1, since the nonce leaves {room} bytes of a block")
        return self._begin_counter(initial_value or 0, room)

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
        view = byte_view(data, "data")
        size = len(view)
        if self._algorithm.kind == "block" and size % self.block_size and "steals" not in self._algorithm.properties:
            raise ValueError(f"data must be whole blocks of {self.block_size} bytes in mode {self._algorithm.mode}, not {size} bytes")
        room = None if output is None else room_of(output, size)
        if self._decrypts is None:
            if decrypts and self._left < 0:  # both directions of CTR are one
                self._cipher = self._made(True)
            self._decrypts = decrypts
        if decrypts != self._decrypts:
            raise InvalidCall("one object goes one way: make another one to " + ("decrypt" if decrypts else "encrypt"))
        if "steals" in self._algorithm.properties:  # a call is a message
            self._cipher.reset(self._iv)
            result = self._cipher.process(view)
        elif self._left >= 0:
            result = self._counted(view)
        else:
            result = self._cipher.update(view)
        if room is None:
            return result
        room[:] = result
        return None

    def encrypt(self, plaintext: Any, output: Any = None) -> Any:
        """Returns bytes, or None if they were written to `output`, which must have the same length."""
        return self._run(plaintext, output, False)

    def decrypt(self, ciphertext: Any, output: Any = None) -> Any:
        """The inverse of encrypt."""
        return self._run(ciphertext, output, True)
