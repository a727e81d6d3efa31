"""AEAD objects with the methods of PyCryptodome."""
import hmac
import os
from typing import Any

from hedgerow import _algorithms
from hedgerow._algorithms import AlgorithmInfo
from hedgerow._core import InvalidDataLength, InvalidNonce, InvalidTag, LimitReached, OutOfOrder
from hedgerow._objects import NotPickled, byte_view

# The usual lengths of PyCryptodome's random nonces, where they differ from ours. Programs rely on them.
NONCE_BYTES = {"gcm": 16, "ccm": 11}


class MacMismatch(InvalidTag, ValueError):
    """The message is not authentic, which is also a ValueError because PyCryptodome raises that."""


class InvalidCall(OutOfOrder, TypeError):
    """The call is out of order, which is also a TypeError because PyCryptodome raises that."""


class MessageTooLong(LimitReached, OverflowError, ValueError):
    """The counter of MODE_CTR would repeat, or a message of CCM has more bytes than was said. It is also an
    OverflowError and a ValueError because PyCryptodome raises these."""


class NotWritable(BufferError, TypeError):
    """output= must be a buffer that can be written, which is also a TypeError because PyCryptodome raises that."""


def room_of(output: Any, size: int) -> memoryview:
    """Returns the bytes of output=, which must have the size of the data."""
    try:
        room = byte_view(output, "output", writable=True)
    except BufferError as error:
        raise NotWritable(str(error)) from None
    if len(room) != size:
        raise ValueError(f"output must have {size} bytes, as many as the data, not {len(room)}")
    return room


