"""Input that is rejected with a text about the allowed forms, for example outputs, keys and pickles. Buffers as inputs
are in test_plain_buffers.py, files in test_bad_files.py, and objects that two threads share in test_threads.py."""
import copy
import io
import pickle
import random
import traceback

import fsspec
import hedgerow
import numpy
import pytest
from hedgerow import cluster, pep272
from hedgerow.pygost import gost3412, mgm
from hypothesis import given, settings
from hypothesis import strategies as st

KEY, MASTER, SMALL = bytes(range(32)), bytes(range(64)), 65536
DATA = random.Random(2).randbytes(3 * SMALL + 99)


def aead():
    return hedgerow.KuznyechikMGM(KEY, repeat_nonce=True)


def ctr():
    return hedgerow.cipher("kuznyechik", KEY, "ctr", iv=bytes(8))


def sealed_container():
    target = io.BytesIO()
    with hedgerow.open(target, "wb", key=MASTER, segment_bytes=SMALL) as file:
        file.write(DATA)
    return target.getvalue()


SEALED = sealed_container()


def reader():
    return hedgerow.open(io.BytesIO(SEALED), key=MASTER)


def stream():
    return aead().encryptor(bytes(16))


def segments():
    return hedgerow._core.unlock_segments(SEALED[:12288], [hedgerow._core.from_master_key(MASTER)])


OUTPUTS = {  # at most 32 bytes of result
    "encrypt_into": lambda bad: aead().encrypt_into(bytes(16), bytes(16), None, bad),
    "decrypt_into": lambda bad: aead().decrypt_into(bytes(16), aead().encrypt(bytes(16), bytes(32)), None, bad),
    "update_into of a stream": lambda bad: stream().update_into(bytes(32), bad),
    "update_into": lambda bad: ctr().update_into(bytes(32), bad),
    "process_into": lambda bad: ctr().process_into(bytes(32), bad),
    "process_into on threads": lambda bad: ctr().process_into(bytes(32), bad, threads=2),
    "open of segments": lambda bad: segments().open(3, SEALED[-131:], 131, True, bad),
    "readinto": lambda bad: reader().readinto(bad),
    "PEP 272": lambda bad: pep272.kuznyechik.new(KEY, 6, nonce=bytes(8)).encrypt(bytes(32), bad)}


@pytest.mark.parametrize("name", OUTPUTS)
def test_outputs(name):
    scattered = numpy.zeros((32, 8), numpy.uint8)[:, ::2]
    for bad in (bytes(256), memoryview(bytes(256)), scattered, memoryview(bytearray(256))[::2]):
        with pytest.raises(BufferError, match="must be a C-contiguous buffer that can be written"):
            OUTPUTS[name](bad)
    with pytest.raises(TypeError, match="with a buffer"):
        OUTPUTS[name](7)
    if name != "readinto":  # readinto fills a buffer of any size
        small = bytearray(b"\xee" * 31)
        with pytest.raises((hedgerow.BufferTooSmall, ValueError), match="must|has 31 bytes"):
            OUTPUTS[name](small)
        assert small == b"\xee" * 31


@settings(deadline=None, max_examples=200)
@given(st.integers(1, 300), st.integers(0, 300), st.integers(0, 300))
def test_places_in_one_area(size, source, target):
    """Input and output at any place of one memory area. Either the result is right, or the call is rejected and the
    memory is unchanged."""
    area = bytearray(random.Random(size).randbytes(1000))
    before, data = bytes(area), bytes(area[source:source + size])
    try:
        n = aead().encrypt_into(bytes(16), memoryview(area)[source:source + size], None, memoryview(area)[target:])
    except hedgerow.OverlappingBuffers as error:
        assert "must be the same buffer or disjoint" in str(error)
        assert area == before and source != target and size and abs(source - target) < size + 16
    else:
        assert area[target:target + n] == aead().encrypt(bytes(16), data)
        assert source == target or source + size <= target or target + n <= source or not size
    area = bytearray(before)
    try:
        ctr().process_into(memoryview(area)[source:source + size], memoryview(area)[target:])
    except hedgerow.OverlappingBuffers:
        assert area == before and source != target and abs(source - target) < size
    else:
        assert area[target:target + size] == ctr().process(data)


