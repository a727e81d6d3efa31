"""Opens containers of versions 2 and 3 as docs/container.md describes the format: header, slots and labels here, and
the segments in rederive.py. rederive_compact.py first expands those of version 3.

X25519 [RFC 7748], ChaCha20-Poly1305 [RFC 8439] and HChaCha20 [draft-irtf-cfrg-xchacha] are written here from their
standards. They are first checked against their vectors (check_slot_primitives). Argon2id is that of libsodium,
called through its C ABI. If this library is missing, passphrases raise NoArgon2.
"""
import base64
import ctypes
import ctypes.util
import hashlib
import struct

import rederive_compact
import rederive_modes
from rederive import Kalyna, Kuznyechik, gcm_open, mgm_open

P25519 = 2 ** 255 - 19
KINDS = {1: "key file", 2: "passphrase", 3: "recipient"}


class NoArgon2(Exception):
    """libsodium cannot be loaded."""


def x25519(scalar, point):
    """The Montgomery ladder of RFC 7748 section 5."""
    k = int.from_bytes(bytes([scalar[0] & 248]) + scalar[1:31] + bytes([scalar[31] & 127 | 64]), "little")
    u = int.from_bytes(point, "little") % 2 ** 255
    x2, z2, x3, z3, swap = 1, 0, u, 1, 0
    for t in range(254, -1, -1):
        bit = k >> t & 1
        if swap ^ bit:
            x2, x3, z2, z3 = x3, x2, z3, z2
        swap = bit
        a, b, c, d = x2 + z2, x2 - z2, x3 + z3, x3 - z3
        da, cb, aa, bb = d * a, c * b, a * a, b * b
        e = aa - bb
        x3, z3 = (da + cb) ** 2 % P25519, u * (da - cb) ** 2 % P25519
        x2, z2 = aa * bb % P25519, e * (aa + 121665 * e) % P25519
    if swap:
        x2, z2 = x3, z3
    return (x2 * pow(z2, P25519 - 2, P25519) % P25519).to_bytes(32, "little")


def chacha_rounds(words):
    x = list(words)
    mask = 2 ** 32 - 1

    def quarter(a, b, c, d):
        for left, right, target, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[left] = x[left] + x[right] & mask
            x[target] ^= x[left]
            x[target] = (x[target] << turn | x[target] >> 32 - turn) & mask

    for _ in range(10):
        for column in range(4):
            quarter(column, 4 + column, 8 + column, 12 + column)
        for column in range(4):
            quarter(column, 4 + (column + 1) % 4, 8 + (column + 2) % 4, 12 + (column + 3) % 4)
    return x


def chacha_state(key, rest):
    return struct.unpack("<16I", b"expand 32-byte k" + key + rest)


def chacha20(key, nonce, counter, size):
    stream = b""
    while len(stream) < size:
        state = chacha_state(key, struct.pack("<I", counter) + nonce)
        stream += struct.pack("<16I", *(a + b & 2 ** 32 - 1 for a, b in zip(chacha_rounds(state), state)))
        counter += 1
    return stream[:size]


def poly1305(key, data):
    r = int.from_bytes(key[:16], "little") & 0x0ffffffc0ffffffc0ffffffc0fffffff
    total = 0
    for i in range(0, len(data), 16):
        total = (total + int.from_bytes(data[i:i + 16] + b"\1", "little")) * r % (2 ** 130 - 5)
    return (total + int.from_bytes(key[16:], "little") & 2 ** 128 - 1).to_bytes(16, "little")


def chacha20_poly1305_open(key, nonce, aad, sealed):
    """-> plaintext, or None."""
    text, tag = sealed[:-16], sealed[-16:]
    padded = [part + bytes(-len(part) % 16) for part in (aad, text)]
    mac = poly1305(chacha20(key, nonce, 0, 32), b"".join(padded) + struct.pack("<QQ", len(aad), len(text)))
    if mac != tag:
        return None
    return bytes(a ^ b for a, b in zip(text, chacha20(key, nonce, 1, len(text))))


