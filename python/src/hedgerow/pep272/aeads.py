"""AEAD objects with the methods of PyCryptodome."""
import os
from typing import Any

from hedgerow import _algorithms
from hedgerow._core import InvalidTag, OutOfOrder
from hedgerow._objects import NotPickled, byte_view
from hedgerow._algorithms import AlgorithmInfo


class MacMismatch(InvalidTag, ValueError):
    """The message is not authentic, which is also a ValueError because PyCryptodome raises that."""


class Authenticated(NotPickled):
    """One message: update(associated data), then encrypt and digest, or decrypt and verify. Plaintext from decrypt is
    NOT VERIFIED until verify returns. decrypt_and_verify returns plaintext only after that check."""

    def __init__(self, algorithm: AlgorithmInfo, key: bytes, mode: int, nonce: bytes | None, *, mac_len: int | None = None,
                 **options: Any) -> None:
        self._algorithm = algorithm
        self._aead: Any = _algorithms.class_of(algorithm.cipher, algorithm.mode)(key, tag_bytes=mac_len, **options)
        self.nonce = self._random_nonce() if nonce is None else nonce
        self.block_size, self.mode = algorithm.block_bytes, mode
        self._whole = bool({"one_call", "lengths_first"} & algorithm.properties)
        self._aad = bytearray()
        self._stream: Any = None
        self._decrypts: bool | None = None
        self._ended = False
        self._tag: bytes | None = None

    def _random_nonce(self) -> bytes:
        nonce = bytearray(os.urandom(self._algorithm.iv_bytes))
        if "nonce_top_bit" in self._algorithm.properties:
            nonce[0] &= 0x7F
        return bytes(nonce)

    def update(self, assoc_data: Any) -> "Authenticated":
        """Adds associated data, which you must do before you pass any other data."""
        if self._decrypts is not None:
            raise OutOfOrder("associated data comes before the message")
        self._aad += byte_view(assoc_data, "assoc_data")
        return self

    def _begin(self, decrypts: bool) -> Any:
        if self._ended:
            raise OutOfOrder("the message has ended: make another object")
        if self._decrypts is None:
            self._decrypts = decrypts
            self._stream = (self._aead.decryptor if decrypts else self._aead.encryptor)(self.nonce)
            self._stream.authenticate_additional_data(self._aad)
        elif self._decrypts != decrypts:
            raise TypeError("one object goes one way: make another one")
        return self._stream

    def _take_whole(self, decrypts: bool) -> None:
        """One call contains all of the message, and its nonce is used up even if the call fails."""
        if self._decrypts is not None:
            raise OutOfOrder("this call takes a whole message, and the object has begun one: make another object")
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
        sealed: bytes = self._aead.encrypt(self.nonce, plaintext, self._aad)
        return sealed

    def _open(self, sealed: bytes) -> bytes:
        result: bytes = self._aead.decrypt(self.nonce, sealed, self._aad)
        return result

    def encrypt(self, plaintext: Any) -> bytes:
        """Encrypts more of the message, or in CCM all of it. For SIV use encrypt_and_digest."""
        if self._whole:
            ciphertext, self._tag = self.encrypt_and_digest(plaintext)
            return ciphertext
        result: bytes = self._begin(False).update(plaintext)
        return result

    def decrypt(self, ciphertext: Any) -> bytes:
        """Decrypts more of the message, but the result is NOT VERIFIED until verify returns."""
        if self._whole:
            raise OutOfOrder(f"{self._algorithm.mode} decrypts by decrypt_and_verify alone")
        result: bytes = self._begin(True).update(ciphertext)
        return result

    def digest(self) -> bytes:
        """Returns the tag."""
        if self._tag is None:
            self._tag = self._begin(False).finalize()
            self._ended = True
        assert self._tag is not None
        return self._tag

    def hexdigest(self) -> str:
        return self.digest().hex()

    def verify(self, received_mac_tag: Any) -> None:
        """Raises MacMismatch, which is an InvalidTag and a ValueError."""
        tag, stream = self._tag_of(received_mac_tag), self._begin(True)
        self._ended = True
        try:
            stream.finalize_with_tag(tag)
        except InvalidTag as error:
            raise MacMismatch(str(error)) from None
        self._tag = tag

    def hexverify(self, hex_mac_tag: str) -> None:
        self.verify(bytes.fromhex(hex_mac_tag))

    def encrypt_and_digest(self, plaintext: Any) -> tuple[bytes, bytes]:
        """Returns ciphertext and tag of a whole message."""
        if self._whole or self._decrypts is None:
            self._take_whole(False)
            sealed = self._seal(plaintext)
            split = len(sealed) - self._aead.tag_bytes
            self._tag = sealed[split:]
            return sealed[:split], sealed[split:]
        return self.encrypt(plaintext), self.digest()

    def decrypt_and_verify(self, ciphertext: Any, received_mac_tag: Any) -> bytes:
        """Returns plaintext that is authentic. Raises MacMismatch."""
        sealed = byte_view(ciphertext, "ciphertext")
        self._take_whole(True)
        tag = self._tag_of(received_mac_tag)
        try:
            result = self._open(sealed.tobytes() + tag)
        except InvalidTag as error:
            raise MacMismatch(str(error)) from None
        self._tag = tag
        return result


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

    def _all_strings(self) -> list[bytes]:
        return self._strings + [self.nonce] * bool(self.nonce)

    def _seal(self, plaintext: Any) -> bytes:
        sealed: bytes = self._aead.encrypt_strings(self._all_strings(), plaintext)
        return sealed

    def _open(self, sealed: bytes) -> bytes:
        result: bytes = self._aead.decrypt_strings(self._all_strings(), sealed)
        return result
