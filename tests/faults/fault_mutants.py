"""Damaged containers through the command: it must never exit with 0 and another plaintext, never die of a signal, and
never hang."""
import os
import resource
import subprocess
from pathlib import Path

from support import CLI, get, make_key, put, run

MUTANTS = 60 if os.environ.get("HEDGEROW_SANITIZED") else 300
PLAIN = os.urandom(3 * (64 << 10) + 5)
DATA_BYTES = 256 << 20
CPU_SECONDS = 5
VECTORS = Path(__file__).resolve().parent.parent / "vectors/container"
PASSES_AT, MEMORY_AT = 20, 24  # docs/container.md, version 1


def decrypt(name, *more, data=b"", bytes_of_data=DATA_BYTES):
    def limit():
        if not os.environ.get("HEDGEROW_SANITIZED"):  # a sanitizer itself takes more memory than any bound
            resource.setrlimit(resource.RLIMIT_DATA, (bytes_of_data, bytes_of_data))
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))

    return subprocess.run([CLI, "decrypt", *more, name, "-o", "out", "--force"], input=data, capture_output=True,
                          timeout=60, preexec_fn=limit)


def damage(data, other, chance):
    """Returns (a description of the damage, the bytes); `other` is a container of the same key and length."""
    data = bytearray(data)
    at = chance.randrange(len(data) if chance.random() < 0.5 else 600)
    kind = chance.choice(("bit", "cut", "more", "repeated", "spliced", "swap", "field", "zero"))
    if kind == "bit":
        data[at] ^= 1 << chance.randrange(8)
    elif kind == "cut":
        del data[chance.choice((at, len(data) - 1, len(data) - 16)):]
    elif kind == "more":
        data += data[at:at + chance.choice((1, 16, 100_000))]
    elif kind == "repeated":
        data[at:at] = data[at:at + chance.choice((1, 16, 65536 + 32))]
    elif kind == "spliced":
        size = chance.choice((16, 600, 65536 + 32))  # less than all segments, so it opens to no other plaintext
        data[at:at + size] = other[at:at + size]
    elif kind == "swap":
        size = chance.choice((16, 65536 + 16, 65536 + 32))
        data[at:at + size], data[-size:] = data[-size:], data[at:at + size]
    elif kind == "field":
        data[at:at + 4] = chance.choice((b"\0\0\0\0", b"\xff\xff\xff\xff", b"\xff\xff\xff\x7f", b"\x01\0\0\0"))
    else:
        data[at:at + chance.randrange(1, 70_000)] = bytes(chance.randrange(1, 70_000))
    return f"{kind} at {at}", bytes(data)


def test_damaged_containers(chance):
    make_key()
    plains = (PLAIN, os.urandom(len(PLAIN)))
    wholes = [[run("encrypt", "--key-file", "key", "--segment", "64K", "--layout", layout, "-", stdin=plain)[0]
               for plain in plains] for layout in ("reserved", "compact")]
    refused = 0
    for number in range(MUTANTS):
        what, data = damage(*wholes[number % 2], chance)
        put("c", data)
        put("out", b"old")
        done = decrypt("c", "--key-file", "key", "--threads", chance.choice("12"))
        after, words = get("out"), done.stderr.decode()
        context = f"container {number}, {what}: exit code {done.returncode}: {words}"
        if done.returncode == 0:
            assert after == PLAIN, context
            continue
        refused += 1
        assert after == b"old" and done.returncode in (1, 2, 4) and words.startswith("hedgerow: "), context
    assert refused > MUTANTS // 2


def test_costs_that_nobody_asked_for(chance):
    """16 passes over 1 GiB, which the format can express, must be refused before the work starts."""
    container = bytearray(get(VECTORS / "passphrase-100.hedgerow"))
    container[PASSES_AT:PASSES_AT + 4] = (16).to_bytes(4, "little")
    container[MEMORY_AT:MEMORY_AT + 4] = (1 << 20).to_bytes(4, "little")
    put("c", container)
    done = decrypt("c", "--passphrase-fd", "0", data=b"word\n", bytes_of_data=2 << 30)
    words = done.stderr.decode()
    assert done.returncode == 4 and "Argon2" in words, f"exit code {done.returncode}: {words}"
