"""Large files in ranges of segments: the sealed data if a worker dies, if a source changes, or if a disk is full.

This break was seen to turn a test red: the digest of a range is not compared."""
import hashlib
import os
import resource
import signal
from pathlib import Path

import hedgerow
import pytest
from conftest import dask_workers
from hedgerow import cluster, parts, ranges
from hedgerow.places import sources_of

SMALL = 1 << 20
RANGE = 5 << 20
SIZE = 3 * RANGE + 12345
OPTIONS = {"segment_bytes": SMALL, "range_bytes": RANGE}


def content(size=SIZE):
    return hashlib.shake_256(b"large").digest(size)


@pytest.fixture
def files(tmp_path):
    (tmp_path / "raw").mkdir()
    (tmp_path / "raw/large").write_bytes(content())
    (tmp_path / "raw/small").write_bytes(b"small")
    hedgerow.create_key_file(tmp_path / "k")
    return tmp_path


def names(folder):
    return sorted(p.name for p in folder.iterdir())


def seal(files, **options):
    return cluster.encrypt(f"{files}/raw/*", f"{files}/safe", key=files / "k", **{**OPTIONS, **options})


def check(files):
    """Checks that the container is an ordinary container."""
    assert names(files / "safe") == ["large.hedgerow", "small.hedgerow"]
    with hedgerow.open(files / "safe/large.hedgerow", key=files / "k") as file:
        assert file.read() == content()
    assert hedgerow.verify(files / "safe/large.hedgerow", key=files / "k").plaintext_bytes == SIZE


def test_on_threads(files):
    seen = []
    done = seal(files, progress=lambda *n: seen.append(n), threads=3)
    assert {d.state for d in done} == {"written"} and seen[-1] == (SIZE + 5, SIZE + 5) and len(seen) == 5
    check(files)
    assert (files / "safe/large.hedgerow").stat().st_mode & 0o777 == 0o600
    assert {d.state for d in seal(files)} == {"present"}
    cluster.verify(f"{files}/safe/*", key=files / "k", range_bytes=RANGE, progress=lambda *n: seen.append(n))
    assert seen[-1][0] == seen[-1][1]
    cluster.decrypt(f"{files}/safe/*", f"{files}/back", key=files / "k", range_bytes=RANGE)
    assert (files / "back/large").read_bytes() == content() and names(files / "back") == ["large", "small"]


@pytest.mark.parametrize("size", [RANGE + 1, 2 * RANGE, 2 * RANGE + SMALL, 2 * RANGE - 1])
def test_ends_of_ranges(files, size):
    (files / "raw/large").write_bytes(content(size))
    seal(files)
    cluster.decrypt(f"{files}/safe/large*", f"{files}/back", key=files / "k", range_bytes=RANGE)
    assert (files / "back/large").read_bytes() == content(size)


@pytest.mark.parametrize("places", [(100, 3920 + 100), (12288 + 2 * RANGE,), (-1,)])
def test_damage(files, places):
    seal(files)
    path = files / "safe/large.hedgerow"
    damaged = bytearray(path.read_bytes())
    for place in places:
        damaged[place] ^= 1
    path.write_bytes(damaged)
    for call in (lambda: cluster.verify(str(path), key=files / "k", range_bytes=RANGE),
                 lambda: cluster.decrypt(str(path), f"{files}/back", key=files / "k", range_bytes=RANGE)):
        with pytest.raises(hedgerow.ContainerError):
            call()
    path.write_bytes(damaged[:-SMALL])
    with pytest.raises(hedgerow.ContainerError):
        cluster.verify(str(path), key=files / "k", range_bytes=RANGE)
    assert names(files / "back") == []


