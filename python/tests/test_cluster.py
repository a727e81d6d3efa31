"""Many files, on threads and on a Dask cluster one of whose workers is killed.

Seen to turn red: the state of the source not compared; outputs made under their own names; a bar without its total."""
import os
import pickle
import signal
import sys

import fsspec
import hedgerow
import pytest
from conftest import dask_workers
from fsspec.implementations.memory import MemoryFileSystem
from hedgerow import cluster, ranges, tasks

SIZES = (0, 1, 70_000, 3_000_000)


@pytest.fixture
def files(tmp_path):
    (tmp_path / "raw").mkdir()
    for size in SIZES:
        (tmp_path / f"raw/f{size}").write_bytes(bytes(i % 251 for i in range(size)))
    hedgerow.create_key_file(tmp_path / "k")
    return tmp_path


def same(folder, other):
    return {p.name: p.read_bytes() for p in folder.iterdir()} == {p.name: p.read_bytes() for p in other.iterdir()}


def test_on_threads(files):
    seen = []
    done = cluster.encrypt(f"{files}/raw/*", f"{files}/safe", key=files / "k", segment_bytes=65536,
                           progress=lambda *n: seen.append(n))
    assert sorted(d.plaintext_bytes for d in done) == sorted(SIZES) and {d.state for d in done} == {"written"}
    assert seen[-1] == (sum(SIZES), sum(SIZES))
    (files / "safe/f1.hedgerow").unlink()
    again = cluster.encrypt(f"{files}/raw/*", f"{files}/safe", key=files / "k")
    assert sorted(d.state for d in again) == ["present"] * 3 + ["written"]
    assert sum(d.plaintext_bytes for d in cluster.verify(f"{files}/safe/*", key=files / "k")) == sum(SIZES)
    hedgerow.create_key_file(files / "new")
    cluster.rekey(f"{files}/safe/*", key=files / "k", add=files / "new", remove=["k"])
    os.environ["HEDGEROW_TEST_KEY"] = (files / "new").read_text()
    cluster.decrypt(f"{files}/safe/*", f"{files}/back", key=cluster.KeyVariable("HEDGEROW_TEST_KEY"))
    assert same(files / "raw", files / "back")
    with pytest.raises(hedgerow.Error):
        cluster.verify(f"{files}/safe/*", key=files / "k")


@pytest.mark.filterwarnings("ignore")
def test_the_bar(files, monkeypatch, capsys):
    """progress=True: bytes of all files, on threads and on a cluster; without tqdm there is none."""
    size, arguments = sum(SIZES), {"key": files / "k", "progress": True}
    with dask_workers(2, __file__) as client:
        for given in ({}, {"client": client}):
            out = f"{files}/{len(given)}"
            cluster.encrypt(f"{files}/raw/*", out, **arguments, **given)
            cluster.verify(f"{out}/*", **arguments, **given)
            cluster.decrypt(f"{out}/*", f"{out}/back", **arguments, **given)
            bars = [bar.split("\r")[-1] for bar in capsys.readouterr().err.strip().split("\n")]
            assert len(bars) == 3 and all("100%" in bar and "M/3." in bar and "B/s" in bar for bar in bars), bars
            assert f"{size / 1e6:.2f}M/{size / 1e6:.2f}M" in bars[0]
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    cluster.verify(f"{files}/0/*", **arguments)
    assert capsys.readouterr().err == ""


def test_refusals(files):
    for key in (bytes(64), hedgerow._core.from_master_key(bytes(64))):
        with pytest.raises(TypeError, match="in the task graph"):
            cluster.encrypt(f"{files}/raw/*", f"{files}/safe", key=key)
    assert b"hedgerow-key-1" not in pickle.dumps(cluster.KeyFile(str(files / "k")))
    with pytest.raises(KeyError, match="is not set"):
        cluster.encrypt(f"{files}/raw/f1", f"{files}/safe", key=cluster.KeyVariable("HEDGEROW_ABSENT"))
    with pytest.raises(FileNotFoundError):
        cluster.encrypt(f"{files}/none*", f"{files}/safe", key=files / "k")
    (files / "safe/f70000.hedgerow").write_bytes(b"something else")
    with pytest.raises(hedgerow.Error):
        cluster.encrypt(f"{files}/raw/*", f"{files}/safe", key=files / "k")
    assert (files / "safe/f70000.hedgerow").read_bytes() == b"something else"


def test_a_source_that_changes(files, monkeypatch):
    """In the middle of the work on it; from file to file, and from another file system."""
    require = ranges.Source.require

    def touched(source, total):
        os.utime(files / "raw/f70000", (1, 1))
        fsspec.filesystem("memory").pipe_file("/f70000", bytes(70_000))
        require(source, total)

    monkeypatch.setattr(ranges.Source, "require", touched)
    fsspec.filesystem("memory").pipe_file("/f70000", bytes(70_000))
    for url in (f"{files}/raw/f70000", "memory://f70000"):
        with pytest.raises(cluster.SourceChanged):
            cluster.encrypt(url, f"{files}/safe", key=files / "k")
        assert list((files / "safe").iterdir()) == []
    MemoryFileSystem.store.clear()


def test_between_file_systems(files):
    fsspec.filesystem("memory").pipe_file("/raw/f", bytes(100_000))
    cluster.encrypt("memory://raw/*", f"{files}/safe", key=files / "k")
    cluster.decrypt(f"{files}/safe/*", "memory://back", key=files / "k")
    cluster.encrypt("memory://back/f", "memory://safe", key=files / "k")
    assert cluster.verify("memory://safe/f.hedgerow", key=files / "k")[0].plaintext_bytes == 100_000
    assert sorted(MemoryFileSystem.store) == ["/back/f", "/raw/f", "/safe/f.hedgerow"]
    MemoryFileSystem.store.clear()


def test_a_damaged_container_leaves_no_file(files):
    cluster.encrypt(f"{files}/raw/*", f"{files}/safe", key=files / "k", segment_bytes=65536)
    sealed = files / "safe/f3000000.hedgerow"
    data = bytearray(sealed.read_bytes())
    data[500_000] ^= 1
    sealed.write_bytes(data)
    with pytest.raises(hedgerow.Tampered):
        cluster.decrypt(f"{files}/safe/*", f"{files}/back", key=files / "k")
    assert sorted(p.name for p in (files / "back").iterdir()) == ["f0", "f1", "f70000"]


def kill_once(flag, *arguments):
    """Encrypts one file; the first worker that comes to the large one dies in the middle."""
    if arguments[0].endswith("f3000000") and not os.path.exists(flag):
        with open(flag, "x"):
            pass
        ranges.Source.require = lambda source, total: os.kill(os.getpid(), signal.SIGKILL)
    return tasks.encrypt_one(*arguments)


@pytest.mark.filterwarnings("ignore")
def test_a_worker_that_is_killed(files, monkeypatch):
    one = cluster._Job.one
    monkeypatch.setattr(cluster._Job, "one", lambda job, task, size, *arguments: one(
        job, kill_once, size, str(files / "flag"), *arguments))
    with dask_workers(3, __file__) as client:
        done = cluster.encrypt(f"{files}/raw/*", f"{files}/safe", key=files / "k", client=client)
    assert (files / "flag").exists() and {d.state for d in done} == {"written"}
    monkeypatch.undo()
    cluster.decrypt(f"{files}/safe/*", f"{files}/back", key=files / "k")
    assert same(files / "raw", files / "back")
    assert sorted(p.name for p in (files / "safe").iterdir()) == sorted(f"f{size}.hedgerow" for size in SIZES)
