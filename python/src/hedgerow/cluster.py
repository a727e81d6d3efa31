"""Many files at once: encrypt, decrypt, verify and rekey on a Dask cluster, or on threads of this process.

    from hedgerow import cluster
    cluster.encrypt("s3://bucket/raw/*", "s3://bucket/safe", key=cluster.KeyFile("/run/secrets/my.key"), client=client)

Keys do not travel: a worker reads its own from a file or from an environment variable, which key= names. A small file
is one task, whose attempts each draw a new file key; a large one is many (hedgerow.ranges says how it stays one
container). A task may be killed and run again, on another worker too. An output appears whole or not at all. A call
that is repeated passes over the files that are done.
"""
import os
import posixpath
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import fsspec

from hedgerow import parts, ranges, spread, tasks
from hedgerow._core import Credential
from hedgerow.container import Progress, shown
from hedgerow.credentials import of_key
from hedgerow.ranges import SourceChanged as SourceChanged
from hedgerow.spread import Call, Plan
from hedgerow.tasks import Done as Done

SUFFIX = ".hedgerow"
RANGE_BYTES = 128 << 20
"""Files longer than this are worked on in ranges of this length. A worker holds two copies of a range at a time."""


@dataclass(frozen=True)
class KeyFile:
    """A key file, or a file of identities, at this path of each worker."""

    path: str

    def load(self) -> list[Credential]:
        return of_key(self.path)


@dataclass(frozen=True)
class KeyVariable:
    """The text of a key file in this environment variable of each worker."""

    name: str

    def load(self) -> list[Credential]:
        text = os.environ.get(self.name)
        if text is None:
            raise KeyError(f"the environment variable {self.name} with the key is not set on this worker")
        return of_key(text.encode())


Key = KeyFile | KeyVariable | str | os.PathLike[str]


def _key(key: Key) -> KeyFile | KeyVariable:
    if isinstance(key, (KeyFile, KeyVariable)):
        return key
    if isinstance(key, (str, os.PathLike)):
        return KeyFile(os.fspath(key))
    raise TypeError("key must be a KeyFile, a KeyVariable or the path of a key file on the workers: a key itself would "
                    f"stand in the task graph, in clear; not {type(key).__name__}")


def _sources(urls: str | Iterable[str]) -> list[str]:
    found: list[str] = []
    for url in [urls] if isinstance(urls, str) else urls:
        fs, path = fsspec.url_to_fs(os.fspath(url))
        paths = sorted(fs.glob(path)) if any(c in path for c in "*?[") else [path]
        if not paths:
            raise FileNotFoundError(f"no file is called {url}")
        found += [fs.unstrip_protocol(p) for p in paths if not fs.isdir(p)]
    return found


def _targets(sources: list[str], out: str, rename: Callable[[str], str]) -> list[str]:
    targets = [posixpath.join(os.fspath(out), rename(posixpath.basename(source))) for source in sources]
    if len(set(targets)) != len(targets):
        raise ValueError("two sources have one name: their outputs would be one file")
    fs, path = fsspec.url_to_fs(os.fspath(out))
    fs.makedirs(path, exist_ok=True)
    return targets


class _Job:
    """The files of one call: runs a plan for each, and tells of the bytes of sources that are done."""

    def __init__(self, client: Any, threads: int | None, progress: Progress | bool | None) -> None:
        self._client, self._threads, self._progress = client, threads, progress
        self._done = self._all = 0
        self._call: Progress | None = None

    def tell(self, n: int) -> None:
        self._done += n
        if self._call:
            self._call(self._done, self._all)

    def each(self, plans: list[Plan], sizes: list[int]) -> list[Done]:
        self._all = sum(sizes)
        with shown(self._progress) as self._call:
            found: list[Done] = spread.run(plans, self._client, self._threads)
        return found

    def one(self, task: Callable[..., Done], size: int, *arguments: Any) -> Plan:
        done = yield Call(task, arguments)
        self.tell(size)
        return done


def _size(url: str) -> int:
    fs, path = fsspec.url_to_fs(url)
    size: int = fs.size(path)
    return size