def hchacha20(key, nonce):
    x = chacha_rounds(chacha_state(key, nonce))
    return struct.pack("<8I", *x[:4], *x[12:])


def xchacha_open(key, nonce, aad, sealed):
    return chacha20_poly1305_open(hchacha20(key, nonce[:16]), bytes(4) + nonce[16:], aad, sealed)


def argon2id(words, salt, passes, memory_kib):
    name = ctypes.util.find_library("sodium")
    if not name:
        raise NoArgon2
    out = ctypes.create_string_buffer(64)
    failed = ctypes.CDLL(name).crypto_pwhash(out, ctypes.c_ulonglong(64), words, ctypes.c_ulonglong(len(words)), salt,
                                             ctypes.c_ulonglong(passes), ctypes.c_size_t(memory_kib * 1024), 2)
    assert failed == 0
    return out.raw


def check_slot_primitives():
    """RFC 7748 section 5.2, RFC 8439 section 2.8.2, draft-irtf-cfrg-xchacha-03 section 2.2.1."""
    scalar = bytes.fromhex("a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4")
    point = bytes.fromhex("e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c")
    assert x25519(scalar, point).hex() == "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"
    sealed = bytes.fromhex(
        "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69da92728b1a71de0a9e06"
        "0b2905d6a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc3ff4def08e4b7a9de576d265"
        "86cec64b61161ae10b594f09e26a7e902ecbd0600691")
    text = chacha20_poly1305_open(bytes(range(0x80, 0xa0)), bytes.fromhex("070000004041424344454647"),
                                  bytes.fromhex("50515253c0c1c2c3c4c5c6c7"), sealed)
    assert text and text.startswith(b"Ladies and Gentlemen of the class of '99")
    subkey = hchacha20(bytes(range(32)), bytes.fromhex("000000090000004a0000000031415927"))
    assert subkey.hex() == "82413b4227b27bfed30e42508a877d73a0f9e4d58a74a853c12ec41326d3ecdc"
    return 3


def blake(key, data, letters, size=32, version=2):
    return hashlib.blake2b(data, digest_size=size, key=key, person=b"HEDGEROW-%s-%03d" % (letters, version)).digest()


def read_text(text, prefix):
    """Returns the 32 bytes of hedgerow-public-... or hedgerow-identity-..."""
    line = [line for line in text.splitlines() if line and not line.startswith("#")][0]
    assert line.startswith(prefix) and len(line) == len(prefix) + 48
    data = base64.urlsafe_b64decode(line[len(prefix):])
    assert blake(b"", prefix.encode() + data[:32], b"TXT", 16)[:4] == data[32:]
    return data[:32]


def open_slot(header, area, slot, credential):
    """Returns the file key, or None. `credential`: (kind, secret bytes)."""
    kind, secret = credential
    if kind != slot[0]:
        return None
    ephemeral, version = slot[32:64], header[8]
    if kind == 1:
        wrap = blake(secret, header, b"WKF", version=version)
    elif kind == 2:
        passes, memory = struct.unpack("<II", area[48:56])
        wrap = blake(argon2id(secret, area[64:80], passes, memory), header, b"WPP", version=version)
    else:
        shared = x25519(secret, ephemeral)
        assert any(shared)
        wrap = blake(shared, header + ephemeral + x25519(secret, bytes([9] + [0] * 31)), b"WXR", version=version)
    if blake(wrap, slot[:112], b"SLC", version=version) != slot[112:144]:
        return None
    return xchacha_open(wrap, slot[8:32], header, slot[64:112])


def slots_of(area):
    slots = [area[128 + 248 * i:128 + 248 * (i + 1)] for i in range(16)]
    used = [slot for slot in slots if slot[0]]
    assert used and not any(map(any, slots[len(used):]))
    return used


def is_well_formed(area):
    return area[32:40] == b"HEDGSLOT" and not any(area[56:64]) and not any(area[80:128])


