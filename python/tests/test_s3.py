"""Containers in S3, with the server of moto: fetched data, uploads in parts, and the state after a failed request.

Each of these breaks was seen to turn a test red: an upload is not aborted, a with block that ends with an exception
leaves an object."""
import hashlib
import io
import os
import random

import fsspec
import hedgerow
import pytest
from conftest import dask_workers
from hedgerow import cluster
from test_recipes import run_section

s3fs = pytest.importorskip("s3fs")
server = pytest.importorskip("s3_server", reason="moto's server is not installed")
pytestmark = [pytest.mark.full, pytest.mark.filterwarnings("ignore")]
KEY = bytes(range(64))
SMALL = 65536
BUCKET = "bucket"


def content(size):
    return hashlib.shake_256(b"s3").digest(size)


@pytest.fixture(scope="module")
def address():
    with server.s3_server() as (address, faults):
        yield address, faults


@pytest.fixture
def s3(address, monkeypatch):
    """Returns the options of the server and its Faults, where the environment has the options too."""
    options = {**server.ACCESS, "client_kwargs": {"endpoint_url": address[0], "region_name": "eu-west-1"},
               "config_kwargs": {"retries": {"total_max_attempts": 1, "mode": "standard"}}}
    monkeypatch.setitem(fsspec.config.conf, "s3", options)
    s3fs.S3FileSystem.clear_instance_cache()
    fs = fsspec.filesystem("s3")
    fs.mkdir(BUCKET)
    yield fs, address[1]
    address[1].fail = lambda method, query: False
    fs.invalidate_cache()
    fs.rm(BUCKET, recursive=True)


def write(data, name="c", segment_bytes=SMALL):
    """Writes in parts of 5 MiB."""
    fs, path = fsspec.url_to_fs(f"hedgerow::s3://{BUCKET}/{name}", hedgerow={"key": KEY, "segment_bytes": segment_bytes})
    with fs.open(path, "wb", block_size=5 << 20) as file:
        file.write(data)


def uploads(fs):
    return fs.call_s3("list_multipart_uploads", Bucket=BUCKET).get("Uploads", [])


@pytest.mark.parametrize("size", [0, 1, SMALL, 3 * SMALL + 1, 20_000_000])
def test_round_trip(s3, size):
    fs, faults = s3
    faults.seen.clear()
    write(content(size))
    with fsspec.open(f"hedgerow::s3://{BUCKET}/c", hedgerow={"key": KEY}) as file:
        assert file.read() == content(size)
    assert fs.ls(BUCKET) == [f"{BUCKET}/c"] and not uploads(fs)
    parts = [query for method, query, _ in faults.seen if method == "PUT" and "partNumber" in query]
    assert size < 20_000_000 or len(parts) >= 2


@pytest.mark.parametrize("segment_bytes", [SMALL, 1 << 20])
def test_random_reads(s3, segment_bytes):
    """Each read of 64 KiB is one request for at most two segments. Opening a container takes three requests."""
    fs, faults = s3
    data = content(20 * segment_bytes + 99)
    write(data, segment_bytes=segment_bytes)
    faults.seen.clear()
    file = fsspec.open(f"hedgerow::s3://{BUCKET}/c", hedgerow={"key": KEY}).open()
    assert [method for method, _, _ in faults.seen] in (["HEAD", "GET", "GET"], ["GET", "GET", "GET"])
    draw = random.Random(segment_bytes)
    for _ in range(40):
        faults.seen.clear()
        offset = draw.randrange(len(data))
        file.seek(offset)
        assert file.read(SMALL) == data[offset:offset + SMALL]
        assert len(faults.seen) <= 1
        assert sum(size for _, _, size in faults.seen) <= 2 * (segment_bytes + 32)


def part_of(query):
    return int(query.get("partNumber", ["0"])[0])


@pytest.mark.parametrize("fail", [
    lambda method, query: method == "PUT" and part_of(query) == 2,
    lambda method, query: method == "POST" and "uploadId" in query,
    lambda method, query: method == "POST" and "uploads" in query])
def test_a_failed_write_leaves_nothing(s3, fail):
    fs, faults = s3
    write(b"before")
    faults.fail = fail
    with pytest.raises(OSError):
        write(content(20_000_000))
    faults.fail = lambda method, query: False
    fs.invalidate_cache()
    assert fs.ls(BUCKET) == [f"{BUCKET}/c"] and not uploads(fs)
    assert fsspec.open(f"hedgerow::s3://{BUCKET}/c", hedgerow={"key": KEY}).open().read() == b"before"


@pytest.mark.parametrize("mode", ["wb", "wt"])
def test_an_exception_leaves_nothing(s3, mode):
    """The with block of fsspec does not tell the file about an exception. Before and after the first part was sent."""
    fs, faults = s3
    for size in (10, 12_000_000):
        with pytest.raises(ZeroDivisionError), pytest.warns(RuntimeWarning, match="is discarded"):
            with fsspec.open(f"hedgerow::s3://{BUCKET}/c", mode, hedgerow={"key": KEY}, s3={"default_block_size": 5 << 20}) as file:
                file.write("a" * size if mode == "wt" else b"a" * size)
                raise ZeroDivisionError
        fs.invalidate_cache()
        assert fs.ls(BUCKET) == [] and not uploads(fs)


