"""Many files at once: encrypt, decrypt, verify and rekey on a Dask cluster, or on threads of this process.

    from hedgerow import cluster
    cluster.encrypt("s3://bucket/raw/*", "s3://bucket/safe", key=cluster.KeyFile("/run/secrets/my.key"), client=client)

Keys do not travel: a worker reads its own from a file or from an environment variable, which key= names. Every file is
a task. Its output appears whole or not at all, and each attempt draws a new file key, so that a task may be killed and
run again, on another worker too. A call that is repeated passes over the files that are done.
"""
import concurrent.futures
import contextlib
import io
import os
import posixpath
import secrets
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import fsspec
from fsspec.implementations.local import LocalFileSystem

from hedgerow import _core, container
from hedgerow._core import Credential, Error, OutputExists
from hedgerow.credentials import of_key
from hedgerow.filesystem import HedgerowFileSystem
from hedgerow.writer import WINDOW

SUFFIX = ".hedgerow"


class SourceChanged(Error):
    """A source is not what it was when the work on it began: nothing was written; call again."""


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


@dataclass(frozen=True)
class Done:
    """What became of a file. state: "written", "present" (from an earlier call), "verified" or "rekeyed"."""

    source: str
    target: str
    plaintext_bytes: int
    state: str


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


def _each(task: Callable[..., Done], jobs: list[tuple[Any, ...]], client: Any, threads: int | None,
          progress: Callable[[int, int], Any] | None) -> list[Done]:
    """The results in the order of the jobs. When one fails, the others are finished first, then its error is raised."""
    if client is not None:
        import distributed
        as_completed: Any = distributed.as_completed
        futures = [client.submit(task, *job, pure=False, retries=2) for job in jobs]
        finished: Iterable[Any] = as_completed(futures)
        pool = None
    else:
        pool = concurrent.futures.ThreadPoolExecutor(threads or len(os.sched_getaffinity(0)))
        futures = [pool.submit(task, *job) for job in jobs]
        finished = concurrent.futures.as_completed(futures)
    try:
        for count, _ in enumerate(finished, 1):
            if progress:
                progress(count, len(jobs))
        return [future.result() for future in futures]
    finally:
        if pool:
            pool.shutdown(cancel_futures=True)


def encrypt(urls: str | Iterable[str], out: str, *, key: Key, client: Any = None, threads: int | None = None,
            progress: Callable[[int, int], Any] | None = None, **options: Any) -> list[Done]:
    """Each file to a container OUT/NAME.hedgerow. urls: one or several, patterns too. client: a Dask client; without it
    threads do the work. progress(done, all) counts files. Options: cipher, segment_bytes.

    A container that is there already and has the source's length is passed over; any other file of that name gives
    OutputExists. Raises SourceChanged."""
    where = _key(key)
    sources = _sources(urls)
    targets = _targets(sources, out, lambda name: name + SUFFIX)
    jobs = [(s, t, where, options) for s, t in zip(sources, targets, strict=True)]
    return _each(_encrypt_one, jobs, client, threads, progress)


def decrypt(urls: str | Iterable[str], out: str, *, key: Key, client: Any = None, threads: int | None = None,
            progress: Callable[[int, int], Any] | None = None) -> list[Done]:
    """Each container to a file in `out`, without the ending .hedgerow. Raises Tampered, WrongKey and their like."""
    where = _key(key)
    sources = _sources(urls)
    targets = _targets(sources, out, lambda name: name.removesuffix(SUFFIX))
    return _each(_decrypt_one, [(s, t, where) for s, t in zip(sources, targets, strict=True)], client, threads, progress)


def verify(urls: str | Iterable[str], *, key: Key, client: Any = None, threads: int | None = None,
           progress: Callable[[int, int], Any] | None = None) -> list[Done]:
    """Checks every byte of each container."""
    where = _key(key)
    return _each(_verify_one, [(s, where) for s in _sources(urls)], client, threads, progress)


