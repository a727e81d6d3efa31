"""Many files in one call: encrypt, decrypt, verify and rekey on a Dask cluster, or on threads of this process.

    from hedgerow import cluster
    cluster.encrypt("s3://bucket/raw/*", "s3://bucket/safe", key=cluster.KeyFile("/run/secrets/my.key"), client=client)

Keys do not travel. Each worker reads its key from the file or environment variable that key= names.

A small file is one task, and each attempt makes a new file key. A large file is many tasks, and hedgerow.ranges
explains how they make one container. A task may be killed and run again, also on another worker. An output appears only
when it is complete. If you repeat a call, it skips the files that are done."""
import os
import posixpath
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from hedgerow import parts, ranges, spread, tasks
from hedgerow._core import ContainerError, Credential, InvalidKeyFile
from hedgerow.container import Progress, shown
from hedgerow.credentials import is_path, of_key
from hedgerow.places import File, StorageOptions, checked_options, folder_of, inside, sources_of
from hedgerow.ranges import SourceChanged as SourceChanged
from hedgerow.spread import Call, Plan
from hedgerow.tasks import Done as Done

SUFFIX = ".hedgerow"
RANGE_BYTES = 128 << 20
"""Longer files are divided into ranges of this length. A worker holds two copies of a range at a time."""


@dataclass(frozen=True)
class KeyFile:
    """The path of a key file, or of a file of identities, on each worker. Raises InvalidKeyFile if the path is the text
    of a key, because the task graph would show it."""

    path: str

    def __post_init__(self) -> None:
        if not is_path(self.path):
            raise InvalidKeyFile("this is the text of a secret key itself, not the path of a key file: write it to a file "
                                 "of mode 0600 on each worker, and give its path, or use a KeyVariable")

    def load(self) -> list[Credential]:
        return of_key(self.path)


@dataclass(frozen=True)
class KeyVariable:
    """The environment variable of each worker that contains the text of a key file."""

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


class NotVerified(ContainerError):
    """Some containers are damaged, or the key does not open them. done has the result for each file of the call."""

    def __init__(self, message: str, done: Iterable[Done] = ()) -> None:
        super().__init__(message)
        self.done = list(done)


def _targets(sources: list[File], out: str, storage: StorageOptions, rename: Callable[[str], str]) -> list[File]:
    names = [rename(posixpath.basename(source.path)) for source in sources]
    if len(set(names)) != len(names):
        raise ValueError("two sources have one name: their outputs would be one file")
    folder = folder_of(out, storage)
    return [inside(folder, name) for name in names]


class _Job:
    """The files of one call, with a plan for each file and a report of the source bytes that are done."""

    def __init__(self, client: Any, threads: int | None, progress: Progress | bool | None) -> None:
        self._client, self._threads, self._progress = client, threads, progress
        self._done = self._all = 0
        self._call: Progress | None = None

    def tell(self, n: int) -> None:
        self._done += n
        if self._call:
            self._call(self._done, self._all)

    def each(self, plan: Callable[..., Plan], sources: list[File], *others: list[Any]) -> list[Done]:
        """Runs plan(source, size, other...) for each source."""
        sizes = [source.info()["size"] for source in sources]
        self._all = sum(sizes)
        plans = [_about(given[0], plan(*given)) for given in zip(sources, sizes, *others, strict=True)]
        with shown(self._progress) as self._call:
            found: list[Done] = spread.run(plans, self._client, self._threads)
        return found

    def one(self, task: Callable[..., Done], size: int, *arguments: Any) -> Plan:
        done = yield Call(task, arguments)
        self.tell(size)
        return done


def _about(source: File, plan: Plan) -> Plan:
    """Adds the name of the file to an error."""
    try:
        return (yield from plan)
    except Exception as error:
        error.add_note(f"the file was {source}")
        raise