@pytest.mark.parametrize("distance", [1, 16, 65536, 1 << 20, -1, -65536, -(1 << 20)])
def test_threads_do_not_write_what_others_read(distance):
    """The pieces of the threads are disjoint from their own results, but not from the results of others."""
    area, size = bytearray(bytes(range(251)) * 18000), 3 << 20
    before, source = bytes(area), max(-distance, 0)
    with pytest.raises(hedgerow.OverlappingBuffers):
        ctr().process_into(memoryview(area)[source:source + size], memoryview(area)[source + distance:], threads=3)
    assert area == before
    n = ctr().process_into(memoryview(area)[:65536], memoryview(area)[65536:], threads=3)
    assert area[65536:65536 + n] == ctr().process(before[:65536])
    plain = memoryview(bytearray(SEALED))
    with pytest.raises(hedgerow.OverlappingBuffers, match="apart"):
        segments().open(0, plain[12288:], len(plain) - 12288, True, plain)


@pytest.mark.parametrize("kind", ["<f8", ">f8", "complex128", "S3", [("a", "i4"), ("b", ">f8")]])
def test_formats(kind):
    """Numbers of any type and any dimensions count as bytes in input and output files."""
    array = numpy.frombuffer(DATA[:4800], kind).reshape(2, -1)
    target, out = io.BytesIO(), numpy.zeros_like(array)
    with hedgerow.open(target, "wb", key=MASTER) as file:
        assert file.write(array) == array.nbytes and file.write(numpy.zeros((0, 3), "f8")) == 0
    assert ctr().process(array) == ctr().process(DATA[:4800])
    assert hedgerow.open(target, key=MASTER).readinto(out) == array.nbytes and out.tobytes() == DATA[:4800]


def test_numbers_and_names():
    for call, text in ((lambda: ctr().process(b"", threads="2"), "threads must be an integer, not str"),
                       (lambda: ctr().seek(1.5), "block must be an integer, not float"),
                       (lambda: hedgerow.KuznyechikMGM(KEY, tag_bytes="8"), "tag_bytes must be an integer, not str"),
                       (lambda: hedgerow.KuznyechikMGM(KEY, kernel=3), "kernel must be str, not int"),
                       (lambda: hedgerow.AEAD(3, KEY, "mgm"), "must be str, not int"),
                       (lambda: hedgerow.open(7, key=MASTER), "a path or a binary file that can seek, not int"),
                       (lambda: hedgerow.open(io.StringIO(), key=MASTER), "binary file that can seek, not StringIO"),
                       (lambda: hedgerow.open(7, "wb", key=MASTER), "a path or a binary file to write to, not int"),
                       (lambda: hedgerow.open(io.StringIO(), "wb", key=MASTER), "binary file to write to, not StringIO"),
                       (lambda: hedgerow.open(io.BytesIO(SEALED), key=3), "key must be a Credential, the path of"),
                       (lambda: aead().encrypt_batch(7), "messages must be a list"),
                       (lambda: aead().encrypt_batch([b"data"]), r"message 0 must be a tuple \(nonce, data")):
        with pytest.raises(TypeError, match=text):
            call()
    for call, text in ((lambda: ctr().process(b"", threads=257), "threads must be 0 to 256, not 257"),
                       (lambda: ctr().seek(-1), "block must be 0 to"),
                       (lambda: hedgerow.open(io.BytesIO(SEALED), "r", key=MASTER), "'rb', 'wb' or 'xb', not 'r'"),
                       (lambda: reader().seek(0, 3), "whence must be 0, 1 or 2, not 3")):
        with pytest.raises(ValueError, match=text):
            call()


def test_keys(tmp_path):
    with pytest.raises(hedgerow.InvalidKeyLength, match="key must have 32 bytes for kuznyechik in mode mgm, not 31"):
        hedgerow.KuznyechikMGM(KEY[:31])
    with pytest.raises(hedgerow.InvalidKeyLength, match="a container's key has 64 bytes, not 32"):
        hedgerow.open(io.BytesIO(SEALED), key=KEY)
    with pytest.raises(hedgerow.InvalidTag, match="does not match"):
        hedgerow.KuznyechikMGM(bytes(32)).decrypt(bytes(16), aead().encrypt(bytes(16), b"data"))
    with pytest.raises(hedgerow.InvalidUnwrap):
        hedgerow.wrap("aes-256", KEY, "kw").unwrap(hedgerow.wrap("aes-256", bytes(32), "kw").wrap(KEY))
    (tmp_path / "c").write_bytes(SEALED)
    for call in (lambda **key: hedgerow.open(tmp_path / "c", **key), lambda **key: hedgerow.verify(tmp_path / "c", **key),
                 lambda **key: hedgerow.decrypt_file(tmp_path / "c", tmp_path / "out", **key),
                 lambda **key: hedgerow.rekey(tmp_path / "c", **key),
                 lambda **key: fsspec.open(f"hedgerow::file://{tmp_path}/c", hedgerow=key).open()):
        with pytest.raises(hedgerow.WrongKey) as caught:
            call(key=bytes(64))
        assert isinstance(caught.value, hedgerow.ContainerError) and str(caught.value)
        with pytest.raises(hedgerow.WrongCredential):
            call(passphrase="x")
        with pytest.raises(hedgerow.InvalidArgument, match="give key=, passphrase= or"):
            call()
        assert [p.name for p in tmp_path.iterdir()] == ["c"] and (tmp_path / "c").read_bytes() == SEALED


