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

from hedgerow import parts, ranges, spread, tasks
from hedgerow._core import ContainerError, Credential, InvalidKeyFile
from hedgerow.container import Progress, shown
from hedgerow.credentials import is_path, of_key
from hedgerow.places import File, folder_of, inside, sources_of
from hedgerow.ranges import SourceChanged as SourceChanged
from hedgerow.spread import Call, Plan
from hedgerow.tasks import Done as Done

SUFFIX = ".hedgerow"
RANGE_BYTES = 128 << 20
"""Files longer than this are worked on in ranges of this length. A worker holds two copies of a range at a time."""


@dataclass(frozen=True)
class KeyFile:
    """A key file, or a file of identities, at this path of each worker. InvalidKeyFile where the path is the text of a
    key, which the task graph would show in clear."""

    path: str

    def __post_init__(self) -> None:
        if not is_path(self.path):
            raise InvalidKeyFile("this is the text of a secret key itself, not the path of a key file: write it to a file "
                                 "of mode 0600 on each worker, and give its path, or use a KeyVariable")

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


class NotVerified(ContainerError):
    """Containers that are damaged, or that no key opened. done: what became of each file of the call."""

    def __init__(self, message: str, done: Iterable[Done] = ()) -> None:
        super().__init__(message)
        self.done = list(done)


def _targets(sources: list[File], out: str, rename: Callable[[str], str]) -> list[File]:
    names = [rename(posixpath.basename(source.path)) for source in sources]
    if len(set(names)) != len(names):
        raise ValueError("two sources have one name: their outputs would be one file")
    folder = folder_of(out)
    return [inside(folder, name) for name in names]


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

    def each(self, plan: Callable[..., Plan], sources: list[File], *others: list[Any]) -> list[Done]:
        """plan(source, size, other...) for each of the sources."""
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
    """An error says with which file it arose."""
    try:
        return (yield from plan)
    except Exception as error:
        error.add_note(f"the file was {source}")
        raise


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
    sources = sources_of(urls)

    def plan(source: File, size: int, target: File) -> Plan:
        begin = parts.maker(target) if size > range_bytes and not target.exists() else None
        if begin is None:
            return job.one(tasks.encrypt_one, size, source, target, where, options)
        return _made(source, target, ranges.encrypting(source, where, options, begin, range_bytes, job.tell),
                     tasks.require_container)

    return job.each(plan, sources, _targets(sources, out, lambda name: name + SUFFIX))


def decrypt(urls: str | Iterable[str], out: str, *, key: Key, client: Any = None, threads: int | None = None,
            progress: Progress | bool | None = None, range_bytes: int = RANGE_BYTES) -> list[Done]:
    """Each container to a file in `out`, without the ending .hedgerow. Raises Tampered, WrongKey and their like."""
    where, job = _key(key), _Job(client, threads, progress)
    sources = sources_of(urls)

    def plan(source: File, size: int, target: File) -> Plan:
        begin = parts.maker(target) if size > range_bytes and not target.exists() else None
        if begin is None:
            return job.one(tasks.decrypt_one, size, source, target, where)
        return _made(source, target, ranges.decrypting(source, where, begin, range_bytes, job.tell),
                     tasks.require_file)

    return job.each(plan, sources, _targets(sources, out, lambda name: name.removesuffix(SUFFIX)))


def verify(urls: str | Iterable[str], *, key: Key, client: Any = None, threads: int | None = None,
           progress: Progress | bool | None = None, range_bytes: int = RANGE_BYTES) -> list[Done]:
    """Checks every byte of each container, of all of them also when some are damaged. Raises NotVerified afterwards,
    which names each that is damaged or that the key does not open."""
    where, job = _key(key), _Job(client, threads, progress)

    def plan(source: File, size: int) -> Plan:
        if size <= range_bytes:
            return _judged(source, job.one(tasks.verify_one, size, source, where))
        return _judged(source, _checked(source, ranges.decrypting(source, where, None, range_bytes, job.tell)))

    done = job.each(plan, sources_of(urls))
    wrong = [one for one in done if one.state != "verified"]
    if wrong:
        raise NotVerified(f"{len(wrong)} of {len(done)} containers are not verified: "
                          + "; ".join(f"{one.source} is {one.state}: {one.reason}" for one in wrong), done)
    return done


def rekey(urls: str | Iterable[str], *, key: Key, add: Key, remove: Iterable[str] = (), client: Any = None,
          threads: int | None = None, progress: Progress | bool | None = None) -> list[Done]:
    """Adds the key `add` to each container and removes credentials by their labels; see hedgerow.rekey. For files that
    every worker sees under one path."""
    job, given = _Job(client, threads, progress), (_key(key), _key(add), tuple(remove))

    def plan(source: File, size: int) -> Plan:
        return job.one(tasks.rekey_one, size, source, *given)

    return job.each(plan, sources_of(urls))


def _made(source: File, target: File, plan: Plan, require: Callable[[File, int], None]) -> Plan:
    """require: that what was made is where it should be."""
    plaintext = yield from plan
    require(target, plaintext)
    return Done(str(source), str(target), plaintext, "written")


def _checked(source: File, plan: Plan) -> Plan:
    return Done(str(source), str(source), (yield from plan), "verified")


def _judged(source: File, plan: Plan) -> Plan:
    """What is wrong with a container becomes its state; a failing disk, network or key file ends the call."""
    try:
        return (yield from plan)
    except spread.DAMAGED as error:
        return Done(str(source), str(source), 0, "damaged", str(error))
    except spread.UNOPENED as error:
        return Done(str(source), str(source), 0, "unopened", str(error))
