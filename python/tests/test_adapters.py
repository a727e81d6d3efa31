"""PEP 272 with the names of PyCryptodome, and pygost: vectors, PyCryptodome itself, gostcrypto.

Each of these breaks was seen to turn a test red: initial_value is ignored, segment_size is halved, pad2 adds no bytes
to whole blocks, the counter carries into the nonce, the nonce is as long as the block, an empty tag, encryption after
decryption, the strings of SIV are joined, SIV makes a random nonce."""
import importlib
import itertools

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


@pytest.mark.parametrize("nonce", [None, b"n", bytes(16)])
@pytest.mark.parametrize("strings", [[], [b""], [b"ab", b"c"], [b"a", b"bc"], [b"x" * 40, b"", b"y"], [b"a"] * 20])
def test_siv_against_pycryptodome(nonce, strings):
    options = {} if nonce is None else {"nonce": nonce}
    for size in (32, 48, 64):
        key = bytes(range(size))
        theirs, ours, back, other = (module.new(key, module.MODE_SIV, **options)
                                     for module in (AES, pep272.aes, pep272.aes, pep272.aes))
        for string in strings:
            for cipher in (theirs, ours, back):
                cipher.update(string)
        other.update(b"".join(strings) + b"!")
        sealed = theirs.encrypt_and_digest(DATA)
        assert ours.encrypt_and_digest(DATA) == sealed and ours.digest() == sealed[1]
        assert back.decrypt_and_verify(*sealed) == DATA
        with pytest.raises(pep272.MacMismatch):
            other.decrypt_and_verify(*sealed)
        with pytest.raises(hedgerow.OutOfOrder):
            ours.update(b"late")


def test_siv_strings():
    aead = hedgerow.LEA128SIV(KEY)
    assert aead.encrypt_strings([b"aad"], DATA) == aead.encrypt(b"", DATA, b"aad")
    assert aead.encrypt_strings([b"", b"nonce"], DATA) == aead.encrypt(b"nonce", DATA)
    sealed = aead.encrypt_strings((bytearray(b"a"), memoryview(b"b")), DATA)
    assert aead.decrypt_strings([b"a", b"b"], sealed) == DATA
    for strings in ([], [b"ab"], [b"b", b"a"]):
        with pytest.raises(hedgerow.InvalidTag):
            aead.decrypt_strings(strings, sealed)
    with pytest.raises(hedgerow.LimitReached):
        aead.encrypt_strings([b""] * 127, DATA)
    with pytest.raises(hedgerow.UnknownMode):
        hedgerow.KuznyechikMGM(KEY).encrypt_strings([], DATA)
    with pytest.raises(TypeError):
        aead.encrypt_strings(["text"], DATA)
    with pytest.raises(ValueError, match="must not be empty"):
        pep272.aes.new(KEY, pep272.aes.MODE_SIV, nonce=b"")


def test_keys_that_modes_refuse():
    with pytest.raises(hedgerow.InvalidKey, match="XTS must differ"):
        hedgerow.AES128XTS(bytes(32), iv=bytes(16))
    with pytest.raises(hedgerow.InvalidKey, match="shorter key"):
        hedgerow.Kalyna128_128KW(bytes(16)).wrap(bytes(24) + b"\xc0" + bytes(7))


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


