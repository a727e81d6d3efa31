"""PEP 272 with PyCryptodome's names, and pygost: vectors, PyCryptodome itself, gostcrypto.

Seen to turn red: initial_value ignored; segment_size halved; pad2 that adds nothing to whole blocks."""
import importlib

import gostcrypto
import hedgerow
import pytest
from conftest import load_vectors
from Crypto.Cipher import AES
from hedgerow import pep272
from hedgerow.pygost import gost3412, gost3413, mgm

KEY = bytes(range(32))
DATA = bytes(i * 5 % 256 for i in range(96))


def test_modules():
    for family in ("kalyna", "kuznyechik", "gost28147", "aes", "speck"):
        module = importlib.import_module(f"hedgerow.pep272.{family}")
        assert getattr(pep272, family) is module and module.MODE_CTR == 6
    assert pep272.kuznyechik.block_size == 16 and pep272.kuznyechik.key_size == 32
    assert not hasattr(pep272.magma, "MODE_GCM")
    with pytest.raises(AttributeError, match="it has .*kalyna"):
        pep272.twofish


@pytest.mark.parametrize("name, options", [
    ("MODE_ECB", {}), ("MODE_CBC", {"iv": bytes(16)}), ("MODE_CFB", {"iv": bytes(16)}),
    ("MODE_CFB", {"iv": bytes(16), "segment_size": 128}), ("MODE_OFB", {"iv": bytes(16)}),
    ("MODE_CTR", {"nonce": bytes(8)}), ("MODE_CTR", {"nonce": b"abc", "initial_value": 258})])
def test_against_pycryptodome(name, options):
    theirs = AES.new(KEY, getattr(AES, name), **options)
    ours = pep272.aes.new(KEY, getattr(pep272.aes, name), **options)
    assert ours.block_size == theirs.block_size
    sealed = [theirs.encrypt(DATA[:32]), theirs.encrypt(DATA[32:])]
    assert [ours.encrypt(DATA[:32]), ours.encrypt(DATA[32:])] == sealed
    back = pep272.aes.new(KEY, getattr(pep272.aes, name), **options)
    assert back.decrypt(b"".join(sealed)) == DATA
    with pytest.raises(TypeError, match="one way"):
        back.encrypt(DATA)


@pytest.mark.parametrize("name, nonce", [("MODE_GCM", 12), ("MODE_CCM", 11)])
def test_aead_against_pycryptodome(name, nonce):
    def new(module):
        made = module.new(KEY, getattr(module, name), nonce=bytes(nonce), mac_len=16)
        made.update(b"aad")
        return made

    sealed, tag = new(AES).encrypt_and_digest(DATA)
    assert new(pep272.aes).encrypt_and_digest(DATA) == (sealed, tag)
    assert new(pep272.aes).decrypt_and_verify(sealed, tag) == DATA
    pieces = new(pep272.aes)
    assert pieces.encrypt(DATA) == sealed and pieces.hexdigest() == tag.hex()
    for error in (ValueError, hedgerow.InvalidTag):
        with pytest.raises(error):
            new(pep272.aes).decrypt_and_verify(sealed, bytes(16))
    if name == "MODE_GCM":
        back = new(pep272.aes)
        assert back.decrypt(sealed[:50]) + back.decrypt(sealed[50:]) == DATA
        back.verify(tag)


def test_variants():
    assert pep272.kalyna.new(bytes(32), pep272.kalyna.MODE_ECB, block_size=32).block_size == 32
    with pytest.raises(ValueError, match="kalyna-128-256, kalyna-256-256"):
        pep272.kalyna.new(bytes(32), pep272.kalyna.MODE_ECB)
    with pytest.raises(ValueError, match="takes 32"):
        pep272.kuznyechik.new(bytes(16), 1)
    with pytest.raises(ValueError, match="whole blocks"):
        pep272.kuznyechik.new(KEY, 1).encrypt(b"abc")
    with pytest.raises(ValueError, match="is no mode"):
        pep272.kuznyechik.new(KEY, 77)
    magma = pep272.magma.new(KEY, pep272.magma.MODE_MGM)
    assert len(magma.nonce) == 8 and magma.nonce[0] < 128
    sbox = pep272.gost28147.new(KEY, pep272.gost28147.MODE_CNT, iv=bytes(8), variant="tc26-z")
    assert sbox.encrypt(DATA) == hedgerow.cipher("gost28147:tc26-z", "cnt", KEY, iv=bytes(8)).process(DATA)


@pytest.mark.parametrize("theirs, ours", [("kuznechik", pep272.kuznyechik), ("magma", pep272.magma)])
def test_against_gostcrypto(theirs, ours):
    half = bytes(range(1, ours.block_size // 2 + 1))
    cipher = gostcrypto.gostcipher.new(theirs, bytearray(KEY), gostcrypto.gostcipher.MODE_CTR,
                                       init_vect=bytearray(half))
    assert ours.new(KEY, ours.MODE_CTR, nonce=half).encrypt(DATA) == bytes(cipher.encrypt(bytearray(DATA)))


def test_pygost():
    for v in load_vectors("mgm.json"):
        made = gost3412.GOST3412Kuznechik if v["cipher"] == "Kuznyechik" else gost3412.GOST3412Magma
        cipher = made(bytes.fromhex(v["key"]))
        aead = mgm.MGM(cipher.encrypt, cipher.blocksize)
        sealed = bytes.fromhex(v["ciphertext"] + v["tag"])
        arguments = bytes.fromhex(v["nonce"]), bytes.fromhex(v["aad"])
        assert aead.seal(arguments[0], bytes.fromhex(v["plaintext"]), arguments[1]) == sealed
        assert aead.open(arguments[0], sealed, arguments[1]) == bytes.fromhex(v["plaintext"])
    for v in load_vectors("gost3413_modes.json"):
        made = gost3412.GOST3412Kuznechik if v["cipher"] == "Kuznyechik" else gost3412.GOST3412Magma
        cipher, plain = made(bytes.fromhex(v["key"])), bytes.fromhex(v["plaintext"])
        bs, iv, sealed = cipher.blocksize, bytes.fromhex(v.get("iv", "")), bytes.fromhex(v.get("ciphertext", ""))
        if v["mode"] == "MAC":
            assert gost3413.mac(cipher.encrypt, bs, plain).startswith(bytes.fromhex(v["tag"]))
        elif v["mode"] == "ECB":
            assert gost3413.ecb_encrypt(cipher.encrypt, bs, plain) == sealed
            assert gost3413.ecb_decrypt(cipher.decrypt, bs, sealed) == plain
            assert cipher.encrypt(plain[:bs]) == sealed[:bs] and cipher.decrypt(sealed[:bs]) == plain[:bs]
        elif v["mode"] in ("CTR", "OFB"):
            assert getattr(gost3413, v["mode"].lower())(cipher.encrypt, bs, plain, iv) == sealed
        elif v.get("s_bytes", bs) == bs:
            name = v["mode"].lower()
            assert getattr(gost3413, name + "_encrypt")(cipher.encrypt, bs, plain, iv) == sealed
            assert getattr(gost3413, name + "_decrypt")(cipher.encrypt, bs, sealed, iv) == plain
    for size in range(40):
        data = bytes(size)
        assert gost3413.unpad2(gost3413.pad2(data, 16), 16) == data
        assert len(gost3413.pad1(data, 16)) % 16 == 0 == len(gost3413.pad3(data, 16)) % 16
    with pytest.raises(TypeError, match="hedgerow.pygost"):
        gost3413.ctr(lambda block: block, 16, DATA, bytes(8))