def encrypt(urls: str | Iterable[str], out: str, *, key: Key, client: Any = None, threads: int | None = None,
            progress: Progress | bool | None = None, cipher: str | None = None, segment_bytes: int | None = None,
            range_bytes: int = RANGE_BYTES, storage_options: StorageOptions | None = None) -> list[Done]:
    """Encrypts each file to a container OUT/NAME.hedgerow. urls is one URL or several, which may be patterns. client is
    a Dask client, without which threads do the work. progress(done, all) counts bytes of the sources, and progress=True
    shows a bar if tqdm is installed.

    storage_options has the options of the file systems by protocol, for example {"s3": {"profile": "backup"}}. They
    travel to the workers in clear, as in other libraries for Dask.

    Local files and S3 process a large file in ranges of range_bytes in parallel. The file is read twice, to prove that
    no segment is sealed with two different contents. A container that already exists and has the right length is
    skipped. Any other existing file raises OutputExists. Raises SourceChanged."""
    where, job = _key(key), _Job(client, threads, progress)
    options = {"cipher": cipher, "segment_bytes": segment_bytes}
    storage = checked_options(storage_options)
    sources = sources_of(urls, storage)

    def plan(source: File, size: int, target: File) -> Plan:
        begin = parts.maker(target) if size > range_bytes and not target.exists() else None
        if begin is None:
            return job.one(tasks.encrypt_one, size, source, target, where, options)
        return _made(source, target, ranges.encrypting(source, where, options, begin, range_bytes, job.tell),
                     tasks.require_container)

    return job.each(plan, sources, _targets(sources, out, storage, lambda name: name + SUFFIX))


def decrypt(urls: str | Iterable[str], out: str, *, key: Key, client: Any = None, threads: int | None = None,
            progress: Progress | bool | None = None, range_bytes: int = RANGE_BYTES,
            storage_options: StorageOptions | None = None) -> list[Done]:
    """Decrypts each container to a file in `out`, without the ending .hedgerow. Raises for example Tampered or
    WrongKey."""
    where, job = _key(key), _Job(client, threads, progress)
    storage = checked_options(storage_options)
    sources = sources_of(urls, storage)

    def plan(source: File, size: int, target: File) -> Plan:
        begin = parts.maker(target) if size > range_bytes and not target.exists() else None
        if begin is None:
            return job.one(tasks.decrypt_one, size, source, target, where)
        return _made(source, target, ranges.decrypting(source, where, begin, range_bytes, job.tell),
                     tasks.require_file)

    return job.each(plan, sources, _targets(sources, out, storage, lambda name: name.removesuffix(SUFFIX)))


def verify(urls: str | Iterable[str], *, key: Key, client: Any = None, threads: int | None = None,
           progress: Progress | bool | None = None, range_bytes: int = RANGE_BYTES,
           storage_options: StorageOptions | None = None) -> list[Done]:
    """Checks every byte of all containers, even if some are damaged. Then raises NotVerified, which names each
    container that is damaged or that the key does not open."""
    where, job = _key(key), _Job(client, threads, progress)

    def plan(source: File, size: int) -> Plan:
        if size <= range_bytes:
            return _judged(source, job.one(tasks.verify_one, size, source, where))
        return _judged(source, _checked(source, ranges.decrypting(source, where, None, range_bytes, job.tell)))

    done = job.each(plan, sources_of(urls, checked_options(storage_options)))
    wrong = [one for one in done if one.state != "verified"]
    if wrong:
        raise NotVerified(f"{len(wrong)} of {len(done)} containers are not verified: "
                          + "; ".join(f"{one.source} is {one.state}: {one.reason}" for one in wrong), done)
    return done


def rekey(urls: str | Iterable[str], *, key: Key, add: Key, remove: Iterable[str] = (), client: Any = None,
          threads: int | None = None, progress: Progress | bool | None = None,
          storage_options: StorageOptions | None = None) -> list[Done]:
    """Adds the key `add` to each container and removes credentials by their labels; see hedgerow.rekey. Every worker
    must see the files under the same path. A container is "present" if `add` opens it and it has none of the labels.
    Raises InvalidArgument if a label is missing that an earlier call cannot have removed."""
    job, given = _Job(client, threads, progress), (_key(key), _key(add), tuple(remove))

    def plan(source: File, size: int) -> Plan:
        return job.one(tasks.rekey_one, size, source, *given)

    return job.each(plan, sources_of(urls, checked_options(storage_options)))


def _made(source: File, target: File, plan: Plan, require: Callable[[File, int], None]) -> Plan:
    """require is a function that checks that the output is in its place."""
    plaintext = yield from plan
    require(target, plaintext)
    return Done(str(source), str(target), plaintext, "written")


def _checked(source: File, plan: Plan) -> Plan:
    return Done(str(source), str(source), (yield from plan), "verified")


def _judged(source: File, plan: Plan) -> Plan:
    """If a container is wrong, that becomes its state. If a disk, a network or a key file fails, the call ends."""
    try:
        return (yield from plan)
    except spread.DAMAGED as error:
        return Done(str(source), str(source), 0, "damaged", str(error))
    except spread.UNOPENED as error:
        return Done(str(source), str(source), 0, "unopened", str(error))
