"""Files that are rejected with a text about the allowed forms: truncated containers, positions, closed files.

This break was seen to turn a test red: a position after the end is accepted."""
import contextlib
import io
import os

import fsspec
import hedgerow
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_bad_input import DATA, KEY, MASTER, SEALED, SMALL, reader, segments


@settings(deadline=None, max_examples=60)
@given(st.integers(0, len(SEALED) - 1))
def test_a_truncated_container_never_opens(size):
    with pytest.raises(hedgerow.ContainerError):
        hedgerow.open(io.BytesIO(SEALED[:size]), key=MASTER)
    fsspec.filesystem("memory").pipe_file("/cut", SEALED[:size])
    with pytest.raises(hedgerow.ContainerError):
        fsspec.open("hedgerow::memory://cut", hedgerow={"key": MASTER}).open()


def test_a_container_that_becomes_shorter(tmp_path):
    """The container becomes shorter while it is open. The result is an exception, and no byte that is not authentic."""
    path = tmp_path / "c"
    for buffering in (None, 0, -1):
        path.write_bytes(SEALED)
        source = contextlib.nullcontext(path) if buffering is None else open(path, "rb", buffering)
        with source as opened:
            check_shorter(path, opened)


def check_shorter(path, opened):
    with hedgerow.open(opened, key=MASTER, threads=2) as file:
        os.truncate(path, 12288 + SMALL + 100)
        assert file.read(SMALL) == DATA[:SMALL]
        buffer = bytearray(2 * SMALL)
        with pytest.raises(hedgerow.Truncated, match="shorter"):
            file.readinto(buffer)
        assert buffer == bytes(2 * SMALL)


def test_positions():
    file = reader()
    for call in (lambda: file.seek(-1), lambda: file.seek(-1, os.SEEK_CUR), lambda: file.seek(len(DATA) + 1),
                 lambda: file.seek(1, os.SEEK_END), lambda: file.seek(-len(DATA) - 1, os.SEEK_END)):
        with pytest.raises(hedgerow.InvalidPosition, match=f"must be 0 to {len(DATA)}, the end of the plaintext") as caught:
            call()
        assert isinstance(caught.value, (hedgerow.Error, ValueError, OSError)) and file.tell() == 0
    assert file.seek(0, os.SEEK_END) == len(DATA) and file.read() == b"" == file.peek() and file.readinto(bytearray(9)) == 0
    with pytest.raises(hedgerow.Error):
        segments().open(9, SEALED[-131:], 131, True, bytearray(200))
    counter = hedgerow.cipher("speck-32-64", bytes(8), "ctr", iv=bytes(hedgerow.SPECK32_64CTR.algorithm.iv_bytes),
                              limit_blocks=hedgerow.NO_LIMIT)
    with pytest.raises(hedgerow.LimitReached):
        counter.seek(2**33)
        counter.update(bytes(64))
    with pytest.raises(hedgerow.UnknownMode):
        hedgerow.cipher("kuznyechik", KEY, "cbc", iv=bytes(16)).seek(1)


def test_closed_files(tmp_path):
    file = reader()
    file.close()
    for call in (file.read, file.readall, file.tell, file.peek, lambda: file.seek(0), lambda: file.readinto(bytearray(3))):
        with pytest.raises(ValueError, match="closed: open it again"):
            call()
    target = io.BytesIO()
    file = hedgerow.open(target, "wb", key=MASTER)
    file.close()
    file.close()
    with pytest.raises(ValueError, match="closed.*open another"):
        file.write(b"data")
    (tmp_path / "c").write_bytes(SEALED)
    for buffering in (0, -1):
        source = open(tmp_path / "c", "rb", buffering=buffering)
        file = hedgerow.open(source, key=MASTER)
        source.close()
        # The file opened here gets the number of the closed descriptor, because the system reuses the lowest number.
        with open(os.devnull, "rb"), pytest.raises(ValueError, match="closed file"):
            file.read()
        with pytest.raises(ValueError, match="closed file"):
            hedgerow.open(source, key=MASTER)
    target = io.BytesIO()
    file = hedgerow.open(target, "wb", key=MASTER)
    target.close()
    with pytest.raises(ValueError, match="closed file"):
        file.close()


def test_the_other_way(tmp_path):
    """A reader cannot write, a writer cannot read or seek, and a pipe is not accepted as a source."""
    with pytest.raises(io.UnsupportedOperation, match="open for reading; mode 'wb'"):
        reader().write(b"data")
    file = hedgerow.open(tmp_path / "c", "wb", key=MASTER)
    for call in (file.read, file.readall, lambda: file.readinto(bytearray(3)), lambda: file.seek(0), file.truncate):
        with pytest.raises(io.UnsupportedOperation, match="from its beginning to its end; mode 'rb'"):
            call()
    file.discard()
    ends = [open(end, mode) for end, mode in zip(os.pipe(), ("rb", "wb"), strict=True)]
    with pytest.raises(io.UnsupportedOperation, match="can seek"):
        hedgerow.open(ends[0], key=MASTER)
    for end in ends:
        end.close()
