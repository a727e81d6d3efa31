"""pygost.mgm: Multilinear Galois Mode [RFC 9058]."""
from typing import Any

from hedgerow._objects import NotPickled
from hedgerow._algorithms import class_of
from hedgerow.pygost.gost3412 import owner_of


class MGM(NotPickled):
    """`encrypter` is the method encrypt of a cipher of hedgerow.pygost.gost3412. Tags have tag_size bytes, by default a
    block. seal returns ciphertext and tag, and open takes both. open raises InvalidTag."""

    def __init__(self, encrypter: Any, bs: int, tag_size: int | None = None) -> None:
        cipher = owner_of(encrypter, bs)
        self.bs, self.tag_size = bs, tag_size or bs
        self._aead = class_of(cipher.name, "mgm")(cipher.key, tag_bytes=self.tag_size)

    def seal(self, nonce: Any, plaintext: Any, additional_data: Any) -> bytes:
        """The nonce is a block with first bit 0, which you must never use twice under a key."""
        result: bytes = self._aead.encrypt(nonce, plaintext, additional_data)
        return result

    def open(self, nonce: Any, ciphertext: Any, additional_data: Any) -> bytes:
        """Returns the plaintext. Raises InvalidTag."""
        result: bytes = self._aead.decrypt(nonce, ciphertext, additional_data)
        return result
