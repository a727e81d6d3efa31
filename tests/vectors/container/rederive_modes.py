"""The AEADs of containers with mode numbers from 3 on, read from their standards: GCM [SP 800-38D], CCM [SP 800-38C,
and DSTU 7624], CTR-ACPKM-OMAC [R 1323565.1.025], SIV [RFC 5297] and GCM-SIV [RFC 8452]. AES and SPECK are written
here.

Each `NAME_open(key, nonce, aad, sealed, tag_bytes)` returns the plaintext, or None. They are first checked against
the vectors of the standards (check_modes). HMAC-Streebog is that of gost-engine, through openssl. If it is missing,
NoStreebog is raised.
"""
import json
import struct
import subprocess

from rederive import VECTORS, Kalyna, Kuznyechik, blocks_of, multiply

CCM_LENGTH_BYTES = 4


class NoStreebog(Exception):
    """openssl with gost-engine is not installed."""


def xor(a, b):
    return bytes(x ^ y for x, y in zip(a, b))


class Aes:
    """FIPS 197."""
    block_bytes = 16
    BOX = None

    def __init__(self, key):
        if not Aes.BOX:
            inverse = [0] + [next(y for y in range(256) if multiply(x, y, 0x1B, 8) == 1) for x in range(1, 256)]
            turned = [(x, x | x << 8) for x in inverse]
            Aes.BOX = bytes((t ^ t >> 4 ^ t >> 5 ^ t >> 6 ^ t >> 7) & 255 ^ 0x63 for _, t in turned)
            Aes.DOUBLE = [multiply(2, x, 0x1B, 8) for x in range(256)]
        words, n = [key[i:i + 4] for i in range(0, len(key), 4)], len(key) // 4
        constant = 1
        for i in range(n, 4 * (n + 7)):
            word = words[-1]
            if i % n == 0:
                word = xor(bytes(self.BOX[x] for x in word[1:] + word[:1]), bytes([constant, 0, 0, 0]))
                constant = multiply(2, constant, 0x1B, 8)
            elif n > 6 and i % n == 4:
                word = bytes(self.BOX[x] for x in word)
            words.append(xor(word, words[-n]))
        self.keys = [b"".join(words[i:i + 4]) for i in range(0, len(words), 4)]

    def encrypt(self, block):
        state = xor(block, self.keys[0])
        for i, key in enumerate(self.keys[1:], 1):
            state = bytes(self.BOX[state[(5 * j) % 16]] for j in range(16))
            if i < len(self.keys) - 1:
                mixed = bytearray()
                for c in range(0, 16, 4):
                    column, total = state[c:c + 4], state[c] ^ state[c + 1] ^ state[c + 2] ^ state[c + 3]
                    mixed += bytes(x ^ total ^ self.DOUBLE[x ^ column[(j + 1) % 4]] for j, x in enumerate(column))
                state = bytes(mixed)
            state = xor(state, key)
        return state


