"""Containers: files, file objects, credentials, damage, and the command line in both directions.

Each of these breaks was seen to turn a test red: the window of the reader does not move, no segment is opened as the
final one, a writer is not closed or discarded, the cost of Argon2id that an attacker chose is accepted."""
import errno
import io
import os
import random
import subprocess
import zipfile
from pathlib import Path

import hedgerow
import pytest
from conftest import VECTORS
from hedgerow.credentials import is_path
from hypothesis import given, settings
from hypothesis import strategies as st

SMALL = 65536
CLI = os.environ.get("HEDGEROW_CLI")


class Counting(io.BytesIO):
    """Counts the bytes that are read."""

    taken = 0

    def read(self, size=-1):
        data = super().read(size)
        self.taken += len(data)
        return data


def container(data, key, **options):
    target = io.BytesIO()
    with hedgerow.open(target, "wb", key=key, segment_bytes=SMALL, **options) as file:
        file.write(data)
    return target.getvalue()


KEY = bytes(range(64))
DATA = random.Random(1).randbytes(5 * SMALL + 77)
SEALED = container(DATA, KEY)


@pytest.mark.parametrize("size", [0, 1, SMALL - 1, SMALL, SMALL + 1, 3 * SMALL, 9_000_000])
def test_round_trips(tmp_path, size, key_file):
    data = random.Random(size).randbytes(size)
    (tmp_path / "plain").write_bytes(data)
    hedgerow.encrypt_file(tmp_path / "plain", tmp_path / "a", key=key_file, segment_bytes=SMALL, cipher="kuznyechik")
    with hedgerow.open(tmp_path / "b", "xb", key=key_file, segment_bytes=SMALL) as file:
        for at in range(0, size, 100_001):
            file.write(data[at:at + 100_001])
    for name in "ab":
        assert oct((tmp_path / name).stat().st_mode & 0o777) == "0o600"
        assert hedgerow.verify(tmp_path / name, key=key_file).plaintext_bytes == size
        assert hedgerow.inspect(tmp_path / name).plaintext_bytes == size
        with hedgerow.open(tmp_path / name, key=key_file) as file:
            assert file.read() == data and file.read(1) == b""
        hedgerow.decrypt_file(tmp_path / name, tmp_path / (name + ".out"), key=key_file)
        assert (tmp_path / (name + ".out")).read_bytes() == data


@settings(deadline=None, max_examples=80)
@given(st.lists(st.tuples(st.integers(0, len(DATA)), st.integers(0, 3 * SMALL)), max_size=6), st.integers(1, 3))
def test_seek_and_read(places, threads):
    file = hedgerow.open(io.BytesIO(SEALED), key=KEY, threads=threads)
    for offset, size in places:
        assert file.seek(offset) == offset
        assert file.read(size) == DATA[offset:offset + size]
        assert file.tell() == offset + len(DATA[offset:offset + size])
        buffer = bytearray(100)
        n = file.readinto(buffer)
        assert buffer[:n] == DATA[offset + size:][:100]


