"""Files of other programs: gost-engine (with `openssl enc` and `openssl dgst`), gostcrypto, and Bouncy Castle.

This break was seen to turn a test red: section_bytes is not passed on, to a cipher and to a MAC."""
import random
import shutil
import subprocess
from pathlib import Path

import gostcrypto
import hedgerow
import pytest

PEER = Path(__file__).resolve().parents[2] / "tests/interop/bouncycastle/run.sh"
SOURCE = random.Random(34132015)
CIPHERS = {  # by the name in gost-engine: our cipher, mode, bytes of the IV, options
    "kuznyechik-ctr": ("kuznyechik", "ctr", 8, {}), "kuznyechik-cbc": ("kuznyechik", "cbc", 16, {"padding": "pkcs7"}),
    "kuznyechik-cfb": ("kuznyechik", "cfb", 16, {}), "kuznyechik-ofb": ("kuznyechik", "ofb", 16, {}),
    "kuznyechik-ecb": ("kuznyechik", "ecb", 0, {"padding": "pkcs7"}), "magma-ctr": ("magma", "ctr", 4, {}),
    "magma-cbc": ("magma", "cbc", 8, {"padding": "pkcs7"}),
    "gost89": ("gost28147:tc26-z", "cfb", 8, {"section_bytes": 1024}),
    "gost89-cnt-12": ("gost28147:tc26-z", "cnt", 8, {"section_bytes": 1024})}


def engine(*arguments, data=b""):
    """Returns the output of `openssl` with the engine, or None if the engine or the algorithm is missing."""
    done = subprocess.run(["openssl", *arguments[:1], "-engine", "gost", *arguments[1:]], input=data, capture_output=True)
    return done.stdout.removeprefix(b'Engine "gost" set.\n') if done.returncode == 0 else None


def by_engine(name, key, iv, data, *options):
    for theirs in (name, name.replace("kuznyechik", "grasshopper")):
        found = engine("enc", f"-{theirs}", "-K", key.hex(), *(("-iv", iv.hex()) if iv else ()), *options, data=data)
        if found is not None:
            return found
    return None


@pytest.fixture(scope="module")
def gost_engine():
    if not shutil.which("openssl") or by_engine("magma-ctr", bytes(32), bytes(4), b"x") is None:
        pytest.skip("openssl with gost-engine (libengine-gost-openssl) is not installed: NOTHING WAS COMPARED")


@pytest.mark.parametrize("name", CIPHERS)
def test_gost_engine(gost_engine, name):
    cipher, mode, iv_bytes, options = CIPHERS[name]
    key = SOURCE.randbytes(32)
    for size in (0, 1, 16, SOURCE.randrange(2, 1000), SOURCE.randrange(1000, 5000), 70_001):
        data, iv = SOURCE.randbytes(size), SOURCE.randbytes(iv_bytes)
        sealed = by_engine(name, key, iv, data)
        if sealed is None:
            pytest.skip(f"this gost-engine has no {name}")

        def ours(decrypt, text):
            return hedgerow.cipher(cipher, key, mode, iv=iv or None, decrypt=decrypt, **options).process(text)

        assert ours(False, data) == sealed, size
        assert ours(True, sealed) == data, size
        assert by_engine(name, key, iv, ours(False, data), "-d") == data, size


def test_gost_engine_s_macs(gost_engine):
    for theirs, cipher, mode, options in (("gost-mac-12", "gost28147:tc26-z", "imit", {"section_bytes": 1024}),
                                          ("gost-mac", "gost28147:cryptopro-a", "imit", {"section_bytes": 1024})):
        for size in (0, 9, 16, 100, 1024, 1025, 5000):  # the engine turns one block into two
            key, data = SOURCE.randbytes(32), SOURCE.randbytes(size)
            tag = engine("dgst", "-mac", theirs, "-macopt", f"hexkey:{key.hex()}", "-binary", data=data)
            if tag is None:
                pytest.skip(f"this gost-engine has no {theirs}")
            hedgerow.mac(cipher, key, mode, data=data, tag_bytes=len(tag), **options).verify(tag)


