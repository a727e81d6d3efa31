"""Opens and seals containers of version 1 as docs/container.md describes the format. It is an independent reading of
the format.

It uses Python's own BLAKE2b. Kalyna, DSTU GCM, Kuznyechik and MGM are written here from the standards. They are slow,
and are first checked against the vectors of the standards (check_primitives). The script shares no code with the
library, and no table except the S-boxes of tests/vectors. It opens only with key files, because Python has no Argon2id.
"""
import base64
import hashlib
import json
import os
import struct
from pathlib import Path

VECTORS = Path(__file__).resolve().parent.parent
KALYNA_BOXES = [bytes.fromhex(line) for line in (VECTORS / "kalyna_sboxes.hex").read_text().split()]
PI = bytes.fromhex((VECTORS / "kuznyechik_pi.hex").read_text().strip())


def multiply(a, b, polynomial, bits):
    """Returns a * b in GF(2)[x] modulo x^bits + polynomial."""
    product = 0
    while b:
        if b & 1:
            product ^= a
        b >>= 1
        a <<= 1
        if a >> bits:
            a ^= (1 << bits) | polynomial
    return product


class Kalyna:
    """DSTU 7624:2014. The state is a list of 64-bit columns."""
    ROW = [1, 1, 5, 1, 8, 6, 7, 4]
    TABLES = None
    MASK = (1 << 64) - 1

    def __init__(self, block_bytes, key):
        if not Kalyna.TABLES:
            Kalyna.TABLES = [self._table(row) for row in range(8)]
        self.block_bytes, self.columns = block_bytes, block_bytes // 8
        self.rounds = {16: 10, 32: 14, 64: 18}[len(key)]
        self.keys = self._schedule(self._words(key))

    @classmethod
    def _table(cls, row):
        box = KALYNA_BOXES[row % 4]
        return [sum(multiply(box[x], cls.ROW[(row - out) % 8], 0x1D, 8) << 8 * out for out in range(8))
                for x in range(256)]

    @staticmethod
    def _words(data):
        return list(struct.unpack(f"<{len(data) // 8}Q", data))

    def _round(self, state):
        n = self.columns
        return [self._column([state[(c - row * n // 8) % n] >> 8 * row & 255 for row in range(8)]) for c in range(n)]

    def _column(self, bytes_of_rows):
        out = 0
        for row, x in enumerate(bytes_of_rows):
            out ^= self.TABLES[row][x]
        return out

    def _add(self, a, b):
        return [(x + y) & self.MASK for x, y in zip(a, b)]

    @staticmethod
    def _xor(a, b):
        return [x ^ y for x, y in zip(a, b)]

    def _schedule(self, key):
        n = self.columns
        low, high = (key, key) if len(key) == n else (key[:n], key[n:])
        state = [n + len(key) + 1] + [0] * (n - 1)
        state = self._round(self._add(state, low))
        state = self._round(self._xor(state, high))
        sigma = self._round(self._add(state, low))
        keys = [None] * (self.rounds + 1)
        for i in range(0, self.rounds + 1, 2):
            tmv = [0x0001000100010001 << i // 2 & self.MASK] * n
            kt = self._add(sigma, tmv)
            turn = i // 2 if len(key) == n else i // 4
            turned = key[turn % len(key):] + key[:turn % len(key)]
            data = turned[:n] if len(key) == n or i % 4 == 0 else turned[n:]
            keys[i] = self._add(self._round(self._xor(self._round(self._add(data, kt)), kt)), kt)
            if i < self.rounds:
                flat = struct.pack(f"<{n}Q", *keys[i])
                shift = 2 * n + 3
                keys[i + 1] = self._words(flat[shift:] + flat[:shift])
        return keys

    def encrypt(self, block):
        state = self._add(self._words(block), self.keys[0])
        for key in self.keys[1:-1]:
            state = self._xor(self._round(state), key)
        return struct.pack(f"<{self.columns}Q", *self._add(self._round(state), self.keys[-1]))


class Kuznyechik:
    """RFC 7801."""
    block_bytes = 16
    L = [148, 32, 133, 16, 194, 192, 1, 251, 1, 192, 194, 16, 133, 32, 148, 1]
    TABLES = None

    def __init__(self, key):
        if not Kuznyechik.TABLES:
            unit = [int.from_bytes(self._linear(bytes(15 - i) + b"\1" + bytes(i)), "big") for i in range(15, -1, -1)]
            Kuznyechik.UNIT = unit  # unit[p]: L of a single 1 in byte p
            Kuznyechik.TABLES = [[self._scale(p, PI[x]) for x in range(256)] for p in range(16)]
        self.keys = self._schedule(key)

    @classmethod
    def _linear(cls, block):
        for _ in range(16):
            head = 0
            for c, x in zip(cls.L, block):
                head ^= multiply(c, x, 0xC3, 8)
            block = bytes([head]) + block[:-1]
        return block

    @classmethod
    def _scale(cls, position, factor):
        image = cls.UNIT[position].to_bytes(16, "big")
        return int.from_bytes(bytes(multiply(factor, x, 0xC3, 8) for x in image), "big")

    def _lsx(self, state, key):
        out = 0
        for table, x in zip(self.TABLES, (state ^ key).to_bytes(16, "big")):
            out ^= table[x]
        return out

    def _schedule(self, key):
        a, b = int.from_bytes(key[:16], "big"), int.from_bytes(key[16:], "big")
        keys = [a, b]
        for i in range(1, 33):
            constant = int.from_bytes(self._linear(bytes(15) + bytes([i])), "big")
            a, b = self._lsx(a, constant) ^ b, a
            if i % 8 == 0:
                keys += [a, b]
        return keys

    def encrypt(self, block):
        state = int.from_bytes(block, "big")
        for key in self.keys[:9]:
            state = self._lsx(state, key)
        return (state ^ self.keys[9]).to_bytes(16, "big")


def blocks_of(data, size):
    return [data[i:i + size].ljust(size, b"\0") for i in range(0, len(data), size)]


def gcm_open(cipher, nonce, aad, ciphertext):
    """DSTU 7624 GCM -> (plaintext, full tag)."""
    size = cipher.block_bytes
    polynomial = {16: 0x87, 32: 0x425, 64: 0x125}[size]
    h = int.from_bytes(cipher.encrypt(bytes(size)), "little")
    b = 0
    for block in blocks_of(aad, size) + blocks_of(ciphertext, size):
        b = multiply(b ^ int.from_bytes(block, "little"), h, polynomial, 8 * size)
    b ^= len(aad) * 8 | len(ciphertext) * 8 << 4 * size
    counter = int.from_bytes(cipher.encrypt(nonce), "little")
    plain = bytearray()
    for block in blocks_of(ciphertext, size):
        counter = (counter + 1) % (1 << 8 * size)
        stream = cipher.encrypt(counter.to_bytes(size, "little"))
        plain += bytes(x ^ y for x, y in zip(block, stream))
    return bytes(plain[:len(ciphertext)]), cipher.encrypt(b.to_bytes(size, "little"))


def mgm_open(cipher, nonce, aad, ciphertext):
    """RFC 9058 with a 128-bit block -> (plaintext, full tag)."""
    y = int.from_bytes(cipher.encrypt(nonce), "big")
    z = int.from_bytes(cipher.encrypt(bytes([nonce[0] | 0x80]) + nonce[1:]), "big")
    half = (1 << 64) - 1
    plain, total = bytearray(), 0
    for block in blocks_of(ciphertext, 16):
        stream = cipher.encrypt(y.to_bytes(16, "big"))
        plain += bytes(p ^ q for p, q in zip(block, stream))
        y = y & ~half | (y + 1) & half
    lengths = struct.pack(">QQ", len(aad) * 8, len(ciphertext) * 8)
    for block in blocks_of(aad, 16) + blocks_of(ciphertext, 16) + [lengths]:
        h = int.from_bytes(cipher.encrypt(z.to_bytes(16, "big")), "big")
        total ^= multiply(int.from_bytes(block, "big"), h, 0x87, 128)
        z = z & half | ((z >> 64) + 1 & half) << 64
    return bytes(plain[:len(ciphertext)]), cipher.encrypt(total.to_bytes(16, "big"))


def check_primitives():
    """Checks the two AEADs against the vectors of the standards. Returns the number of vectors that agreed."""
    done = 0
    for v in json.loads((VECTORS / "kalyna_modes.json").read_text())["vectors"]:
        if v["mode"] == "GCM":
            cipher = Kalyna(v["block_bits"] // 8, bytes.fromhex(v["key"]))
            result = gcm_open(cipher, *(bytes.fromhex(v[k]) for k in ("nonce", "aad", "ciphertext")))
            done += check(result, v)
    for v in json.loads((VECTORS / "mgm.json").read_text())["vectors"]:
        if v["cipher"] == "Kuznyechik":
            cipher = Kuznyechik(bytes.fromhex(v["key"]))
            done += check(mgm_open(cipher, *(bytes.fromhex(v[k]) for k in ("nonce", "aad", "ciphertext"))), v)
    return done


def check(result, vector):
    plain, tag = result
    assert plain.hex() == vector["plaintext"] and tag.hex().startswith(vector["tag"]), vector
    return 1


def master_of(key_file_text):
    assert key_file_text.startswith("hedgerow-key-1:")
    master = base64.b64decode(key_file_text[len("hedgerow-key-1:"):], validate=False)
    assert len(master) == 64
    return master


def derive(head, master, purpose, size):
    return hashlib.blake2b(head, digest_size=size, key=master, person=purpose).digest()


def opener(header, master):
    """Returns the bytes of a segment, those of a tag, and a function:
    (index, final, ciphertext) -> (plaintext, full tag)."""
    magic, version, kdf, length, mode, nonce_bytes, tag_bytes, name_bytes = struct.unpack("<8sBBHBBBB", header[:16])
    segment_bytes, = struct.unpack("<I", header[16:20])
    assert (magic, version, kdf, length) == (b"HEDGEROW", 1, 0, 144) and header[20:48] == bytes(28)
    name = header[48:48 + name_bytes].decode()
    family, *sizes = name.split("-")
    assert derive(header[:112], master, b"HEDGEROW-COM-001", 32) == header[112:144]
    key = derive(header[:112], master, b"HEDGEROW-KEY-001", int(sizes[1]) // 8 if sizes else 32)
    header_hash = hashlib.blake2b(header, digest_size=32, person=b"HEDGEROW-HDR-001").digest()
    cipher = Kuznyechik(key) if family == "kuznyechik" else Kalyna(int(sizes[0]) // 8, key)
    aead = {1: mgm_open, 2: gcm_open}[mode]

    def open_segment(index, final, text):
        place = struct.pack("<Q", index)
        nonce = bytes(nonce_bytes - 10) + b"\1" + bytes([final]) + place
        return aead(cipher, nonce, header_hash + place + bytes([final]), text)
    return segment_bytes, tag_bytes, open_segment


def open_container(container, key_file_text):
    """Follows docs/container.md literally. Returns the plaintext. Raises AssertionError if a check fails."""
    segment_bytes, tag_bytes, open_segment = opener(container[:144], master_of(key_file_text))
    pieces = [container[i:i + segment_bytes + tag_bytes]
              for i in range(144, len(container), segment_bytes + tag_bytes)]
    plain = b""
    for index, piece in enumerate(pieces):
        text, tag = open_segment(index, index == len(pieces) - 1, piece[:len(piece) - tag_bytes])
        assert tag[:tag_bytes] == piece[len(piece) - tag_bytes:], f"segment {index}"
        plain += text
    return plain


def seal_container(name, plain, key_file_text):
    """Returns a container of version 1 with segments of 64 KiB, which Hedgerow itself writes no more."""
    mode, block = (1, 16) if name == "kuznyechik" else (2, int(name.split("-")[1]) // 8)
    head = struct.pack("<8sBBHBBBBI", b"HEDGEROW", 1, 0, 144, mode, block, block, len(name), 1 << 16).ljust(48, b"\0")
    head += name.encode().ljust(32, b"\0") + os.urandom(32)
    master = master_of(key_file_text)
    container = head + derive(head, master, b"HEDGEROW-COM-001", 32)
    segment_bytes, tag_bytes, open_segment = opener(container, master)
    for index, at in enumerate(range(0, max(1, len(plain)), segment_bytes)):
        final = at + segment_bytes >= len(plain)
        text, _ = open_segment(index, final, plain[at:at + segment_bytes])  # a key stream, in both directions
        _, tag = open_segment(index, final, text)
        container += text + tag[:tag_bytes]
    return container