def test_a_machine_with_many_cpus(monkeypatch):
    """The default is one thread per CPU, but the core takes at most 256."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: set(range(384)))
    assert hedgerow.open(io.BytesIO(container(DATA, KEY)), key=KEY).read() == DATA


def test_reads_only_the_segments_it_needs():
    source = Counting(SEALED)
    file = hedgerow.open(source, key=KEY)
    opened, stride = source.taken, SMALL + 32
    assert opened <= 12288 + stride
    file.seek(SMALL + 10)
    file.read(1000)
    assert source.taken - opened == stride
    file.read(1000)
    assert source.taken - opened == stride
    file.seek(3 * SMALL - 10)
    file.read(20)
    assert source.taken - opened == 3 * stride


def test_is_a_file(tmp_path):
    text = "".join(f"line {i}\n" for i in range(30_000)).encode()
    file = hedgerow.open(io.BytesIO(container(text, KEY)), key=KEY)
    assert file.readable() and file.seekable() and not file.writable()
    assert list(io.TextIOWrapper(io.BufferedReader(file)))[29_999] == "line 29999\n"
    file = hedgerow.open(io.BytesIO(container(text, KEY)), key=KEY)
    assert file.readline() == b"line 0\n" and file.seek(-1, os.SEEK_END) == len(text) - 1 and file.read() == b"\n"
    assert not zipfile.is_zipfile(hedgerow.open(io.BytesIO(container(b"x", KEY)), key=KEY))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("lines", text)
    with zipfile.ZipFile(hedgerow.open(io.BytesIO(container(packed.getvalue(), KEY)), key=KEY)) as archive:
        assert archive.read("lines") == text


def test_credentials(tmp_path, key_file):
    public = hedgerow.create_identity_file(tmp_path / "identity")
    sealed = container(b"data", key_file, passphrase="päss", recipients=public, kdf="interactive")
    for opener in ({"key": key_file}, {"passphrase": "päss"}, {"key": tmp_path / "identity"},
                   {"key": [KEY, key_file]}, {"key": key_file.read_bytes()}):
        assert hedgerow.open(io.BytesIO(sealed), **opener).read() == b"data"
    with pytest.raises(hedgerow.WrongKey):
        hedgerow.open(io.BytesIO(sealed), passphrase="pass")
    with pytest.raises(hedgerow.WrongKey):
        hedgerow.open(io.BytesIO(sealed), key=KEY)
    (tmp_path / "no.key").write_text("hello")
    with pytest.raises(hedgerow.InvalidKeyFile):
        hedgerow.open(io.BytesIO(SEALED), key=tmp_path / "no.key")
    with pytest.raises(hedgerow.InvalidKeyFile, match="mistyped"):
        hedgerow.open(io.BytesIO(SEALED), key=b"hedgerow-key-1:!")


def test_names_that_are_not_utf8(tmp_path, key_file):
    key, identity, text = (tmp_path / os.fsdecode(name) for name in (b"\xff.key", b"\xff.identity", b"\xff.txt"))
    hedgerow.create_key_file(key)
    text.write_text("hello")
    sealed = container(b"data", key, recipients=hedgerow.create_identity_file(identity))
    for opener in (key, identity, str(identity)):
        assert is_path(opener)
        assert hedgerow.open(io.BytesIO(sealed), key=opener).read() == b"data"
    with pytest.raises(hedgerow.InvalidKeyFile, match="\udcff.txt"):
        hedgerow.open(io.BytesIO(sealed), key=text)


def test_labels_that_are_not_utf8(tmp_path, key_file):
    """A key file gives its name to its label."""
    label, path = "\udcff.key", tmp_path / "c"
    hedgerow.create_key_file(tmp_path / label)
    path.write_bytes(container(b"data", [tmp_path / label, key_file]))
    assert [s.label for s in hedgerow.slots(path, key=key_file)] == [label, "test.key"]
    assert hedgerow.verify(path, key=tmp_path / label).opened_with == label
    with pytest.raises(ValueError, match="no credential is called '\udcfe': the container has '\udcff.key'"):
        hedgerow.rekey(path, key=key_file, remove=["\udcfe"])
    assert [s.label for s in hedgerow.rekey(path, key=key_file, remove=[label])] == ["test.key"]
    again = hedgerow._core.from_key_file(os.fsencode(tmp_path / label)).with_label(label)
    assert again.label == label and hedgerow.rekey(path, key=key_file, add=[again])[1].label == label


def test_rekey(tmp_path, key_file):
    path = tmp_path / "c"
    path.write_bytes(container(b"data", key_file))
    added = hedgerow._core.from_passphrase(b"new").with_label("desk")
    slots = hedgerow.rekey(path, key=key_file, add=[added], kdf="interactive")
    assert [(s.kind, s.label) for s in slots] == [("key file", "test.key"), ("passphrase", "desk")]
    hedgerow.rekey(path, passphrase="new", remove=["test.key"], reencrypt=True)
    assert [s.label for s in hedgerow.slots(path, passphrase="new")] == ["desk"]
    with pytest.raises(hedgerow.Error):
        hedgerow.open(path, key=key_file)
    assert hedgerow.open(path, passphrase="new").read() == b"data"


def test_rekey_takes_over_no_weak_cost(tmp_path):
    path, key = tmp_path / "c", VECTORS / "container/key.txt"
    weak = (VECTORS / "container/version2/weak-33.hedgerow").read_bytes()
    path.write_bytes(weak)
    assert hedgerow.inspect(path).kdf == "1 pass over 8 KiB"
    mine = hedgerow._core.from_passphrase(b"new").with_label("mine")
    with pytest.raises(hedgerow.Error, match="less than the least"):
        hedgerow.rekey(path, key=key, add=[mine])
    assert path.read_bytes() == weak
    theirs = [s.label for s in hedgerow.slots(path, key=key) if s.kind == "passphrase"]
    hedgerow.rekey(path, key=key, add=[mine], remove=theirs, reencrypt=True)
    assert hedgerow.inspect(path).kdf == "3 passes over 64 MiB"
    assert hedgerow.open(path, passphrase="new").read() == bytes(167 * i % 256 for i in range(33))


def damaged():
    one_header = SEALED[:3920] + bytes(176) + SEALED[4096:]
    yield hedgerow.NotAContainer, b"GARBAGE!" + one_header[8:]
    for size in (0, 10, 143, 144, 5000, 12287, 12288, 12288 + 5, 12288 + SMALL, len(SEALED) - SMALL, len(SEALED) - 1):
        yield hedgerow.ContainerError, SEALED[:size]
    yield hedgerow.ContainerError, SEALED + b"x"
    yield hedgerow.Tampered, SEALED[:-1] + bytes([SEALED[-1] ^ 1])
    yield hedgerow.ContainerError, one_header[:20] + b"\x01" + one_header[21:]


@pytest.mark.parametrize("error, sealed", list(damaged()))
def test_damage_is_seen_at_once(tmp_path, error, sealed):
    (tmp_path / "c").write_bytes(sealed)
    for source in (tmp_path / "c", io.BytesIO(sealed)):
        with pytest.raises(error) as caught:
            hedgerow.open(source, key=KEY)
        assert isinstance(caught.value, hedgerow.Error)
    with pytest.raises(hedgerow.ContainerError):
        hedgerow.decrypt_file(tmp_path / "c", tmp_path / "out", key=KEY)
    assert not (tmp_path / "out").exists()


def test_one_header_of_two_is_enough(tmp_path):
    for sealed in (bytes(3920) + SEALED[3920:], SEALED[:3920] + bytes(100) + SEALED[4020:]):
        assert hedgerow.open(io.BytesIO(sealed), key=KEY).read() == DATA
        (tmp_path / "c").write_bytes(sealed)
        assert hedgerow.verify(tmp_path / "c", key=KEY).copies_whole is False


def test_a_bad_segment_gives_nothing():
    wrong = bytearray(SEALED)
    wrong[12288 + 2 * (SMALL + 32) + 5] ^= 1
    file = hedgerow.open(io.BytesIO(wrong), key=KEY)
    assert file.read(2 * SMALL) == DATA[:2 * SMALL]
    buffer = bytearray(100)
    with pytest.raises(hedgerow.InvalidTag):
        file.readinto(buffer)
    assert buffer == bytes(100)
    file.seek(3 * SMALL)
    assert file.read(10) == DATA[3 * SMALL:][:10]


def test_a_writer_that_is_not_closed_leaves_nothing(tmp_path, key_file):
    with pytest.raises(ZeroDivisionError), hedgerow.open(tmp_path / "c", "wb", key=key_file) as file:
        file.write(b"half")
        raise ZeroDivisionError
    hedgerow.open(tmp_path / "c", "wb", key=key_file).write(b"half")
    assert {p.name for p in tmp_path.iterdir()} <= {"test.key"}
    (tmp_path / "c").write_bytes(b"old")
    with pytest.raises(FileExistsError), hedgerow.open(tmp_path / "c", "xb", key=key_file) as file:
        file.write(b"new")
    assert (tmp_path / "c").read_bytes() == b"old"
    with hedgerow.open(tmp_path / "c", "wb", key=key_file) as file:
        file.write(b"new")
    assert hedgerow.open(tmp_path / "c", key=key_file).read() == b"new"


def test_a_full_disk(key_file):
    with pytest.raises(OSError), open("/dev/full", "wb", buffering=0) as full:
        hedgerow.open(full, "wb", key=key_file).close()


class FailsOnce:
    """A file whose first write fails, as on a disk that is full for a moment."""

    def __init__(self, file):
        self._file, self._fails = file, True

    def write(self, data):
        if self._fails:
            self._fails = False
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return self._file.write(data)


@pytest.mark.parametrize("end", [lambda file: file.close(), lambda file: file.__exit__(None, None, None),
                                 lambda file: file.write(b"more")])
def test_a_write_that_failed_is_never_complete(tmp_path, key_file, end):
    """The caller handles the failure and continues, but the container would not have all of the data."""
    (tmp_path / "c").write_bytes(b"old")
    for target in (tmp_path / "c", io.BytesIO()):
        file = hedgerow.open(target, "wb", key=key_file)
        file._file = FailsOnce(file._file)
        with pytest.raises(OSError, match="No space left"):
            file.write(bytes(9_000_000))
        with pytest.raises(hedgerow.ContainerIOError, match="an earlier write failed"):
            end(file)
        file.discard()
    assert (tmp_path / "c").read_bytes() == b"old" and {p.name for p in tmp_path.iterdir()} == {"c", "test.key"}


@pytest.mark.parametrize("size, layout, version", [(0, None, 3), (5, None, 3), (SMALL - 1, None, 3), (SMALL, None, 2), (SMALL + 1, None, 2),
                                                   (5, "reserved", 2)])
def test_layouts_of_a_writer(tmp_path, key_file, size, layout, version):
    """The length is not known at the beginning, but short plaintext becomes compact as in encrypt_file."""
    data, memory = bytes(i % 251 for i in range(size)), io.BytesIO()
    for target in (tmp_path / "c", memory):
        with hedgerow.open(target, "wb", key=key_file, layout=layout) as file:
            assert sum(file.write(data[at:at + 1000]) for at in range(0, size, 1000)) == size
    (tmp_path / "d").write_bytes(memory.getvalue())
    (tmp_path / "plain").write_bytes(data)
    hedgerow.encrypt_file(tmp_path / "plain", tmp_path / "e", key=key_file, layout=layout)
    for name in "cde":
        assert hedgerow.inspect(tmp_path / name).version == version
        assert (tmp_path / name).stat().st_size == (tmp_path / "e").stat().st_size
        assert hedgerow.open(tmp_path / name, key=key_file).read() == data
        assert hedgerow.slots(tmp_path / name, key=key_file) == hedgerow.slots(tmp_path / "e", key=key_file)


def test_wrong_options_of_a_writer(tmp_path, key_file):
    """They raise an exception in open(), although the container is made in close()."""
    for options in ({"cipher": "rot13"}, {"segment_bytes": 5}, {"kdf": "free"}, {"layout": "compact"}):
        with pytest.raises((hedgerow.ContainerError, ValueError)):
            hedgerow.open(tmp_path / "c", "wb", key=key_file, **options)
    assert not (tmp_path / "c").exists()


@pytest.mark.parametrize("size, layout, version", [(5, None, 3), (SMALL, None, 2), (5, "reserved", 2), (SMALL, "compact", 3)])
def test_layouts(tmp_path, key_file, size, layout, version):
    (tmp_path / "plain").write_bytes(DATA[:size])
    hedgerow.encrypt_file(tmp_path / "plain", tmp_path / "c", key=key_file, layout=layout)
    assert hedgerow.inspect(tmp_path / "c").version == version
    hedgerow.rekey(tmp_path / "c", key=key_file, add=[hedgerow._core.from_passphrase(b"new")], kdf="interactive")
    assert hedgerow.open(tmp_path / "c", key=key_file).read() == DATA[:size]
    assert hedgerow.verify(tmp_path / "c", key=key_file).plaintext_bytes == size
    with pytest.raises(ValueError, match="automatic, compact, reserved"):
        hedgerow.encrypt_file(tmp_path / "plain", tmp_path / "d", key=key_file, layout="small")


def test_progress(tmp_path, key_file):
    (tmp_path / "plain").write_bytes(bytes(3_000_000))
    seen = []
    hedgerow.encrypt_file(tmp_path / "plain", tmp_path / "c", key=key_file, progress=lambda *done: seen.append(done))
    assert seen[-1] == (3_000_000, 3_000_000) and seen == sorted(seen)

    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        hedgerow.decrypt_file(tmp_path / "c", tmp_path / "out", key=key_file, progress=stop)
    assert not (tmp_path / "out").exists()
    with pytest.raises(hedgerow.SameFile):
        hedgerow.encrypt_file(tmp_path / "c", tmp_path / "c", key=key_file, overwrite=True)


@pytest.mark.skipif(not CLI, reason="HEDGEROW_CLI does not name the command line")
def test_the_command_line_s_containers(tmp_path, key_file):
    (tmp_path / "c").write_bytes(container(DATA, key_file))
    run = subprocess.run([CLI, "decrypt", tmp_path / "c", "--key-file", key_file, "-o", "-"], capture_output=True)
    assert run.stdout == DATA, run.stderr
    run = subprocess.run([CLI, "encrypt", "-", "--key-file", key_file], input=DATA, capture_output=True)
    assert hedgerow.open(io.BytesIO(run.stdout), key=key_file).read() == DATA


def test_the_project_s_containers():
    folder = Path(VECTORS) / "container"
    opened = [hedgerow.open(p, key=folder / "key.txt").size for p in sorted(folder.glob("k*.hedgerow"))]
    assert opened == [int(p.stem.split("-")[-1]) for p in sorted(folder.glob("k*.hedgerow"))]