@pytest.mark.parametrize("theirs, cipher, block", [("kuznechik", "kuznyechik", 16), ("magma", "magma", 8)])
def test_gostcrypto(theirs, cipher, block):
    module = gostcrypto.gostcipher
    for name, code, iv_bytes in (("ctr", module.MODE_CTR, block // 2), ("ofb", module.MODE_OFB, block),
                                 ("cfb", module.MODE_CFB, block), ("cbc", module.MODE_CBC, block)):
        for blocks in (1, 2, 7):
            key, iv, data = SOURCE.randbytes(32), SOURCE.randbytes(iv_bytes), SOURCE.randbytes(block * blocks)
            peer = module.new(theirs, bytearray(key), code, init_vect=bytearray(iv))
            sealed = bytes(peer.encrypt(bytearray(data)))
            assert hedgerow.cipher(cipher, key, name, iv=iv).process(data) == sealed, (name, blocks)
            assert hedgerow.cipher(cipher, key, name, iv=iv, decrypt=True).process(sealed) == data
    for size in (block, 3 * block - 1, 100):  # gostcrypto raises IndexError for less than a block
        key, data = SOURCE.randbytes(32), SOURCE.randbytes(size)
        tag = module.new(theirs, bytearray(key), module.MODE_MAC, data=bytearray(data)).digest(block)
        hedgerow.mac(cipher, key, data=data).verify(bytes(tag))


@pytest.mark.full
def test_bouncy_castle_s_files(tmp_path_factory):
    """Files that it encrypted, opened from a memory map and into a buffer; and a damaged file."""
    import mmap
    folder = tmp_path_factory.mktemp("bouncycastle")
    jobs = []
    for block, key_bytes in ((16, 16), (16, 32), (32, 32), (32, 64), (64, 64)):
        for mode in ("gcm", "ccm"):
            for size in (block, 17 * block, 6000 * block):
                jobs.append((block, mode, SOURCE.randbytes(key_bytes), SOURCE.randbytes(block), SOURCE.randbytes(2 * block),
                             SOURCE.randbytes(size)))
    tag = 16
    tags = {job: tag if job[1] == "gcm" or job[0] == 16 else 32 for job in jobs}
    lines = [" ".join([f"aead-{job[1]}", str(8 * job[0]), *(part.hex() for part in job[2:]), str(tags[job])])
             for job in jobs]
    (folder / "requests").write_text("\n".join(lines) + "\n")
    work = PEER.parents[3] / "build/bouncycastle"
    done = subprocess.run([PEER, work, folder / "requests", folder / "answers"], capture_output=True, text=True)
    if done.returncode == 77:
        pytest.skip(f"NOTHING WAS COMPARED: {done.stderr}")
    assert done.returncode == 0, done.stderr
    answers = (folder / "answers").read_text().split()
    assert len(answers) == len(jobs)
    for job, answer in zip(jobs, answers, strict=True):
        block, mode, key, nonce, aad, data = job
        path = folder / "sealed"
        path.write_bytes(bytes.fromhex(answer))
        aead = hedgerow.aead(f"kalyna-{8 * block}-{8 * len(key)}", key, mode, tag_bytes=tags[job])
        with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as sealed:
            assert aead.decrypt(nonce, sealed, aad) == data
            room = bytearray(len(sealed))
            assert aead.decrypt_into(nonce, sealed, aad, room) == len(data) and room[:len(data)] == data
            assert aead.encrypt(nonce, data, aad) == sealed[:]
        wrong = bytearray(path.read_bytes())
        wrong[SOURCE.randrange(len(wrong))] ^= 1
        with pytest.raises(hedgerow.InvalidTag):
            aead.decrypt(nonce, wrong, aad)