def rekey(urls: str | Iterable[str], *, key: Key, add: Key, remove: Iterable[str] = (), client: Any = None,
          threads: int | None = None, progress: Callable[[int, int], Any] | None = None) -> list[Done]:
    """Adds the key `add` to each container and removes credentials by their labels; see hedgerow.rekey. For files that
    every worker sees under one path."""
    jobs = [(s, _key(key), _key(add), tuple(remove)) for s in _sources(urls)]
    return _each(_rekey_one, jobs, client, threads, progress)


def _containers(url: str, key: KeyFile | KeyVariable, options: dict[str, Any]) -> tuple[HedgerowFileSystem, str]:
    fs, path = fsspec.url_to_fs(url)
    return HedgerowFileSystem(fs=fs, key=key.load(), threads=1, **options), path


def _state(fs: Any, path: str) -> tuple[Any, ...]:
    fs.invalidate_cache()
    info = fs.info(path)
    return tuple(info.get(name) for name in ("size", "mtime", "ino", "ETag", "etag", "LastModified", "modified"))


def _write_all(target: Any, data: bytes) -> None:
    view = memoryview(data)
    while view:
        n = target.write(view)
        view = view[len(view) if n is None else n:]


def _copy(source: Any, target: Any) -> int:
    total = 0
    while part := source.read(WINDOW):
        _write_all(target, part)
        total += len(part)
    return total


def _encrypt_one(source: str, target: str, key: KeyFile | KeyVariable, options: dict[str, Any]) -> Done:
    fs, path = fsspec.url_to_fs(source)
    before = _state(fs, path)
    containers, name = _containers(target, key, options)
    if containers.fs.exists(name):
        with containers.open(name) as file:
            if file.size == before[0]:
                return Done(source, target, file.size, "present")
        raise OutputExists(f"{target} exists already, and is no container of {source}")
    with fs.open(path, "rb") as plain, containers.open(name, "xb") as sealed:
        total = _copy(plain, sealed)
        if _state(fs, path) != before or total != before[0]:
            raise SourceChanged(f"{source} changed while it was read: nothing was written, call again")
    return Done(source, target, total, "written")


def _decrypt_one(source: str, target: str, key: KeyFile | KeyVariable) -> Done:
    containers, name = _containers(source, key, {})
    fs, path = fsspec.url_to_fs(target)
    with containers.open(name) as sealed:
        if fs.exists(path):
            if fs.size(path) == sealed.size:
                return Done(source, target, sealed.size, "present")
            raise OutputExists(f"{target} exists already, and has another length than what {source} holds")
        with whole_file(fs, path) as plain:
            total = _copy(sealed, plain)
    return Done(source, target, total, "written")


def _verify_one(source: str, key: KeyFile | KeyVariable) -> Done:
    containers, name = _containers(source, key, {})
    total, buffer = 0, bytearray(WINDOW)
    with containers.open(name) as sealed:
        while n := sealed.readinto(buffer):
            total += n
    return Done(source, source, total, "verified")


def _rekey_one(source: str, key: KeyFile | KeyVariable, add: KeyFile | KeyVariable, remove: tuple[str, ...]) -> Done:
    fs, path = fsspec.url_to_fs(source)
    if not isinstance(fs, LocalFileSystem):
        raise NotImplementedError(f"rekey changes files in place: {source} is not in a file system of the worker's")
    container.rekey(path, key=key, add=add.load(), remove=remove)
    return Done(source, source, container.inspect(path).plaintext_bytes or 0, "rekeyed")


@contextlib.contextmanager
def whole_file(fs: Any, path: str) -> Iterator[Any]:
    """A file to write that appears when the block ends without an exception."""
    if isinstance(fs, LocalFileSystem):
        output = _core.create_output(os.fsencode(path))
        try:
            with io.FileIO(output.fileno(), "wb", closefd=False) as raw:
                yield raw
            output.commit()
        finally:
            output.discard()
        return
    partial = f"{path}.{secrets.token_hex(8)}.partial"
    try:
        with fs.open(partial, "wb") as file:
            yield file
        fs.mv(partial, path)
    except BaseException:
        if fs.exists(partial):
            fs.rm_file(partial)
        raise