class Logged(parts.LocalParts):
    """Writes the SHA-256 of each part next to the folder of the target. The first attempt of part 1 writes half of it,
    does with the source what the file `then` says, and kills its process."""

    def write(self, number, offset, data):
        root = os.path.dirname(os.path.dirname(self.target))
        with open(f"{root}/log", "a") as log:
            log.write(f"{os.path.basename(self.partial)} {number} {hashlib.sha256(data).hexdigest()}\n")
        if number == 1 and not os.path.exists(f"{root}/killed"):
            super().write(number, offset, data[:len(data) // 2])
            with open(f"{root}/raw/large", "r+b") as source, open(f"{root}/then") as then:
                if then.read() == "change":
                    source.seek(RANGE + 5)
                    source.write(b"other")
            with open(f"{root}/killed", "x"):
                pass
            os.kill(os.getpid(), signal.SIGKILL)
        super().write(number, offset, data)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("then", ["nothing", "change"])
def test_a_worker_that_is_killed(files, monkeypatch, then):
    """If a part is sealed several times under one file key, its content is always the same."""
    (files / "then").write_text(then)
    monkeypatch.setattr(parts, "LocalParts", Logged)
    with dask_workers(3, __file__) as client:
        if then == "nothing":
            seal(files, client=client)
        else:
            with pytest.raises(cluster.SourceChanged):
                seal(files, client=client)
            assert names(files / "safe") == ["small.hedgerow"]
            (files / "raw/large").write_bytes(content())
            seal(files, client=client)
    check(files)
    sealed = [line.split() for line in (files / "log").read_text().splitlines()]
    assert (files / "killed").exists() and len({number for _, number, _ in sealed}) == 4
    contents = {(partial, number, digest) for partial, number, digest in sealed}
    assert len(contents) == len({(partial, number) for partial, number, _ in sealed})
    assert len({partial for partial, _, _ in sealed}) == (1 if then == "nothing" else 2)


def test_digests_tell_nothing(files):
    """The scheduler sees only a hash of a range under a key of the container. Another container with the same
    credential has another hash, and the hash depends on the position."""
    def digests():
        segments = hedgerow._core.create_segments(cluster.KeyFile(str(files / "k")).load())
        again = hedgerow._core.unlock_segments(segments.preamble, cluster.KeyFile(str(files / "k")).load())
        found = [segments.digest(first, data) for data in (b"data", b"other") for first in (0, 1)]
        assert [again.digest(first, data) for data in (b"data", b"other") for first in (0, 1)] == found
        assert all(len(digest) == 32 for digest in found)
        return found

    assert len({*digests(), *digests(), hashlib.sha256(b"data").digest(), hashlib.blake2b(
        b"data", digest_size=32).digest(), hashlib.blake2b(bytes(8) + b"data", digest_size=32).digest()}) == 11


def test_a_source_that_changes_is_not_sealed_twice(files):
    """The same call again, after the source changed and its times were restored."""
    key = cluster.KeyFile(str(files / "k"))
    source, = sources_of(str(files / "raw/large"), {})
    found, layout = ranges.begin_sealing(source, key, {"segment_bytes": SMALL})
    part = ranges.split(layout, RANGE)[1]
    digest = ranges.digest_range(found, layout, part, key)
    (files / "safe").mkdir()
    target = parts.LocalParts.begin(str(files / "safe/large.hedgerow"))
    ranges.seal_range(found, layout, part, digest, key, target)
    once = Path(target.partial).read_bytes()
    ranges.seal_range(found, layout, part, digest, key, target)
    assert Path(target.partial).read_bytes() == once
    times = os.stat(source.path)
    with open(source.path, "r+b") as file:
        file.seek(RANGE)
        file.write(b"x")
    os.utime(source.path, ns=(times.st_atime_ns, times.st_mtime_ns))
    with pytest.raises(cluster.SourceChanged):
        ranges.seal_range(found, layout, part, digest, key, target)
    assert Path(target.partial).read_bytes() == once


@pytest.mark.parametrize("size", [2 << 20, 8 << 20])
def test_a_full_disk(files, size):
    """Files cannot grow beyond `size`. A small file in one task leaves no output, and a large file in ranges
    leaves no output either."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        for options in ({}, {"range_bytes": 1 << 40}):
            with pytest.raises(OSError):
                seal(files, **options)
            assert names(files / "safe") == ["small.hedgerow"]
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    seal(files)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        for options in ({"range_bytes": RANGE}, {}):
            with pytest.raises(OSError):
                cluster.decrypt(f"{files}/safe/*", f"{files}/back", key=files / "k", **options)
            assert names(files / "back") == ["small"]
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    check(files)


def test_a_target_that_appears_meanwhile(files, monkeypatch):
    finish = parts.LocalParts.finish

    def late(self, *arguments):
        with open(self.target, "w") as file:
            file.write("other")
        finish(self, *arguments)

    monkeypatch.setattr(parts.LocalParts, "finish", late)
    with pytest.raises(hedgerow.OutputExists):
        seal(files)
    assert names(files / "safe") == ["large.hedgerow", "small.hedgerow"]
    assert (files / "safe/large.hedgerow").read_text() == "other"


def test_an_interrupt(files):
    def stop(done, of):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cluster.encrypt(f"{files}/raw/large", f"{files}/safe", key=files / "k", progress=stop, **OPTIONS)
    assert names(files / "safe") == []


def test_a_wrong_key(files):
    seal(files)
    hedgerow.create_key_file(files / "other")
    with pytest.raises(hedgerow.WrongKey):
        cluster.decrypt(f"{files}/safe/*", f"{files}/back", key=files / "other", range_bytes=RANGE)
    assert names(files / "back") == []
