"""pandas, PyArrow, Zarr and xarray over containers: in local files, in memory, over HTTP and in S3.

This break was seen to turn a test red: all of a container is fetched for a part of it."""
import contextlib

import fsspec
import hedgerow
import pytest
from conftest import http_server
from fsspec.implementations.memory import MemoryFileSystem
from test_recipes import run_section

pytestmark = [pytest.mark.full, pytest.mark.filterwarnings("ignore")]
pandas = pytest.importorskip("pandas")
parquet = pytest.importorskip("pyarrow.parquet")
numpy = pytest.importorskip("numpy")
OPTIONS = {"key": bytes(range(64)), "segment_bytes": 65536}
ROWS = 200_000


@pytest.fixture
def frame():
    draw = numpy.random.default_rng(15)
    return pandas.DataFrame({name: draw.random(ROWS) for name in "abcdefgh"})


@pytest.fixture(params=["file", "memory", "s3"])
def folder(request, tmp_path, monkeypatch):
    """The URL of an empty folder, without hedgerow::."""
    with contextlib.ExitStack() as stack:
        if request.param == "s3":
            server = pytest.importorskip("s3_server", reason="moto's server is not installed")
            address, _ = stack.enter_context(server.s3_server())
            monkeypatch.setitem(fsspec.config.conf, "s3", {
                **server.ACCESS, "client_kwargs": {"endpoint_url": address, "region_name": "eu-west-1"}})
            fsspec.filesystem("s3").clear_instance_cache()
            fs = fsspec.filesystem("s3")
            fs.mkdir("bucket")
            yield "s3://bucket"
            fs.invalidate_cache()
            fs.rm("bucket", recursive=True)
        else:
            yield f"file://{tmp_path}" if request.param == "file" else "memory://folder"
            MemoryFileSystem.store.clear()


def test_arrow_s_buffers():
    """Arrow buffers as data and as output. A buffer that was made from bytes is not writable."""
    pyarrow = pytest.importorskip("pyarrow")
    aead = hedgerow.KuznyechikMGM(bytes(32), repeat_nonce=True)
    array = pyarrow.array(range(100), pyarrow.int64())
    data, sealed = array.buffers()[1], aead.encrypt(bytes(16), bytes(array.buffers()[1]))
    room = pyarrow.allocate_buffer(data.size + 16)
    assert aead.encrypt(bytes(16), data) == sealed == aead.encrypt(bytes(16), pyarrow.py_buffer(bytes(data)))
    assert aead.encrypt_into(bytes(16), data, None, room) == room.size and bytes(room) == sealed
    assert pyarrow.Array.from_buffers(array.type, 100, [None, pyarrow.py_buffer(aead.decrypt(bytes(16), room))]) == array
    with pytest.raises(BufferError, match="can be written"):
        aead.encrypt_into(bytes(16), data, None, pyarrow.py_buffer(bytes(data.size + 16)))


def test_pandas(folder, frame):
    url, options = f"hedgerow::{folder}/t", {"hedgerow": OPTIONS}
    frame.to_parquet(url + ".parquet", storage_options=options)
    assert pandas.read_parquet(url + ".parquet", storage_options=options).equals(frame)
    assert pandas.read_parquet(url + ".parquet", columns=["c"], storage_options=options).equals(frame[["c"]])
    frame.head(1000).to_csv(url + ".csv", index=False, storage_options=options)
    back = pandas.read_csv(url + ".csv", storage_options=options, float_precision="round_trip")
    assert back.equals(frame.head(1000))
    with pytest.raises(hedgerow.WrongKey):
        pandas.read_csv(url + ".csv", storage_options={"hedgerow": {"key": bytes(64)}})


def test_arrow_s_datasets(folder, frame):
    import pyarrow.dataset
    fs, path = fsspec.url_to_fs(f"hedgerow::{folder}/set", hedgerow=OPTIONS)
    table = pandas.DataFrame.assign(frame, part=numpy.arange(ROWS) % 3)
    pyarrow.dataset.write_dataset(pyarrow.Table.from_pandas(table), path, filesystem=fs, format="parquet",
                                  partitioning=["part"])
    read = pyarrow.dataset.dataset(path, filesystem=fs, partitioning=["part"])
    assert read.count_rows() == ROWS
    one = read.to_table(columns=["a"], filter=pyarrow.dataset.field("part") == 1).to_pandas()
    assert sorted(one["a"]) == sorted(table[table["part"] == 1]["a"])


def test_columns_over_http(frame, tmp_path):
    """Reads one of eight columns. Only a part of the file is fetched."""
    frame.to_parquet(f"hedgerow::file://{tmp_path}/t", storage_options={"hedgerow": OPTIONS})
    sealed = (tmp_path / "t").read_bytes()
    with http_server(sealed) as (address, seen):
        fs, path = fsspec.url_to_fs(f"hedgerow::{address}", hedgerow=OPTIONS)
        with fs.open(path) as file:
            assert parquet.ParquetFile(file).read(["d"]).to_pandas().equals(frame[["d"]])
        assert sum(seen) < len(sealed) / 4


def test_zarr(folder):
    zarr = pytest.importorskip("zarr")
    fs, path = fsspec.url_to_fs(f"hedgerow::{folder}/z.zarr", hedgerow=OPTIONS, file={"auto_mkdir": True})
    data = numpy.random.default_rng(3).random((300, 200))
    store = zarr.storage.FsspecStore.from_mapper(fs.get_mapper(path))
    zarr.create_array(store=store, data=data, chunks=(100, 100))
    again = zarr.open_array(zarr.storage.FsspecStore.from_mapper(fs.get_mapper(path)), mode="r")
    assert (again[:] == data).all() and (again[150:160, 3:5] == data[150:160, 3:5]).all()
    assert all(fs.fs.head(name, 8) == b"HEDGEROW" for name in fs.fs.find(path))  # every file is a container


def test_xarray(folder):
    xarray, zarr = pytest.importorskip("xarray"), pytest.importorskip("zarr")
    fs, path = fsspec.url_to_fs(f"hedgerow::{folder}/x.zarr", hedgerow=OPTIONS, file={"auto_mkdir": True})
    made = xarray.Dataset({"t": (("y", "x"), numpy.arange(600.0).reshape(20, 30))})
    made.to_zarr(zarr.storage.FsspecStore.from_mapper(fs.get_mapper(path)))
    assert xarray.open_zarr(zarr.storage.FsspecStore.from_mapper(fs.get_mapper(path))).load().equals(made)


def test_the_recipe(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    hedgerow.create_key_file("my.key")
    run_section("Zarr and xarray")
    stored = [path for path in tmp_path.glob("*.zarr/**/*") if path.is_file()]
    assert len(stored) > 10 and all(path.read_bytes()[:8] == b"HEDGEROW" for path in stored)
