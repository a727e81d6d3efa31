"""Speed of the Python package beside pyca/cryptography and the C ABI: the quickest of many short samples, in pairs.

usage: speed.py [libhedgerow.so]   the shared library of a build, for the ratios to the C ABI

Prints what a call with 64 bytes costs, one-shot ratios at 16 KiB and 1 MiB, and what two threads gain at lengths around
the one from which calls give up the GIL."""
import ctypes
import sys
import threading
import time

import hedgerow
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

KEY = bytes(32)


def quickest(*calls, repeat=40, seconds=0.01):
    """The least time of one call of each, all sampled in turn."""
    best = [float("inf")] * len(calls)
    counts = []
    for call in calls:
        start = time.perf_counter()
        call()
        counts.append(max(1, int(seconds / max(time.perf_counter() - start, 1e-7))))
    for _ in range(repeat):
        for i, call in enumerate(calls):
            start = time.perf_counter()
            for _ in range(counts[i]):
                call()
            best[i] = min(best[i], (time.perf_counter() - start) / counts[i])
    return best


def short_calls():
    theirs, ours = AESGCM(KEY), hedgerow.AES256GCM(KEY, repeat_nonce=True)
    data, nonce = bytes(64), bytes(12)
    a, b = quickest(lambda: theirs.encrypt(nonce, data, None), lambda: ours.encrypt(nonce, data, None))
    print(f"64 bytes, AES-256-GCM: pyca {a * 1e9:.0f} ns, hedgerow {b * 1e9:.0f} ns")


def against_c(path):
    library = ctypes.CDLL(path)
    context, size = ctypes.c_void_p(), ctypes.c_size_t
    library.hedgerow_aead_new(ctypes.byref(context), b"kuznyechik", b"mgm", None)
    library.hedgerow_aead_set_key(context, KEY, size(32))
    ours = hedgerow.KuznyechikMGM(KEY, repeat_nonce=True)
    tag, nonces = ctypes.create_string_buffer(16), [bytes(16), bytes(15) + b"\1"]
    for length in (16 << 10, 1 << 20):
        data, out, turn = bytes(length), ctypes.create_string_buffer(length + 16), [0]
        room = memoryview(bytearray(length + 16))

        def seal():
            turn[0] ^= 1
            status = library.hedgerow_aead_seal_with_nonce(context, nonces[turn[0]], size(16), None, size(0), data, out,
                                                           size(length), tag, size(16))
            assert status == 0

        c, new, into = quickest(seal, lambda: ours.encrypt(nonces[0], data, None),
                                lambda: ours.encrypt_into(nonces[0], data, None, room))
        print(f"{length} bytes, Kuznyechik MGM: of the C ABI's speed encrypt {c / new:.2f}, encrypt_into {c / into:.2f}")


def two_threads():
    for length in (2 << 10, 4 << 10, 8 << 10, 16 << 10, 64 << 10, 1 << 20):
        aead = hedgerow.KuznyechikMGM(KEY, repeat_nonce=True, limit_blocks=hedgerow.NO_LIMIT)
        calls, data = max(1, (16 << 20) // length), bytes(length)

        def work(nonce):
            for _ in range(calls):
                aead.encrypt(nonce, data)

        def run(count):
            threads = [threading.Thread(target=work, args=(bytes(15) + bytes([i]),)) for i in range(count)]
            start = time.perf_counter()
            [t.start() for t in threads]
            [t.join() for t in threads]
            return time.perf_counter() - start

        one, two = (min(run(n) for _ in range(5)) for n in (1, 2))
        print(f"{length} bytes, two threads: {2 * one / two:.2f} times one (the GIL is given up from {hedgerow._core.GIL_BYTES})")


short_calls()
if len(sys.argv) > 1:
    against_c(sys.argv[1])
two_threads()
