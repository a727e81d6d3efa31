"""The format, read independently: rederive.py opens what the program makes, and the stored vectors."""
import json
from pathlib import Path

import rederive

from support import encrypt, get, make_key, run

VECTORS = Path(rederive.__file__).parent


def vector_plaintext(size):
    return bytes((167 * i + i // 256) % 256 for i in range(size))


def test_rederive_knows_the_standards():
    assert rederive.check_primitives() >= 7


def test_stored_containers():
    key = (VECTORS / "key.txt").read_text()
    paths = sorted(VECTORS.glob("k*.hedgerow"))
    assert len(paths) >= 7
    for path in paths:
        plain = vector_plaintext(int(path.stem.rsplit("-", 1)[1]))
        assert rederive.open_container(path.read_bytes(), key) == plain, path.name
        assert run("decrypt", "--key-file", str(VECTORS / "key.txt"), str(path), "-o", "-")[0] == plain


def test_fresh_containers_of_every_cipher_with_an_aead():
    make_key()
    key = get("key").decode()
    ciphers = {k["cipher"] for k in json.loads(run("list", "--json")[0])}
    for cipher in sorted(c for c in ciphers if c == "kuznyechik" or c.startswith("kalyna-")):
        for size in (0, 1, 100):
            plain = vector_plaintext(size)
            assert rederive.open_container(encrypt(plain, "--cipher", cipher), key) == plain, (cipher, size)