@pytest.mark.parametrize("size", range(18))
def test_the_counter_against_pycryptodome(size):
    """Nonces of every length, and pieces around the last value of the counter and its end. The bytes and the errors are
    those of PyCryptodome."""
    def new(module, first):
        return module.new(KEY, module.MODE_CTR, nonce=bytes(range(200, 200 + size)), initial_value=first)

    last = (1 << 8 * max(16 - size, 0)) - 1
    for first in sorted({0, 1, last // 2, max(last - 1, 0), last, last + 1, -1}):
        made = []
        for module in (AES, pep272.aes):
            try:
                made.append(new(module, first))
            except ValueError:
                made.append(None)
        theirs, ours = made
        assert (theirs is None) == (ours is None) == (size >= 16 or not 0 <= first <= last), (size, first)
        if theirs is None:
            continue
        assert ours.nonce == theirs.nonce
        for n in (5, 11, 0, 16, 47, 1, 4016, 1, 16, 15, 1, 0):  # all values of a counter of one byte: 4096 bytes
            if (expected := outcome(theirs, n)) is not OverflowError or size == 15:
                assert outcome(ours, n) == expected, (size, first, n)
    if size == 15:
        assert outcome(new(pep272.aes, 9), 4097) is OverflowError
        assert outcome(new(pep272.aes, 9), 4096) == outcome(new(AES, 9), 4096)


def outcome(cipher, n):
    try:
        return cipher.encrypt(bytes(n))
    except OverflowError:
        return OverflowError


def test_the_counter_of_other_blocks():
    """Every cipher with the CTR of SP 800-38A, compared with the words of the standard over ECB. A counter of one byte
    goes from 3 to 255, then from 0 to 2, and stops."""
    for algorithm in hedgerow.algorithms():
        if algorithm.mode != "ctr" or algorithm.iv_bytes != algorithm.block_bytes or algorithm.cipher.startswith("kalyna") or ":user" in algorithm.cipher:
            continue
        key, nonce = bytes(algorithm.key_bytes), bytes(range(algorithm.block_bytes - 1))
        module = getattr(pep272, algorithm.cipher.replace(":", "-").split("-")[0])
        made = module.new(key, module.MODE_CTR, nonce=nonce, initial_value=3, variant=algorithm.cipher)
        counters = b"".join(nonce + bytes([i % 256]) for i in range(3, 259))
        stream = hedgerow.cipher(algorithm.cipher, key, "ecb").process(counters)
        assert made.encrypt(bytes(len(stream) - 1)) + made.encrypt(b"\0") == stream, algorithm.cipher
        with pytest.raises(pep272.MessageTooLong):
            made.encrypt(b"\0")
        random = module.new(key, module.MODE_CTR, variant=algorithm.cipher)
        assert len(random.nonce) == algorithm.block_bytes // 2
        again = module.new(key, module.MODE_CTR, nonce=random.nonce, variant=algorithm.cipher)
        assert again.decrypt(random.encrypt(DATA)) == DATA


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


@pytest.mark.parametrize("name, nonce", [("MODE_GCM", 12), ("MODE_CCM", 11)])
def test_tags_of_other_lengths(name, nonce):
    """The caller cannot choose the border between ciphertext and tag."""
    sealed, tag = AES.new(KEY, getattr(AES, name), nonce=bytes(nonce), mac_len=16).encrypt_and_digest(DATA)
    whole = sealed + tag
    for module, cut in itertools.product((AES, pep272.aes), (len(sealed) - 1, len(sealed) + 4, len(whole))):
        back = module.new(KEY, getattr(module, name), nonce=bytes(nonce), mac_len=16)
        with pytest.raises(ValueError):
            back.decrypt_and_verify(whole[:cut], whole[cut:])
        with pytest.raises((TypeError, hedgerow.Error)):
            back.encrypt(DATA)
    if name == "MODE_GCM":
        for module in (AES, pep272.aes):
            back = module.new(KEY, module.MODE_GCM, nonce=bytes(nonce))
            assert back.decrypt(sealed) == DATA
            with pytest.raises(ValueError):
                back.verify(b"")


@pytest.mark.parametrize("name, nonce", [("MODE_GCM", 12), ("MODE_CCM", 11)])
def test_an_object_goes_one_way(name, nonce):
    """After each call that ends a message, a second message under its nonce is impossible."""
    def new():
        return pep272.aes.new(KEY, getattr(pep272.aes, name), nonce=bytes(nonce))

    sealed, tag = new().encrypt_and_digest(DATA)
    for first in (lambda o: o.encrypt_and_digest(DATA), lambda o: o.decrypt_and_verify(sealed, tag),
                  lambda o: pytest.raises(ValueError, o.decrypt_and_verify, sealed, bytes(16))):
        for second in (lambda o: o.encrypt_and_digest(DATA), lambda o: o.encrypt(DATA),
                       lambda o: o.decrypt(sealed), lambda o: o.decrypt_and_verify(sealed, tag)):
            made = new()
            first(made)
            with pytest.raises((TypeError, hedgerow.OutOfOrder)):
                second(made)
    done = new()
    assert done.decrypt_and_verify(sealed, tag) == DATA
    done.verify(tag)  # once more
    with pytest.raises(pep272.InvalidCall, match="use verify"):
        done.digest()


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
    assert sbox.encrypt(DATA) == hedgerow.cipher("gost28147:tc26-z", KEY, "cnt", iv=bytes(8)).process(DATA)


@pytest.mark.parametrize("theirs, ours", [("kuznechik", pep272.kuznyechik), ("magma", pep272.magma)])
def test_against_gostcrypto(theirs, ours):
    half = bytes(range(1, ours.block_size // 2 + 1))
    cipher = gostcrypto.gostcipher.new(theirs, bytearray(KEY), gostcrypto.gostcipher.MODE_CTR,
                                       init_vect=bytearray(half))
    assert ours.new(KEY, ours.MODE_CTR, nonce=half).encrypt(DATA) == bytes(cipher.encrypt(bytearray(DATA)))


@pytest.mark.parametrize("mode", ["ofb", "cfb"])
def test_modes_of_magma_against_gostcrypto(mode):
    """The peers of tests/provider and tests/interop lack Magma in these modes."""
    module, iv = gostcrypto.gostcipher, bytes(range(8))
    number = {"ofb": module.MODE_OFB, "cfb": module.MODE_CFB}[mode]
    cipher = module.new("magma", bytearray(KEY), number, init_vect=bytearray(iv))
    assert hedgerow.cipher("magma", KEY, mode, iv=iv).process(DATA) == bytes(cipher.encrypt(bytearray(DATA)))


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
