"""Many files, on threads and on a Dask cluster. One of its workers is killed.

Each of these breaks was seen to turn a test red: the state of the source is not compared, outputs are written under
their final names, a bar without its total, listed names are read as URLs, an output is in another place, a verification
ends at the first damaged file, Dask repeats a verification, the storage options do not reach the output."""
import os
import pickle
import signal
import sys

import fsspec
import hedgerow
import pytest
from conftest import dask_workers
from fsspec.implementations.memory import MemoryFileSystem
from hedgerow import cluster, parts, ranges, tasks
from hedgerow.filesystem import _RemoteWriter
from hedgerow.places import sources_of
from hedgerow.writer import ContainerWriter

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
    with pytest.raises(cluster.NotVerified) as caught:
        cluster.verify(f"{files}/safe/*", key=files / "k")
    assert {d.state for d in caught.value.done} == {"unopened"}


def test_rekey_twice(files):
    """A task that runs again, or a call that is repeated, finds its work done, also if the new key has the label of the
    old one."""
    path = files / "safe/f70000.hedgerow"
    cluster.encrypt(f"{files}/raw/*", f"{files}/safe", key=files / "k")
    before = path.read_bytes()
    (files / "later").mkdir()
    for key, add, label in (("k", "new", "k"), ("new", "later/new", "new")):
        hedgerow.create_key_file(files / add)
        for state in ("rekeyed", "present" if label == "k" else "rekeyed"):
            done = cluster.rekey(f"{files}/safe/*", key=files / key, add=files / add, remove=[label])
            assert {d.state for d in done} == {state} and sorted(d.plaintext_bytes for d in done) == sorted(SIZES)
            for sealed in (files / "safe").iterdir():
                assert [slot.label for slot in hedgerow.slots(sealed, key=files / add)] == ["new"]
                with pytest.raises(hedgerow.WrongKey):
                    hedgerow.slots(sealed, key=files / key)
    # The worker was killed between the two copies of the slots.
    add = {"key": files / "k", "add": files / "later/new", "remove": ["k"]}
    path.write_bytes(path.read_bytes()[:8192] + before[8192:])
    assert not hedgerow.verify(path, key=add["add"]).copies_whole
    assert cluster.rekey(str(path), **add)[0].state == "present"
    assert hedgerow.verify(path, key=add["add"]).copies_whole


def test_rekey_ignores_no_label(files):
    """A label that is mistyped is an error if the call is not done, and so is one that another call left."""
    cluster.encrypt(f"{files}/raw/f1", f"{files}/safe", key=files / "k")
    path = files / "safe/f1.hedgerow"
    for name in ("new", "other"):
        hedgerow.create_key_file(files / name)
    with pytest.raises(hedgerow.InvalidArgument, match="no credential is called 'K'"):
        cluster.rekey(str(path), key=files / "k", add=files / "new", remove=["K"])
    cluster.rekey(str(path), key=files / "k", add=files / "new")
    with pytest.raises(hedgerow.InvalidArgument, match="in the container already"):
        cluster.rekey(str(path), key=files / "k", add=files / "new", remove=["k"])
    assert [slot.label for slot in hedgerow.slots(path, key=files / "k")] == ["k", "new"]


@pytest.mark.filterwarnings("ignore")
def test_the_bar(files, monkeypatch, capsys):
    """progress=True shows the bytes of all files, on threads and on a cluster. Without tqdm there is no bar."""
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
    """The source changes in the middle of the work, from file to file and from another file system."""
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
    """Encrypts one file. The first worker that gets the large file dies in the middle."""
    if arguments[0].path.endswith("f3000000") and not os.path.exists(flag):
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
    assert (files / "flag").exists() and len(done) == len(SIZES)
    for d in done:  # a result that was still on the killed worker is made again, and its file is then there already
        assert d.state == "written" or (d.state == "present" and "f3000000" not in d.target), d
    monkeypatch.undo()
    cluster.decrypt(f"{files}/safe/*", f"{files}/back", key=files / "k")
    assert same(files / "raw", files / "back")
    assert sorted(p.name for p in (files / "safe").iterdir()) == sorted(f"f{size}.hedgerow" for size in SIZES)


NAMES = ("a", "a::b", "memory::a", "file::x", "s3::y", "::z", "a::memory::b")