def _absent(target: str) -> bool:
    fs, path = fsspec.url_to_fs(target)
    fs.invalidate_cache()
    return not fs.exists(path)


def encrypt(urls: str | Iterable[str], out: str, *, key: Key, client: Any = None, threads: int | None = None,
            progress: Progress | bool | None = None, cipher: str | None = None, segment_bytes: int | None = None,
            range_bytes: int = RANGE_BYTES) -> list[Done]:
    """Each file to a container OUT/NAME.hedgerow. urls: one or several, patterns too. client: a Dask client; without it
    threads do the work. progress(done, all) counts bytes of the sources, True shows a bar when tqdm is installed.

    Local files and S3 take a large file in ranges of range_bytes, side by side; it is read twice, for a proof that no
    segment is sealed with two contents. A container that is there already and has the source's length is passed over;
    any other file of that name gives OutputExists. Raises SourceChanged."""
    where, job = _key(key), _Job(client, threads, progress)
    options = {"cipher": cipher, "segment_bytes": segment_bytes}
    sources = _sources(urls)
    targets = _targets(sources, out, lambda name: name + SUFFIX)
    sizes = [_size(source) for source in sources]

    def plan(source: str, target: str, size: int) -> Plan:
        begin = parts.maker(target) if size > range_bytes and _absent(target) else None
        if begin is None:
            return job.one(tasks.encrypt_one, size, source, target, where, options)
        return _written(source, target, ranges.encrypting(source, where, options, begin, range_bytes, job.tell))

    return job.each([plan(*each) for each in zip(sources, targets, sizes, strict=True)], sizes)


def decrypt(urls: str | Iterable[str], out: str, *, key: Key, client: Any = None, threads: int | None = None,
            progress: Progress | bool | None = None, range_bytes: int = RANGE_BYTES) -> list[Done]:
    """Each container to a file in `out`, without the ending .hedgerow. Raises Tampered, WrongKey and their like."""
    where, job = _key(key), _Job(client, threads, progress)
    sources = _sources(urls)
    targets = _targets(sources, out, lambda name: name.removesuffix(SUFFIX))
    sizes = [_size(source) for source in sources]

    def plan(source: str, target: str, size: int) -> Plan:
        begin = parts.maker(target) if size > range_bytes and _absent(target) else None
        if begin is None:
            return job.one(tasks.decrypt_one, size, source, target, where)
        return _written(source, target, ranges.decrypting(source, where, begin, range_bytes, job.tell))

    return job.each([plan(*each) for each in zip(sources, targets, sizes, strict=True)], sizes)


def verify(urls: str | Iterable[str], *, key: Key, client: Any = None, threads: int | None = None,
           progress: Progress | bool | None = None, range_bytes: int = RANGE_BYTES) -> list[Done]:
    """Checks every byte of each container."""
    where, job = _key(key), _Job(client, threads, progress)
    sources = _sources(urls)
    sizes = [_size(source) for source in sources]

    def plan(source: str, size: int) -> Plan:
        if size <= range_bytes:
            return job.one(tasks.verify_one, size, source, where)
        return _written(source, source, ranges.decrypting(source, where, None, range_bytes, job.tell), "verified")

    return job.each([plan(*each) for each in zip(sources, sizes, strict=True)], sizes)


def rekey(urls: str | Iterable[str], *, key: Key, add: Key, remove: Iterable[str] = (), client: Any = None,
          threads: int | None = None, progress: Progress | bool | None = None) -> list[Done]:
    """Adds the key `add` to each container and removes credentials by their labels; see hedgerow.rekey. For files that
    every worker sees under one path."""
    job, sources = _Job(client, threads, progress), _sources(urls)
    sizes = [_size(source) for source in sources]
    given = _key(key), _key(add), tuple(remove)
    return job.each([job.one(tasks.rekey_one, n, s, *given) for s, n in zip(sources, sizes, strict=True)], sizes)


def _written(source: str, target: str, plan: Plan, state: str = "written") -> Plan:
    return Done(source, target, (yield from plan), state)