class Speck128:
    """ePrint 2013/404 with blocks of 128 bits, little-endian as in its implementation guide."""
    block_bytes = 16
    MASK = 2 ** 64 - 1

    def __init__(self, key):
        k, *rest = struct.unpack(f"<{len(key) // 8}Q", key)
        self.keys = [k]
        for i in range(29 + len(key) // 8):
            rest[i % len(rest)], k = self._round(rest[i % len(rest)], k, i)
            self.keys.append(k)

    def _round(self, x, y, k):
        x = ((x >> 8 | x << 56) + y & self.MASK) ^ k
        return x, (y << 3 | y >> 61) & self.MASK ^ x

    def encrypt(self, block):
        y, x = struct.unpack("<2Q", block)
        for k in self.keys:
            x, y = self._round(x, y, k)
        return struct.pack("<2Q", y, x)


def counter_mode(cipher, counter, data, step):
    out = b""
    for block in (data[i:i + 16] for i in range(0, len(data), 16)):
        out += xor(block, cipher.encrypt(counter))
        counter = step(counter)
    return out


def last_32_bits(counter):
    return counter[:12] + struct.pack(">I", struct.unpack(">I", counter[12:])[0] + 1 & 2 ** 32 - 1)


def whole_block(counter):
    return ((int.from_bytes(counter, "big") + 1) % 2 ** 128).to_bytes(16, "big")


def first_32_bits(counter):
    return struct.pack("<I", struct.unpack("<I", counter[:4])[0] + 1 & 2 ** 32 - 1) + counter[4:]


def ghash(h, data):
    """The highest bit of a byte comes first, because it is x^0."""
    y, h = 0, int.from_bytes(h, "big")
    for block in blocks_of(data, 16):
        z, v, y = 0, h, y ^ int.from_bytes(block, "big")
        for i in range(127, -1, -1):
            z ^= v if y >> i & 1 else 0
            v = v >> 1 ^ (0xE1 << 120 if v & 1 else 0)
        y = z
    return y.to_bytes(16, "big")


def padded(data):
    return data + bytes(-len(data) % 16)


def gcm_open(cipher, nonce, aad, sealed, tag_bytes):
    text, tag = sealed[:-tag_bytes], sealed[-tag_bytes:]
    start = nonce + b"\0\0\0\1"
    s = ghash(cipher.encrypt(bytes(16)), padded(aad) + padded(text) + struct.pack(">QQ", 8 * len(aad), 8 * len(text)))
    if xor(s, cipher.encrypt(start))[:tag_bytes] != tag:
        return None
    return counter_mode(cipher, last_32_bits(start), text, last_32_bits)


def cbc_mac(cipher, data):
    state = bytes(cipher.block_bytes)
    for block in blocks_of(data, cipher.block_bytes):
        state = cipher.encrypt(xor(state, block))
    return state


def ccm_open(cipher, nonce, aad, sealed, tag_bytes):
    text, tag = sealed[:-tag_bytes], sealed[-tag_bytes:]
    q = 15 - len(nonce)
    start = bytes([q - 1]) + nonce + bytes(q)
    plain = counter_mode(cipher, whole_block(start), text, whole_block)
    first = bytes([64 * bool(aad) + 8 * ((tag_bytes - 2) // 2) + q - 1]) + nonce + len(plain).to_bytes(q, "big")
    head = padded(struct.pack(">H", len(aad)) + aad) if aad else b""
    return plain if xor(cbc_mac(cipher, first + head + padded(plain)), cipher.encrypt(start))[:tag_bytes] == tag else None


def dstu_ccm_open(cipher, nonce, aad, sealed, tag_bytes):
    """DSTU 7624 with Nb = 4. The encrypted tag follows the text."""
    size, nb = cipher.block_bytes, CCM_LENGTH_BYTES
    counter, stream = int.from_bytes(cipher.encrypt(nonce), "little"), b""
    while len(stream) < len(sealed):
        counter = (counter + 1) % 2 ** (8 * size)
        stream += cipher.encrypt(counter.to_bytes(size, "little"))
    opened = xor(sealed, stream)
    plain, tag = opened[:-tag_bytes], opened[-tag_bytes:]

    def full(data):
        return data if len(data) % size == 0 else (data + b"\x80").ljust(-(-len(data) // size) * size, b"\0")

    code = {8: 2, 16: 3, 32: 4, 48: 5, 64: 6}[tag_bytes]
    first = nonce[:size - nb - 1] + len(plain).to_bytes(nb, "little") + bytes([128 * bool(aad) | code << 4 | nb - 1])
    length = len(aad).to_bytes(nb, "little")
    head = full((length if len(aad) <= size - nb else length.ljust(size, b"\0")) + aad) if aad else b""
    return plain if cbc_mac(cipher, first + head + full(plain))[:tag_bytes] == tag else None


def double(x):
    """Returns x times 2 in GF(2^128), as CMAC and SIV have it."""
    return ((x << 1) % 2 ** 128) ^ (0x87 if x >> 127 else 0)


def cmac(cipher, data):
    k1 = double(int.from_bytes(cipher.encrypt(bytes(16)), "big"))
    whole = data and len(data) % 16 == 0
    last = data if whole else (data + b"\x80").ljust(-(-(len(data) + 1) // 16) * 16, b"\0")
    mask = (k1 if whole else double(k1)).to_bytes(16, "big")
    return cbc_mac(cipher, last[:-16] + xor(last[-16:], mask))


def siv_open(cipher_of, key, nonce, aad, sealed, _tag_bytes):
    """In a container the tag follows the text."""
    text, tag = sealed[:-16], sealed[-16:]
    mac, stream = cipher_of(key[:len(key) // 2]), cipher_of(key[len(key) // 2:])
    counter = bytes(x & 0x7F if i in (8, 12) else x for i, x in enumerate(tag))
    plain = counter_mode(stream, counter, text, whole_block)
    d = int.from_bytes(cmac(mac, bytes(16)), "big")
    for part in (aad, nonce):
        if part:
            d = double(d) ^ int.from_bytes(cmac(mac, part), "big")
    if len(plain) >= 16:
        last = plain[:-16] + xor(plain[-16:], d.to_bytes(16, "big"))
    else:
        last = xor((plain + b"\x80").ljust(16, b"\0"), double(d).to_bytes(16, "big"))
    return plain if cmac(mac, last) == tag else None


def gcm_siv_open(cipher_of, key, nonce, aad, sealed, _tag_bytes):
    text, tag = sealed[:-16], sealed[-16:]
    root = cipher_of(key)
    parts = [root.encrypt(struct.pack("<I", i) + nonce)[:8] for i in range(2 + len(key) // 8)]
    h, cipher = b"".join(parts[:2]), cipher_of(b"".join(parts[2:]))
    plain = counter_mode(cipher, tag[:15] + bytes([tag[15] | 0x80]), text, first_32_bits)
    blocks = padded(aad) + padded(plain) + struct.pack("<QQ", 8 * len(aad), 8 * len(plain))
    # POLYVAL: x^-128 a b modulo x^128 + x^127 + x^126 + x^121 + 1. The lowest bit of a byte comes first.
    s, h = 0, int.from_bytes(h, "little")
    for block in blocks_of(blocks, 16):
        product = 0
        s ^= int.from_bytes(block, "little")
        for i in range(128):
            product ^= h << i if s >> i & 1 else 0
        for _ in range(128):
            product = (product ^ (1 << 128 | 0xC2 << 120 | 1 if product & 1 else 0)) >> 1
        s = product
    s = xor(s.to_bytes(16, "little"), nonce + bytes(4))
    return plain if cipher.encrypt(s[:15] + bytes([s[15] & 0x7F])) == tag else None


def hmac_streebog(key, data):
    command = ["openssl", "dgst", "-engine", "gost", "-md_gost12_256", "-mac", "HMAC", "-macopt", f"hexkey:{key.hex()}"]
    try:
        done = subprocess.run(command, input=data, capture_output=True, check=True, timeout=60)
    except (OSError, subprocess.CalledProcessError) as e:
        raise NoStreebog from e
    return bytes.fromhex(done.stdout.decode().rsplit("= ", 1)[1])


def ctr_acpkm_omac_open(key, nonce, _aad, sealed, tag_bytes):
    """This implementation is limited to one section of 256 KiB."""
    assert len(sealed) <= 1 << 18
    enc, mac = (hmac_streebog(key, bytes([i]) + b"kdf tree\0" + nonce[8:] + b"\2\0") for i in (1, 2))
    opened = counter_mode(Kuznyechik(enc), nonce[:8] + bytes(8), sealed, whole_block)
    plain, tag = opened[:-tag_bytes], opened[-tag_bytes:]
    return plain if cmac(Kuznyechik(mac), plain) == tag else None


def cipher_maker(name):
    family, *sizes = name.split("-")
    return {"aes": Aes, "speck": Speck128, "kuznyechik": Kuznyechik,
            "kalyna": lambda key: Kalyna(int(sizes[0]) // 8, key)}[family]


def open_segment(number, cipher, key, nonce, aad, sealed, tag_bytes):
    """Returns the plaintext of a segment in the mode with this number, or None."""
    make = cipher_maker(cipher)
    if number in (8, 9, 10):
        return (siv_open if number == 8 else gcm_siv_open)(make, key, nonce, aad, sealed, tag_bytes)
    if number == 7:
        return ctr_acpkm_omac_open(key, nonce, aad, sealed, tag_bytes)
    opening = {3: gcm_open, 4: ccm_open, 5: dstu_ccm_open, 6: dstu_ccm_open}[number]
    return opening(make(key), nonce, aad, sealed, tag_bytes)


def key_bytes_of(cipher, number):
    sizes = cipher.split("-")[1:]
    return (int(sizes[-1]) // 8 if sizes else 32) * (2 if number == 8 else 1)


def check(number, cipher, v, sealed, tag_bytes):
    """Opens a vector. With another AAD it must not open."""
    key, nonce, aad, plain = (bytes.fromhex(v[k]) for k in ("key", "nonce", "aad", "plaintext"))
    assert open_segment(number, cipher, key, nonce, aad, sealed, tag_bytes) == plain, v
    assert open_segment(number, cipher, key, nonce, aad + b"x", sealed, tag_bytes) is None, v
    return 1


def check_modes():
    """Checks against the vectors of the standards. Returns the number of vectors that agreed."""
    numbers, done = {"siv": 8, "gcm-siv": 9, "ccm": 4, "gcm": 3}, 0
    for name in ("aead", "aes_gcm"):
        for v in json.loads((VECTORS / f"{name}.json").read_text())["vectors"]:
            number, tag = numbers[v["mode"].lower()], bytes.fromhex(v["tag"])
            if number != 3 or len(v["nonce"]) == 24:
                done += check(number, v.get("cipher", "aes-"), v, bytes.fromhex(v["ciphertext"]) + tag, len(tag))
    for v in json.loads((VECTORS / "kalyna_modes.json").read_text())["vectors"]:
        if v["mode"] == "CCM" and v["Nb"] == CCM_LENGTH_BYTES:
            done += check(5, f"kalyna-{v['block_bits']}-{v['key_bits']}", v, bytes.fromhex(v["ciphertext"]), v["tag_bytes"])
    for v in json.loads((VECTORS / "speck.json").read_text())["vectors"]:
        if len(v["plaintext"]) == 32:
            done += Speck128(bytes.fromhex(v["key"])).encrypt(bytes.fromhex(v["plaintext"])).hex() == v["ciphertext"]
    return done