class Authenticated(NotPickled):
    """One message: update(associated data), then encrypt and digest, or decrypt and verify. Plaintext from decrypt is
    NOT VERIFIED until verify returns. decrypt_and_verify returns plaintext only after that check.

    CCM needs the length of the message first. Without msg_len, one call must therefore take all of it."""

    def __init__(self, algorithm: AlgorithmInfo, key: bytes, mode: int, nonce: bytes | None, *, mac_len: int | None = None,
                 msg_len: int | None = None, assoc_len: int | None = None, **options: Any) -> None:
        self._algorithm = algorithm
        self._one_call, self._announces = ("one_call" in algorithm.properties), ("lengths_first" in algorithm.properties)
        if not self._announces and (msg_len, assoc_len) != (None, None):
            raise TypeError(f"{algorithm.mode} has no msg_len and assoc_len: only CCM needs the lengths first")
        self._aead: Any = _algorithms.class_of(algorithm.cipher, algorithm.mode)(key, tag_bytes=mac_len, **options)
        self._nonce = self._random_nonce() if nonce is None else nonce
        self._check(msg_len, assoc_len)
        if self._nonce:
            self.nonce = self._nonce
        self.block_size, self.mode = algorithm.block_bytes, mode
        self._msg_len, self._assoc_len, self._taken = msg_len, assoc_len, 0
        self._in_pieces = not self._announces or msg_len is not None
        self._aad = bytearray()
        self._stream: Any = None
        self._decrypts: bool | None = None
        self._ended = False
        self._tag: bytes | None = None

    def _random_nonce(self) -> bytes:
        size = self._algorithm.iv_bytes
        nonce = bytearray(os.urandom(NONCE_BYTES.get(self._algorithm.mode, size) if size == 12 else size))
        if "nonce_top_bit" in self._algorithm.properties:
            nonce[0] &= 0x7F
        return bytes(nonce)

    def _check(self, msg_len: int | None, assoc_len: int | None) -> None:
        """Raises an exception for a wrong nonce or length."""
        least, most = self._algorithm.min_iv_bytes, self._algorithm.max_iv_bytes
        if not self._one_call:
            stream = self._aead.decryptor(self._nonce)
            if self._announces:
                self._set_lengths(stream, assoc_len or 0, msg_len or 0)
        elif not least <= len(self._nonce) <= most:
            raise InvalidNonce(f"nonce must have {least} to {most} bytes in mode {self._algorithm.mode}, not {len(self._nonce)}")

    def update(self, assoc_data: Any) -> "Authenticated":
        """Adds associated data, which you must do before you pass any other data."""
        if self._decrypts is not None:
            raise InvalidCall("associated data comes before the message")
        data = byte_view(assoc_data, "assoc_data")
        if self._assoc_len is not None and len(self._aad) + len(data) > self._assoc_len:
            raise MessageTooLong(f"there are {len(self._aad) + len(data)} bytes of associated data, and assoc_len is {self._assoc_len}")
        self._aad += data
        return self

    def _begin(self, decrypts: bool, size: int) -> Any:
        """Begins the message if that was not done. CCM without msg_len has `size` bytes in one call."""
        if self._ended or self._decrypts not in (None, decrypts):
            raise InvalidCall("one object encrypts or decrypts one message: make another object")
        if self._decrypts is None:
            self._require_aad()
            self._stream = (self._aead.decryptor if decrypts else self._aead.encryptor)(self._nonce)
            self._decrypts = decrypts
            if self._announces:
                self._msg_len = size if self._msg_len is None else self._msg_len
                self._set_lengths(self._stream, len(self._aad), self._msg_len)
            self._stream.authenticate_additional_data(self._aad)
        elif not self._in_pieces and size:
            raise InvalidCall("without msg_len, one call takes all of the message")
        return self._stream

    @staticmethod
    def _set_lengths(stream: Any, aad: int, data: int) -> None:
        try:
            stream.set_lengths(aad, data)
        except LimitReached as error:
            raise MessageTooLong(str(error)) from None

    def _require_aad(self) -> None:
        if self._assoc_len not in (None, len(self._aad)):
            raise InvalidDataLength(f"there are {len(self._aad)} bytes of associated data, and assoc_len is {self._assoc_len}")

    def _require_end(self) -> None:
        if self._announces and self._taken != self._msg_len:
            raise InvalidDataLength(f"the message has {self._taken} bytes, and msg_len is {self._msg_len}")

    def _take_whole(self, decrypts: bool) -> None:
        """One call contains all of the message, and its nonce is used up even if the call fails."""
        if self._decrypts is not None:
            raise InvalidCall("this call takes a whole message, and the object has begun one: make another object")
        self._require_aad()
        self._decrypts, self._ended = decrypts, True

    def _tag_of(self, received_mac_tag: Any) -> bytes:
        """Returns the tag that was received. Raises MacMismatch if its length is not that of the object, because the
        sender must not choose where the ciphertext ends and the tag begins."""
        tag = byte_view(received_mac_tag, "received_mac_tag").tobytes()
        if len(tag) != self._aead.tag_bytes:
            raise MacMismatch(f"the tag must have {self._aead.tag_bytes} bytes, not {len(tag)}; mac_len= says another "
                              "length")
        return tag

    def _seal(self, plaintext: Any) -> bytes:
        """Returns ciphertext and tag."""
        sealed: bytes = self._aead.encrypt(self._nonce, plaintext, self._aad)
        return sealed

    def _open(self, sealed: bytes) -> bytes:
        result: bytes = self._aead.decrypt(self._nonce, sealed, self._aad)
        return result

    def _piece(self, data: Any, name: str, output: Any, decrypts: bool) -> Any:
        view = byte_view(data, name)
        room = None if output is None else room_of(output, len(view))
        if self._msg_len is not None and self._in_pieces and self._taken + len(view) > self._msg_len:
            raise MessageTooLong(f"the message has {self._taken + len(view)} bytes or more, and msg_len is {self._msg_len}")
        if self._stream is not None and not self._in_pieces:
            raise InvalidCall("without msg_len, one call takes all of the message")
        stream = self._begin(decrypts, len(view))
        self._taken += len(view)
        if room is None:
            return stream.update(view)
        stream.update_into(view, room)
        return None

    def encrypt(self, plaintext: Any, output: Any = None) -> Any:
        """Encrypts more of the message. Returns None if the ciphertext was written to `output`, which must have the
        length of the data."""
        if self._one_call:
            ciphertext, self._tag = self.encrypt_and_digest(plaintext, output)
            return ciphertext
        return self._piece(plaintext, "plaintext", output, False)

    def decrypt(self, ciphertext: Any, output: Any = None) -> Any:
        """Decrypts more of the message, but the result is NOT VERIFIED until verify returns."""
        if self._one_call:
            raise InvalidCall(f"{self._algorithm.mode} decrypts by decrypt_and_verify alone")
        return self._piece(ciphertext, "ciphertext", output, True)

    def digest(self) -> bytes:
        """Returns the tag of an encryption, also a second time."""
        if self._decrypts:
            raise InvalidCall("the object decrypts a message: use verify()")
        if self._tag is None and self._one_call:
            self.encrypt_and_digest(b"")
        elif self._tag is None:
            stream = self._begin(False, 0)
            self._require_end()
            self._tag, self._ended = stream.finalize(), True
        assert self._tag is not None
        return self._tag

    def hexdigest(self) -> str:
        return self.digest().hex()

    def verify(self, received_mac_tag: Any) -> None:
        """Raises MacMismatch, which is an InvalidTag and a ValueError."""
        if self._decrypts is False:
            raise InvalidCall("the object encrypts a message: use digest()")
        tag = self._tag_of(received_mac_tag)
        if self._ended:
            if self._tag is None or not hmac.compare_digest(tag, self._tag):
                raise MacMismatch("the tag does not match, or did not match before")
            return
        if self._one_call:
            self.decrypt_and_verify(b"", tag)
            return
        stream = self._begin(True, 0)
        self._require_end()
        self._ended = True
        try:
            stream.finalize_with_tag(tag)
        except InvalidTag as error:
            raise MacMismatch(str(error)) from None
        self._tag = tag

    def hexverify(self, hex_mac_tag: str) -> None:
        self.verify(bytes.fromhex(hex_mac_tag))

    def encrypt_and_digest(self, plaintext: Any, output: Any = None) -> tuple[Any, bytes]:
        """Returns ciphertext and tag of a whole message. The ciphertext is None if it was written to `output`."""
        if not self._one_call and (self._decrypts is not None or self._msg_len is not None):
            return self.encrypt(plaintext, output), self.digest()
        view = byte_view(plaintext, "plaintext")
        room = None if output is None else room_of(output, len(view))
        self._take_whole(False)
        sealed = self._seal(view)
        self._tag = sealed[len(view):]
        if room is None:
            return sealed[:len(view)], self._tag
        room[:] = sealed[:len(view)]
        return None, self._tag

    def decrypt_and_verify(self, ciphertext: Any, received_mac_tag: Any, output: Any = None) -> Any:
        """Returns plaintext that is authentic, or None if it was written to `output`. Raises MacMismatch."""
        sealed = byte_view(ciphertext, "ciphertext")
        room = None if output is None else room_of(output, len(sealed))
        self._take_whole(True)
        tag = self._tag_of(received_mac_tag)
        if self._msg_len not in (None, len(sealed)):
            raise InvalidDataLength(f"the message has {len(sealed)} bytes, and msg_len is {self._msg_len}")
        try:
            result = self._open(sealed.tobytes() + tag)
        except InvalidTag as error:
            raise MacMismatch(str(error)) from None
        self._tag = tag
        if room is None:
            return result
        room[:] = result
        return None