def test_an_error_that_passes(s3):
    fs, faults = s3
    left = [2]

    def sometimes(method, query):
        left[0] -= method == "PUT" and part_of(query) == 2
        return method == "PUT" and part_of(query) == 2 and left[0] >= 0

    faults.fail = sometimes
    write(content(20_000_000))
    assert fsspec.open(f"hedgerow::s3://{BUCKET}/c", hedgerow={"key": KEY}).open().read() == content(20_000_000)


def test_a_failed_read_gives_nothing(s3):
    fs, faults = s3
    write(content(SMALL * 4))
    file = fsspec.open(f"hedgerow::s3://{BUCKET}/c", hedgerow={"key": KEY}).open()
    faults.fail = lambda method, query: method == "GET"
    buffer = bytearray(100)
    with pytest.raises(OSError):
        file.readinto(buffer)
    assert buffer == bytes(100)
    faults.fail = lambda method, query: False
    assert file.read(100) == content(100)


@pytest.fixture
def raw(s3, tmp_path):
    fs, faults = s3
    for name, size in (("large", 17_000_000), ("small", 1000)):
        fs.pipe_file(f"{BUCKET}/raw/{name}", content(size))
    hedgerow.create_key_file(tmp_path / "k")
    return s3, cluster.KeyFile(os.fspath(tmp_path / "k"))


def seal(key, **options):
    return cluster.encrypt(f"s3://{BUCKET}/raw/*", f"s3://{BUCKET}/safe", key=key, range_bytes=6 << 20, threads=2,
                           **options)


def test_ranges(raw):
    (fs, faults), key = raw
    assert {done.state for done in seal(key)} == {"written"}
    assert {done.state for done in seal(key)} == {"present"} and not uploads(fs)
    cluster.verify(f"s3://{BUCKET}/safe/*", key=key, range_bytes=6 << 20)
    cluster.decrypt(f"s3://{BUCKET}/safe/*", f"s3://{BUCKET}/back", key=key, range_bytes=6 << 20)
    fs.invalidate_cache()
    assert fs.cat_file(f"{BUCKET}/back/large") == content(17_000_000)
    assert fs.cat_file(f"{BUCKET}/back/small") == content(1000)
    assert len([1 for method, query, _ in faults.seen if method == "PUT" and part_of(query) == 3]) >= 2


@pytest.mark.parametrize("fail", [
    lambda method, query: method == "PUT" and part_of(query) == 2,
    lambda method, query: method == "POST" and "uploadId" in query])
def test_ranges_that_fail(raw, fail):
    (fs, faults), key = raw
    faults.fail = fail
    with pytest.raises(OSError):
        seal(key)
    faults.fail = lambda method, query: False
    fs.invalidate_cache()
    assert [name for name in fs.find(f"{BUCKET}/safe") if "large" in name] == [] and not uploads(fs)
    assert "written" in {done.state for done in seal(key)}
    cluster.verify(f"s3://{BUCKET}/safe/*", key=key)


def test_credentials_as_options(s3, address, tmp_path, monkeypatch):
    """storage_options reach the workers of a cluster, which have no credentials of their own."""
    monkeypatch.delitem(fsspec.config.conf, "s3")
    s3fs.S3FileSystem.clear_instance_cache()
    hedgerow.create_key_file(tmp_path / "k")
    (tmp_path / "f").write_bytes(content(12_000_000))
    options = {"s3": {**server.ACCESS, "client_kwargs": {"endpoint_url": address[0], "region_name": "eu-west-1"}}}
    with dask_workers(2, __file__) as client:
        for range_bytes in (5 << 20, 1 << 30):
            given = {"key": str(tmp_path / "k"), "client": client, "storage_options": options, "range_bytes": range_bytes}
            done, = cluster.encrypt(str(tmp_path / "f"), f"s3://{BUCKET}/{range_bytes}", **given)
            assert done.state == "written"
            cluster.verify(f"s3://{BUCKET}/{range_bytes}/*", **given)
            cluster.decrypt(f"s3://{BUCKET}/{range_bytes}/*", str(tmp_path / str(range_bytes)), **given)
            assert (tmp_path / str(range_bytes) / "f").read_bytes() == content(12_000_000)


def test_the_recipe(s3, address, tmp_path, monkeypatch):
    monkeypatch.delitem(fsspec.config.conf, "s3")
    s3fs.S3FileSystem.clear_instance_cache()
    monkeypatch.chdir(tmp_path)
    for name, value in (("S3_KEY", server.ACCESS["key"]), ("S3_SECRET", server.ACCESS["secret"]), ("AWS_ENDPOINT_URL", address[0])):
        monkeypatch.setenv(name, value)
    hedgerow.create_key_file("my.key")
    (tmp_path / "table.csv").write_text("1,2\n")
    run_section("Credentials of S3 on a cluster", cluster=cluster)
    sealed = s3[0].cat_file(f"{BUCKET}/safe/table.csv.hedgerow")
    assert hedgerow.open(io.BytesIO(sealed), key="my.key").read() == b"1,2\n"