@pytest.mark.parametrize("between", ["{0}/{1}", "memory://{1}"])
@pytest.mark.parametrize("range_bytes", [1 << 30, 1])
def test_names_that_look_like_chains(tmp_path, between, range_bytes):
    """All functions use exactly the file that was listed. A file with the name of the part before the :: is next to
    it."""
    folder, memory = tmp_path / "raw", fsspec.filesystem("memory")
    folder.mkdir()
    for name in NAMES:
        (folder / name).write_text(f"content of {name}")
    for name in ("k", "new"):
        hedgerow.create_key_file(tmp_path / name)
    safe, back = (between.format(tmp_path, part) for part in ("safe", "back"))
    options = {"key": tmp_path / "k", "range_bytes": range_bytes}
    assert {d.state for d in cluster.encrypt(f"{folder}/*", safe, **options)} == {"written"}
    assert {d.state for d in cluster.encrypt(f"{folder}/*", safe, **options)} == {"present"}
    done = cluster.verify(f"{safe}/*", **options)
    assert sorted(d.source.rpartition("/")[2] for d in done) == sorted(name + ".hedgerow" for name in NAMES)
    cluster.decrypt(f"{safe}/*", back, **options)
    fs, path = fsspec.url_to_fs(back)
    assert {name: fs.cat_file(f"{path}/{name}").decode() for name in NAMES} == {n: f"content of {n}" for n in NAMES}
    assert len(fs.ls(path)) == len(NAMES)
    if "memory" not in between:
        cluster.rekey(f"{safe}/*", key=tmp_path / "k", add=tmp_path / "new")
        assert len(cluster.verify(f"{safe}/*", key=tmp_path / "new")) == len(NAMES)
    memory.store.clear()


@pytest.mark.parametrize("given", [str, lambda path: path, lambda path: f"file://{path}"])
def test_a_name_with_colons_by_itself(tmp_path, given):
    (tmp_path / "ledger").write_text("another")
    (tmp_path / "ledger::2026.csv").write_text("meant")
    hedgerow.create_key_file(tmp_path / "k")
    for urls in (given(tmp_path / "ledger::2026.csv"), [given(tmp_path / "ledger::2026.csv")]):
        out = tmp_path / f"out::{type(urls).__name__}"
        done, = cluster.encrypt(urls, given(out), key=tmp_path / "k")
        assert (done.state, done.plaintext_bytes) == ("written", 5)
        assert [p.name for p in out.iterdir()] == ["ledger::2026.csv.hedgerow"]
        with hedgerow.open(out / "ledger::2026.csv.hedgerow", key=tmp_path / "k") as file:
            assert file.read() == b"meant"
        assert hedgerow.verify(done.target.removeprefix("file://"), key=tmp_path / "k").plaintext_bytes == 5


def test_chains_that_are_meant(tmp_path):
    import zipfile
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("inner", "of the archive")
    hedgerow.create_key_file(tmp_path / "k")
    cluster.encrypt(f"zip://*::file://{tmp_path}/a.zip", str(tmp_path / "out"), key=tmp_path / "k")
    with hedgerow.open(tmp_path / "out/inner.hedgerow", key=tmp_path / "k") as file:
        assert file.read() == b"of the archive"


class Vault(MemoryFileSystem):
    """A file system that needs a password."""

    protocol, cachable = "vault", False
    _strip_protocol = classmethod(lambda cls, path: MemoryFileSystem._strip_protocol(path.replace("vault://", "memory://")))

    def __init__(self, password=None, **options):
        super().__init__(**options)
        assert password == "swordfish", "no password"


@pytest.mark.parametrize("range_bytes", [1, 1 << 30])
def test_storage_options(files, range_bytes):
    """They reach every call, and only the file systems of their protocol. Nothing shows them."""
    fsspec.register_implementation("vault", Vault, clobber=True)
    given = {"key": files / "k", "storage_options": {"vault": {"password": "swordfish"}, "file": {"auto_mkdir": True}}}
    whole = {**given, "range_bytes": range_bytes}
    for source, out in ((f"{files}/raw/*", "vault://safe"), ("vault://safe/*", f"{files}/back")):
        done = (cluster.encrypt if "raw" in source else cluster.decrypt)(source, out, **whole)
        assert {d.state for d in done} == {"written"} and "swordfish" not in repr(done)
    assert same(files / "raw", files / "back")
    assert len(cluster.verify("vault://safe/*", **whole)) == len(SIZES)
    assert "swordfish" not in repr(sources_of("vault://safe/*", given["storage_options"]))
    for call in (lambda **o: cluster.encrypt(f"{files}/raw/*", "vault://safe", **o), lambda **o: cluster.verify("vault://safe/*", **o)):
        with pytest.raises(AssertionError, match="no password"):
            call(key=files / "k")
        with pytest.raises(TypeError, match="by protocol.*no dict for password"):
            call(key=files / "k", storage_options={"password": "swordfish"})
    with pytest.raises(NotImplementedError):  # and not the assertion of the file system
        cluster.rekey("vault://safe/*", add=files / "k", **given)
    MemoryFileSystem.store.clear()


