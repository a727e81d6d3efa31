"""Expands the preamble of a container of version 3 to the header and the slot area of version 2, and reads armor, as
docs/container.md describes them. rederive_slots.py reads what comes out."""
import base64
import hashlib
import re
import struct

PAGE = 4096


class Intake:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, size):
        part = self.data[self.at:self.at + size]
        assert len(part) == size, "truncated"
        self.at += size
        return part


def expand_header(intake):
    magic, version, copies, mode, nonce_bytes, tag_bytes, name_bytes, bits = struct.unpack("<8s7B", intake.take(15))
    assert (magic, version) == (b"HEDGEROW", 3) and copies in (1, 2) and 1 <= name_bytes <= 32 and 16 <= bits <= 22
    name, commitment = intake.take(name_bytes), intake.take(32)
    start = struct.pack("<8sBBHBBBBI", magic, 3, copies, 144, mode, nonce_bytes, tag_bytes, name_bytes, 1 << bits)
    return start + bytes(28) + name.ljust(32, b"\0") + bytes(32) + commitment


def expand_slot(intake):
    kind, units = intake.take(2)
    assert kind in (1, 2, 3) and 1 <= units <= 4
    first = intake.take(32 if kind == 3 else 24)
    nonce, ephemeral = first[:24], first if kind == 3 else bytes(32)
    wrapped, commitment, label = intake.take(48), intake.take(32), intake.take(16 * units + 16)
    return bytes([kind, units]) + bytes(6) + nonce + ephemeral + wrapped + commitment + nonce + label.ljust(80, b"\0")


def expand_area(intake):
    mac, (count, passes) = intake.take(32), intake.take(2)
    assert 1 <= count <= 16
    memory, salt = (intake.take(4), intake.take(16)) if passes else (bytes(4), bytes(16))
    slots = b"".join(expand_slot(intake) for _ in range(count))
    start = mac + b"HEDGSLOT" + struct.pack("<QI", 1, passes) + memory + bytes(8) + salt + bytes(48)
    return (start + slots).ljust(PAGE, b"\0")


def read_copy(data):
    """Returns (header, area, length) of the copy that `data` begins with."""
    intake = Intake(data)
    header, area = expand_header(intake), expand_area(intake)
    hashed = hashlib.blake2b(data[:intake.at], digest_size=16, person=b"HEDGEROW-CHK-003").digest()
    assert intake.take(8) == hashed[:8], "checksum"
    return header, area, intake.at


def read_armor(text):
    """Returns the container in a text."""
    lines = [line.rstrip(b" \t") for line in re.split(b"\r\n|\r|\n", text.removeprefix(b"\xef\xbb\xbf"))]
    marks = [re.match(b"[ \t>]*", line).group() for line in lines]
    lines = [line[len(mark):] for line, mark in zip(lines, marks)]
    begin, end = (lines.index(b"-----%s HEDGEROW CONTAINER-----" % word) for word in (b"BEGIN", b"END"))
    assert len({mark.count(b">") for mark in marks[begin:end + 1]}) == 1
    assert all(len(line) == 64 for line in lines[begin + 1:end - 1])
    return base64.b64decode(b"".join(lines[begin + 1:end]), validate=True)


def expand(container):
    """Returns (header, area, offset of the first segment)."""
    try:
        header, area, size = read_copy(container)
        return header, area, size if header[9] == 1 else PAGE + size
    except AssertionError:
        header, area, size = read_copy(container[PAGE:])
        assert header[9] == 2
        return header, area, PAGE + size