def header_of(container):
    """Returns the second copy if its hash is right, otherwise the first."""
    second = container[3920:4064]
    return second if second[:9] == b"HEDGEROW\2" and blake(b"", second, b"HDR") == container[4064:4096] else container[:144]


def parts(container):
    """Returns (header, slot areas, offset of the first segment), in the form of version 2."""
    try:
        header, area, body = rederive_compact.expand(container)
        return header, [area], body
    except AssertionError:
        return header_of(container), [container[4096 * i:4096 * (i + 1)] for i in (1, 2)], 12288


def unlock(container, credential):
    """-> (file key, current area)."""
    header, areas, _ = parts(container)
    version = header[8]
    areas = sorted(filter(is_well_formed, areas), key=lambda area: -struct.unpack("<Q", area[40:48])[0])
    for area in areas:
        for slot in slots_of(area):
            file_key = open_slot(header, area, slot, credential)
            if file_key is None or blake(file_key, header[:112], b"COM", version=version) != header[112:144]:
                continue
            mac_key = blake(file_key, header[:112], b"MAC", version=version)
            current = next(a for a in areas if blake(mac_key, a[32:], b"MAC", version=version) == a[:32])
            assert any(open_slot(header, current, s, credential) for s in slots_of(current)), "removed"
            return file_key, current
    raise AssertionError("no slot opens")


def labels(container, credential):
    """[(kind, label)] of the current area."""
    header, _, _ = parts(container)
    file_key, area = unlock(container, credential)
    label_key = blake(file_key, header[:112], b"LBL", version=header[8])
    result = []
    for slot in slots_of(area):
        sealed = slot[168:168 + 16 * slot[1] + 16] if header[8] == 3 else slot[168:]
        text = xchacha_open(label_key, slot[144:168], header + slot[:144], sealed)
        assert text and 1 <= text[0] <= 63 and not any(text[1 + text[0]:])
        result.append((KINDS[slot[0]], text[1:1 + text[0]].decode()))
    return result


def open_container(container, credential):
    """Follows docs/container.md, versions 2 and 3, literally. Returns the plaintext."""
    header, _, body = parts(container)
    magic, version, copies, length, mode, nonce_bytes, tag_bytes, name_bytes = struct.unpack("<8sBBHBBBB", header[:16])
    segment_bytes, = struct.unpack("<I", header[16:20])
    assert (magic, length) == (b"HEDGEROW", 144) and not any(header[20:32])
    assert (version, copies) in ((2, 0), (3, 1), (3, 2))
    name = header[48:48 + name_bytes].decode()
    file_key, _ = unlock(container, credential)
    key = blake(file_key, header[:112], b"KEY", rederive_modes.key_bytes_of(name, mode), version)
    header_hash = blake(b"", header, b"HDR", version=version)
    stride = segment_bytes + tag_bytes
    pieces = [container[i:i + stride] for i in range(body, len(container), stride)]
    plain = b""
    for index, piece in enumerate(pieces):
        place, final = struct.pack("<Q", index), bytes([index == len(pieces) - 1])
        behind = 5 if mode in (5, 6) else 0
        nonce = bytes(nonce_bytes - 10 - behind) + b"\1" + final + place + bytes(behind)
        text = open_segment(mode, name, key, nonce, header_hash + place + final, piece, tag_bytes)
        assert text is not None, f"segment {index}"
        plain += text
    return plain


def open_segment(mode, name, key, nonce, aad, piece, tag_bytes):
    """Returns the plaintext, or None."""
    if mode > 2:
        return rederive_modes.open_segment(mode, name, key, nonce, aad, piece, tag_bytes)
    cipher = Kuznyechik(key) if mode == 1 else Kalyna(int(name.split("-")[1]) // 8, key)
    text, tag = (mgm_open if mode == 1 else gcm_open)(cipher, nonce, aad, piece[:len(piece) - tag_bytes])
    return text if tag[:tag_bytes] == piece[len(piece) - tag_bytes:] else None