class Siv(Authenticated):
    """SIV [RFC 5297] as in PyCryptodome: each update() is a separate string, even if it is empty, and a nonce is the
    last string. Without a nonce, equal messages have equal ciphertexts."""

    def __init__(self, algorithm: AlgorithmInfo, key: bytes, mode: int, nonce: bytes | None, **options: Any) -> None:
        if nonce is not None and not nonce:
            raise ValueError("a nonce of SIV must not be empty; leave it out for the deterministic mode")
        super().__init__(algorithm, key, mode, nonce or b"", **options)
        self._strings: list[bytes] = []

    def update(self, assoc_data: Any) -> "Siv":
        """Adds another string before the message."""
        super().update(b"")
        self._strings.append(byte_view(assoc_data, "assoc_data").tobytes())
        return self

    def encrypt(self, plaintext: Any, output: Any = None) -> Any:
        """Raises InvalidCall, because the tag comes first."""
        raise InvalidCall("siv encrypts by encrypt_and_digest alone")

    def _all_strings(self) -> list[bytes]:
        return self._strings + [self._nonce] * bool(self._nonce)

    def _seal(self, plaintext: Any) -> bytes:
        sealed: bytes = self._aead.encrypt_strings(self._all_strings(), plaintext)
        return sealed

    def _open(self, sealed: bytes) -> bytes:
        result: bytes = self._aead.decrypt_strings(self._all_strings(), sealed)
        return result