@pytest.mark.parametrize("source, target, range_bytes", [
    ("{}/raw/f70000", "memory://safe", 1 << 30), ("{}/raw/f70000", "{}/safe", 1 << 30), ("{}/raw/f70000", "{}/safe", 1)])
def test_an_output_that_is_elsewhere(files, monkeypatch, source, target, range_bytes):
    """Each way to give an output its name, while another object already has the name."""
    def astray(make):
        def made(self, *arguments):
            make(self, *arguments)
            for path in (files / "safe").glob("f*"):
                path.write_text("other")
            for path in MemoryFileSystem.store:
                fsspec.filesystem("memory").pipe_file(path, b"other")
        return made

    for kind, name in ((ContainerWriter, "_finish"), (_RemoteWriter, "_finish"), (parts.LocalParts, "finish")):
        monkeypatch.setattr(kind, name, astray(getattr(kind, name)))
    here = tasks._encrypt_here
    monkeypatch.setattr(tasks, "_encrypt_here",
                        lambda *arguments: (here(*arguments), (files / "safe/f70000.hedgerow").write_text("other"))[0])
    with pytest.raises(hedgerow.ContainerIOError, match="something else is there"):
        cluster.encrypt(source.format(files), target.format(files), key=files / "k", range_bytes=range_bytes)
    MemoryFileSystem.store.clear()


def damage(files):
    """Damages some of the containers, each in another way, and returns their names."""
    def flip(name, byte):
        data = bytearray((files / "safe" / name).read_bytes())
        data[byte] ^= 1
        (files / "safe" / name).write_bytes(data)

    flip("f0.hedgerow", -1)
    for copy in (0, 3920):  # both headers
        flip("f70000.hedgerow", copy + 70)
    flip("f3000000.hedgerow", 500_000)
    (files / "safe/f1.hedgerow").write_bytes(b"no container at all")
    return {"f0.hedgerow", "f70000.hedgerow", "f3000000.hedgerow", "f1.hedgerow"}


@pytest.mark.parametrize("range_bytes", [1 << 30, 65536])
def test_every_damaged_file_is_named(files, range_bytes):
    for name in ("whole", "whole too"):
        (files / "raw" / name).write_bytes(bytes(100_000))
    cluster.encrypt(f"{files}/raw/*", f"{files}/safe", key=files / "k", segment_bytes=65536)
    names = damage(files)
    with pytest.raises(cluster.NotVerified, match="^4 of 6 containers are not verified: ") as caught:
        cluster.verify(f"{files}/safe/*", key=files / "k", range_bytes=range_bytes)
    done = {os.path.basename(d.source): d for d in caught.value.done}
    assert {name for name, d in done.items() if d.state == "damaged" and d.reason} == names
    assert {d.state for name, d in done.items() if name not in names} == {"verified"}
    assert all(f"safe/{name} is damaged: " in str(caught.value) for name in names)
    assert pickle.loads(pickle.dumps(caught.value)).done == caught.value.done
    with pytest.raises(FileNotFoundError) as missing:
        cluster.verify([f"{files}/safe/f0.hedgerow", f"{files}/safe/none"], key=files / "k")
    assert "safe/none" in str(missing.value)


def noted(log, *arguments):
    with open(log, "a") as file:
        file.write(arguments[0].name + "\n")
    return tasks.verify_one(*arguments)


@pytest.mark.filterwarnings("ignore")
def test_a_damaged_file_is_not_tried_again(files, monkeypatch):
    cluster.encrypt(f"{files}/raw/*", f"{files}/safe", key=files / "k", segment_bytes=65536)
    names = damage(files)
    one = cluster._Job.one
    monkeypatch.setattr(cluster._Job, "one", lambda job, task, size, *arguments: one(
        job, noted, size, str(files / "log"), *arguments))
    with dask_workers(2, __file__) as client, pytest.raises(cluster.NotVerified) as caught:
        cluster.verify(f"{files}/safe/*", key=files / "k", client=client)
    assert {os.path.basename(d.source) for d in caught.value.done if d.state == "damaged"} == names
    assert len((files / "log").read_text().splitlines()) == len(SIZES)


def test_errors_name_the_file(files):
    cluster.encrypt(f"{files}/raw/*", f"{files}/safe", key=files / "k", segment_bytes=65536)
    damage(files)
    with pytest.raises(hedgerow.ContainerError) as caught:
        cluster.decrypt(f"{files}/safe/f30*", f"{files}/back", key=files / "k")
    assert any("safe/f3000000.hedgerow" in note for note in caught.value.__notes__)
