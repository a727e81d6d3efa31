"""pygost.gost3412: the block ciphers of GOST R 34.12-2015, one block per call."""
from typing import Any

from hedgerow._objects import NotPickled, byte_view
from hedgerow._algorithms import class_of


class _BlockCipher(NotPickled):
    name: str
    blocksize: int

    def __init__(self, key: Any) -> None:
        self.key = byte_view(key, "key").tobytes()
        self._encryptor = class_of(self.name, "ecb")(self.key)
        self._decryptor = class_of(self.name, "ecb")(self.key, decrypt=True)

    def encrypt(self, blk: Any) -> bytes:
        """Encrypts one or several blocks."""
        result: bytes = self._encryptor.process(blk)
        return result

    def decrypt(self, blk: Any) -> bytes:
        """The inverse."""
        result: bytes = self._decryptor.process(blk)
        return result


class GOST3412Kuznechik(_BlockCipher):
    """Kuznyechik: blocks of 16 bytes, keys of 32."""

    name, blocksize = "kuznyechik", 16


class GOST3412Magma(_BlockCipher):
    """Magma: blocks of 8 bytes, keys of 32."""

    name, blocksize = "magma", 8


GOST3412Kuz = GOST3412Kuznechik


def owner_of(crypter: Any, bs: int) -> _BlockCipher:
    """Returns the cipher that the method `encrypt` or `decrypt` belongs to. Raises TypeError for methods of other
    libraries."""
    owner = getattr(crypter, "__self__", None)
    if not isinstance(owner, _BlockCipher):
        raise TypeError("encrypter must be the method encrypt or decrypt of a cipher of hedgerow.pygost.gost3412: "
                        "modes run inside the library")
    if bs != owner.blocksize:
        raise ValueError(f"bs must be {owner.blocksize} for {owner.name}, not {bs}")
    return owner