def holders():
    """Everything that holds a key."""
    yield from (aead(), stream(), ctr(), hedgerow.mac("kuznyechik", KEY), hedgerow.wrap("aes-256", KEY, "kw"), segments())
    yield from (hedgerow._core.from_passphrase(b"x"), reader(), hedgerow.open(io.BytesIO(), "wb", key=MASTER))
    yield from (pep272.kuznyechik.new(KEY, 6, nonce=bytes(8)), pep272.kuznyechik.new(KEY, pep272.kuznyechik.MODE_MGM))
    yield from (gost3412.GOST3412Kuznechik(KEY), mgm.MGM(gost3412.GOST3412Magma(KEY).encrypt, 8))


@pytest.mark.parametrize("number", range(13))
def test_no_pickles(number):
    thing = list(holders())[number]
    assert len(list(holders())) == 13
    for refused in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="key is not pickled.*say where a key file is"):
            refused(thing)


def test_file_systems_travel_with_the_names_of_keys(tmp_path):
    hedgerow.create_key_file(tmp_path / "k")
    secret = (tmp_path / "k").read_bytes()
    for key in (str(tmp_path / "k"), tmp_path / "k", cluster.KeyFile(str(tmp_path / "k")), [str(tmp_path / "k")]):
        fs = fsspec.filesystem("hedgerow", target_protocol="memory", key=key)
        fs.pipe_file("/travels", b"data")
        sent = pickle.dumps(fs)
        assert secret[15:40] not in sent and pickle.loads(sent).cat_file("/travels") == b"data"
    for options in ({"key": MASTER}, {"key": secret}, {"key": [str(tmp_path / "k"), MASTER]}, {"passphrase": "x"},
                    {"key": hedgerow._core.from_master_key(MASTER)}):
        with pytest.raises(TypeError, match="is not pickled.*cluster.KeyFile"):
            pickle.dumps(fsspec.filesystem("hedgerow", target_protocol="memory", **options))
    fsspec.filesystem("memory").store.clear()


def test_the_text_of_a_key_is_not_repeated(tmp_path):
    """key=os.environ[...] with the key itself, although a str is a path. The message does not contain it, and a note or
    the exception in its context do not contain it either."""
    hedgerow.create_key_file(tmp_path / "k")
    hedgerow.create_identity_file(tmp_path / "i")
    (tmp_path / "plain").write_bytes(b"data")
    for name in ("k", "i"):
        text = next(line for line in (tmp_path / name).read_text().splitlines() if not line.startswith("#"))
        secret = text.removeprefix("hedgerow-key-1:").removeprefix("hedgerow-identity-")
        for given in (text, text + "\n", text[:-3], f" {text}"):
            for call in (lambda g: hedgerow.encrypt_file(tmp_path / "plain", tmp_path / "c", key=g),
                         lambda g: hedgerow.open(tmp_path / "c", "wb", key=g),
                         lambda g: hedgerow.open(io.BytesIO(SEALED), key=[g]),
                         lambda g: fsspec.filesystem("hedgerow", target_protocol="memory", key=g).pipe_file("/c", b""),
                         lambda g: cluster.encrypt(str(tmp_path / "plain"), str(tmp_path / "out"), key=g)):
                with pytest.raises(hedgerow.Error) as caught:
                    call(given)
                shown = "".join(traceback.format_exception(caught.value))
                assert secret[4:12] not in shown and "secret key itself" in str(caught.value), name


def test_the_text_of_a_key_does_not_travel(tmp_path):
    """A KeyFile with the text of a key as its path is rejected in the constructor, because task graphs show the path. A
    file system with such a key cannot be pickled or converted to JSON."""
    hedgerow.create_key_file(tmp_path / "k")
    text = (tmp_path / "k").read_text().strip()
    with pytest.raises(hedgerow.InvalidKeyFile, match="secret key itself") as caught:
        cluster.KeyFile(text)
    assert text[20:32] not in str(caught.value)
    files = fsspec.filesystem("hedgerow", target_protocol="memory", key=text)
    for call in (lambda: pickle.dumps(files), files.to_json, files.to_dict):
        with pytest.raises(TypeError) as refused:
            call()
        assert text[20:32] not in str(refused.value)
    assert cluster.KeyFile(str(tmp_path / "k")).path == str(tmp_path / "k")
