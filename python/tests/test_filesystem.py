"""The fsspec protocol over memory, local files and HTTP, and what is fetched.

Seen to turn red: the partial file left by a failed write; info with the container's size."""
import random

import fsspec
import hedgerow
import pytest
from conftest import http_server
from fsspec.implementations.memory import MemoryFileSystem

KEY = bytes(range(64))
SMALL = 65536
DATA = bytes(i * 31 % 253 for i in range(4 * SMALL + 1000))
OPTIONS = {"key": KEY, "segment_bytes": SMALL}


class Counting(MemoryFileSystem):
    """Counts the bytes that are fetched."""

    protocol = "counting"
    cachable = False
    fetched = 0

    def cat_file(self, path, start=None, end=None, **options):
        data = super().cat_file(path, start=start, end=end, **options)
        self.fetched += len(data)
        return data


@pytest.fixture(params=["memory://store/a/table", "file://{}/table"])
def url(request, tmp_path):
    yield "hedgerow::" + request.param.format(tmp_path)
    MemoryFileSystem.store.clear()


def test_files(url):
    with fsspec.open(url, "wb", hedgerow=OPTIONS) as file:
        file.write(DATA[:100_000])
        file.write(DATA[100_000:])
    with fsspec.open(url, hedgerow=OPTIONS) as file:
        assert file.read() == DATA
    with fsspec.open(url, "rt", encoding="latin1", hedgerow=OPTIONS) as file:
        assert file.read(10) == DATA[:10].decode("latin1")
    fs, path = fsspec.url_to_fs(url, **OPTIONS)
    assert fs.size(path) == len(DATA) == fs.ls(fs._parent(path))[0]["size"]
    assert fs.cat_file(path, 10, 20) == DATA[10:20] and fs.cat_file(path, -5) == DATA[-5:]
    assert fs.cat_ranges([path, path], [0, 70_000], [5, 70_007]) == [DATA[:5], DATA[70_000:70_007]]
    fs.cp_file(path, path + "2")
    assert fs.cat_file(path + "2") == DATA and fs.exists(path + "2")
    fs.rm_file(path)
    assert not fs.exists(path)
    with pytest.raises(ValueError, match="not appended"):
        fs.open(path + "2", "ab")
    with pytest.raises(FileExistsError):
        fs.open(path + "2", "xb")
    with pytest.raises(hedgerow.WrongKey):
        fsspec.open(url + "2", hedgerow={"key": bytes(64)}).open()
    with pytest.raises(hedgerow.InvalidArgument, match="key="):
        fsspec.open(url + "2").open()


def test_a_failed_write_leaves_nothing(url):
    fs, path = fsspec.url_to_fs(url, **OPTIONS)
    with pytest.raises(ZeroDivisionError), fs.open(path, "wb") as file:
        file.write(DATA)
        raise ZeroDivisionError
    assert not fs.exists(path)
    fs.open(path, "wb").write(DATA)  # nobody closes it
    assert not fs.exists(path) and fs.glob(path + "*") == []


def test_a_range_fetches_what_it_touches():
    below = Counting()
    fs = fsspec.filesystem("hedgerow", fs=below, **OPTIONS)
    with fs.open("/c", "wb") as file:
        file.write(DATA)
    file = fs.open("/c")
    stride = SMALL + 32
    for offset in (0, 1, SMALL - 1, 2 * SMALL + 5, 100):
        before = below.fetched
        file.seek(offset)
        assert file.read(SMALL) == DATA[offset:offset + SMALL]
        assert below.fetched - before <= 2 * stride
    MemoryFileSystem.store.clear()


def test_over_http(tmp_path):
    pytest.importorskip("aiohttp")
    with hedgerow.open(tmp_path / "c", "wb", **OPTIONS) as file:
        file.write(DATA)
    with http_server((tmp_path / "c").read_bytes()) as (address, seen):
        with fsspec.open(f"hedgerow::{address}", hedgerow={"key": KEY}) as file:
            seen.clear()
            file.seek(3 * SMALL - 7)
            assert file.read(100) == DATA[3 * SMALL - 7:][:100]
            assert seen == [2 * (SMALL + 32)]
            draw = random.Random(7)
            for _ in range(30):
                seen.clear()
                file.seek(offset := draw.randrange(len(DATA)))
                assert file.read(SMALL) == DATA[offset:offset + SMALL]
                assert len(seen) <= 1 and sum(seen) <= 2 * (SMALL + 32)
