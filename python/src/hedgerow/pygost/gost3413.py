"""pygost.gost3413: the modes and paddings of GOST R 34.13-2015. `encrypter` and `decrypter` are methods of a cipher of
hedgerow.pygost.gost3412, and `bs` is its block size in bytes."""
from typing import Any

from hedgerow._algorithms import class_of
from hedgerow.pygost.gost3412 import owner_of

KEYSIZE = 32


def pad_size(data_size: int, blocksize: int) -> int:
    """Returns the number of bytes that complete the last block."""
    return -data_size % blocksize


def pad1(data: bytes, blocksize: int) -> bytes:
    """Adds zeros up to whole blocks."""
    return data + bytes(pad_size(len(data), blocksize))


def pad2(data: bytes, blocksize: int) -> bytes:
    """Adds 80, then zeros up to whole blocks."""
    return pad1(data + b"\x80", blocksize)


def unpad2(data: bytes, blocksize: int) -> bytes:
    """The inverse of pad2. Raises ValueError. The error is an oracle for an attacker, so check a MAC first."""
    last = data[-blocksize:].rstrip(b"\0")
    if last[-1:] != b"\x80":
        raise ValueError("the padding is not 80 00 ..")
    return data[:-blocksize] + last[:-1]


def pad3(data: bytes, blocksize: int) -> bytes:
    """Does pad2 for an incomplete block, while whole blocks stay unchanged."""
    return data if data and len(data) % blocksize == 0 else pad2(data, blocksize)


def _run(mode: str, crypter: Any, bs: int, data: Any, iv: Any, decrypt: bool, **options: Any) -> bytes:
    cipher = owner_of(crypter, bs)
    result: bytes = class_of(cipher.name, mode)(cipher.key, iv=iv, decrypt=decrypt, **options).process(data)
    return result


def ecb_encrypt(encrypter: Any, bs: int, pt: Any) -> bytes:
    """Encrypts whole blocks."""
    return _run("ecb", encrypter, bs, pt, None, False)


def ecb_decrypt(decrypter: Any, bs: int, ct: Any) -> bytes:
    """The inverse of ecb_encrypt."""
    return _run("ecb", decrypter, bs, ct, None, True)


def ctr(encrypter: Any, bs: int, data: Any, iv: Any) -> bytes:
    """Encrypts or decrypts with an IV of half a block."""
    return _run("ctr", encrypter, bs, data, iv, False)


def ctr_acpkm(algo_class: Any, encrypter: Any, section_size: int, bs: int, data: Any, iv: Any) -> bytes:
    """CTR-ACPKM of RFC 8645 with a section_size in bytes."""
    return _run("ctr-acpkm", encrypter, bs, data, iv, False, section_bytes=section_size)


def ofb(encrypter: Any, bs: int, data: Any, iv: Any) -> bytes:
    """Encrypts or decrypts with an IV of one or more blocks."""
    return _run("ofb", encrypter, bs, data, iv, False)


def cbc_encrypt(encrypter: Any, bs: int, pt: Any, iv: Any) -> bytes:
    """Encrypts whole blocks with an IV of one or more blocks."""
    return _run("cbc", encrypter, bs, pt, iv, False)


def cbc_decrypt(decrypter: Any, bs: int, ct: Any, iv: Any) -> bytes:
    """The inverse of cbc_encrypt."""
    return _run("cbc", decrypter, bs, ct, iv, True)


def cfb_encrypt(encrypter: Any, bs: int, pt: Any, iv: Any) -> bytes:
    """Encrypts with feedback of whole blocks."""
    return _run("cfb", encrypter, bs, pt, iv, False)


def cfb_decrypt(encrypter: Any, bs: int, ct: Any, iv: Any) -> bytes:
    """The inverse of cfb_encrypt."""
    return _run("cfb", encrypter, bs, ct, iv, True)


def mac(encrypter: Any, bs: int, data: Any) -> bytes:
    """Returns the MAC of section 5.6, which is as long as a block."""
    cipher = owner_of(encrypter, bs)
    made = class_of(cipher.name, "cmac")(cipher.key)
    made.update(data)
    result: bytes = made.finalize()
    return result
