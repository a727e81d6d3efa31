"""Objects shared between threads: AEAD and Segments work in all threads concurrently, and the others reject a second
thread (InUse).

tools/tsan_test.sh runs this under ThreadSanitizer. Each of these breaks was seen to turn a test red: the lock around
the idle contexts is left out (with ThreadSanitizer); the descriptor of an output is read while another thread commits
it; `limit_blocks` is not passed on; blocks_left is always the limit."""
import os
import sys
import threading

import hedgerow
import pytest

KEY = bytes(range(32))


def together(count, work):
    """Runs work(n) in threads that start together, and raises their exception."""
    gate, errors = threading.Barrier(count), []

    def run(n):
        gate.wait()
        try:
            work(n)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(n,)) for n in range(count)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    if errors:
        raise errors[0]


def test_one_aead():
    aead = hedgerow.KuznyechikMGM(KEY)

    def work(n):
        for i in range(30):
            nonce, data = bytes([0, n, i]).ljust(16), bytes([n]) * (i * 5000)
            assert aead.decrypt(nonce, aead.encrypt(nonce, data, b"a"), b"a") == data
            assert aead.open(aead.seal(b"q")) == b"q"
            batch = [(bytes([1, n, i, j]).ljust(16), b"batch" + data[:100]) for j in range(3)]
            sealed = aead.encrypt_batch(batch, 2)
            assert aead.decrypt_batch([(m[0], s) for m, s in zip(batch, sealed)]) == [batch[0][1]] * 3

    together(6, work)


def test_the_limit_of_a_shared_key():
    """The usage of all threads counts."""
    aead, sealed = hedgerow.KuznyechikMGM(KEY, limit_blocks=1000), []

    def work(n):
        for i in range(1000):
            try:
                aead.encrypt(bytes([0, n]) + i.to_bytes(14, "big"), bytes(64))
            except hedgerow.LimitReached:
                return
            sealed.append(1)

    aead.encrypt(b"\1" * 16, bytes(64))
    assert 980 < aead.blocks_left < 1000
    together(4, work)
    assert 100 < len(sealed) <= 1000 // 4 + 4 and aead.blocks_left < 9
    with pytest.raises(hedgerow.LimitReached):
        aead.encrypt(bytes(16), bytes(64))


def shared():
    """Objects for one thread at a time, and a long call on each in the middle of a message."""
    data = bytes(4 << 20)
    cipher = hedgerow.cipher("kuznyechik", KEY, "cfb", iv=bytes(16), limit_blocks=hedgerow.NO_LIMIT)
    yield cipher, lambda: cipher.update(data)
    mac = hedgerow.mac("kuznyechik", KEY, limit_blocks=hedgerow.NO_LIMIT)
    yield mac, lambda: mac.update(data)
    stream = hedgerow.KuznyechikMGM(KEY, limit_blocks=hedgerow.NO_LIMIT).encryptor(bytes(16))
    yield stream, lambda: stream.update(data)


@pytest.mark.parametrize("kind", range(3))
def test_objects_of_one_thread(kind):
    """A call from a second thread is rejected. The first thread is not disturbed, and no result is computed twice."""
    thing, call = list(shared())[kind]
    refused, answers = [], []

    def work(n):
        for _ in range(8):
            try:
                answers.append(call())
            except hedgerow.InUse as error:
                refused.append(str(error))

    for _ in range(20):
        together(4, work)
        if refused:
            break
    assert refused and "another thread is in the middle" in refused[0]
    if kind == 0:  # the accepted pieces are the message, in some order
        alone = hedgerow.cipher("kuznyechik", KEY, "cfb", iv=bytes(16), limit_blocks=hedgerow.NO_LIMIT)
        assert {bytes(p[:16]) for p in answers} == {alone.update(bytes(4 << 20))[:16] for _ in answers}


def test_no_index_twice():
    """If threads seal overlapping ranges, each index goes to only one of them, and the result opens."""
    full = 65536
    segments = hedgerow._core.create_segments([hedgerow._core.from_master_key(bytes(64))], None, full)
    sealed = {}

    def work(n):
        for index in range(40):
            try:
                sealed.setdefault(index, []).append(segments.seal(index, bytes([n]) * full, index == 39))
            except hedgerow.NonceReused:
                pass

    together(4, work)
    assert sorted(sealed) == list(range(40)) and {len(parts) for parts in sealed.values()} == {1}
    stored, plain = b"".join(sealed[i][0] for i in range(40)), bytearray(40 * full)
    segments.open(0, stored, len(stored), True, plain, 3)
    assert all(len(set(plain[i * full:(i + 1) * full])) == 1 for i in range(40))


def test_one_output(tmp_path):
    """While one thread commits a file, the others are rejected. Afterwards the file cannot be used."""
    refused = []
    for n in range(500):
        output = hedgerow._core.create_output(os.fsencode(tmp_path / str(n)))
        os.ftruncate(output.fileno(), 1 << 20)

        def work(thread, output=output):
            while True:
                try:
                    output.fileno() if thread else output.commit()
                    if not thread:
                        return
                except hedgerow.InUse:
                    refused.append(thread)
                except ValueError as error:
                    assert thread and "committed" in str(error)
                    return

        together(3, work)
        if any(refused):
            break
    assert any(refused)


def test_one_reader(tmp_path):
    """readinto is complete in each thread, even if other threads move the position."""
    with hedgerow.open(tmp_path / "c", "wb", key=bytes(64), segment_bytes=65536) as file:
        file.write(b"".join(i.to_bytes(4, "big") for i in range(200_000)))
    file = hedgerow.open(tmp_path / "c", key=bytes(64))

    def work(n):
        buffer = bytearray(4000)
        for i in range(50):
            file.seek((n * 977 + i * 131) % 190_000 // 1000 * 4000)
            got = file.readinto(buffer)
            numbers = [int.from_bytes(buffer[j:j + 4], "big") for j in range(0, got, 4)]
            assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))

    together(4, work)


def test_one_writer(tmp_path):
    """The data of each call stays in one piece."""
    with hedgerow.open(tmp_path / "c", "wb", key=bytes(64), segment_bytes=65536) as file:
        together(4, lambda n: [file.write(bytes([n]) * 1000) for _ in range(500)])
    data = hedgerow.open(tmp_path / "c", key=bytes(64)).read()
    pieces = [data[i:i + 1000] for i in range(0, len(data), 1000)]
    assert len(pieces) == 2000 and all(len(set(piece)) == 1 for piece in pieces)
    assert [sum(piece[0] == n for piece in pieces) for n in range(4)] == [500] * 4


@pytest.mark.skipif(getattr(sys, "_is_gil_enabled", lambda: True)(),
                    reason="this interpreter has a GIL: NOTHING RAN WITHOUT ONE")
def test_without_a_gil():
    assert not sys._is_gil_enabled()  # the import of hedgerow did not turn it on
    test_one_aead()
    test_no_index_twice()
