"""The work of a worker on one file. Each call may run more than once, and each run makes a new file key."""
import contextlib
import errno
import io
import os
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fsspec.implementations.local import LocalFileSystem

from hedgerow import _core, container
from hedgerow._core import ContainerIOError, Credential, OutputExists, WrongCredential, WrongKey
from hedgerow.credentials import KeySource
from hedgerow.filesystem import HedgerowFileSystem
from hedgerow.places import File
from hedgerow.ranges import Source, state_of
from hedgerow.writer import WINDOW


@dataclass(frozen=True)
class Done:
    """The result for a file. state is "written", "present" (from an earlier call or a lost worker), "verified" or
    "rekeyed". In a NotVerified it may also be "damaged" or "unopened" (the key does not open it), with a reason."""

    source: str
    target: str
    plaintext_bytes: int
    state: str
    reason: str = ""


def require_file(target: File, size: int, fs: Any = None) -> None:
    """Checks that a file exists and has this number of bytes. fs is the file system to ask for the size, by default
    that of the file."""
    target.fs.invalidate_cache()
    found = (fs or target.fs).info(target.path)["size"]
    if found != size:
        raise ContainerIOError(f"{target} was written with {size} bytes and has {found}: something else is there")


def require_container(target: File, plaintext_bytes: int) -> None:
    require_file(target, plaintext_bytes, HedgerowFileSystem(fs=target.fs))


def _containers(file: File, key: KeySource, options: dict[str, Any]) -> HedgerowFileSystem:
    return HedgerowFileSystem(fs=file.fs, key=key.load(), threads=1, **options)


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


def encrypt_one(source: File, target: File, key: KeySource, options: dict[str, Any]) -> Done:
    fs, before = source.fs, Source(source, state_of(source))
    containers = _containers(target, key, options)
    if containers.fs.exists(target.path):
        with containers.open(target.path) as file:
            if file.size == before.state[0]:
                return Done(str(source), str(target), file.size, "present")
        raise OutputExists(errno.EEXIST, f"{target} exists already, and is no container of {source}", target.path)
    if _both_local(fs, containers.fs):
        total = _encrypt_here(source.path, target.path, key, options, before)
    else:
        with fs.open(source.path, "rb") as plain, containers.open(target.path, "xb") as sealed:
            total = _copy(plain, sealed)
            before.require(total)
    require_container(target, total)
    return Done(str(source), str(target), total, "written")


def _both_local(*systems: Any) -> bool:
    return all(isinstance(fs, LocalFileSystem) for fs in systems)


def _encrypt_here(path: str, target: str, key: KeySource, options: dict[str, Any], before: Source) -> int:
    """Encrypts from file to file without a copy in Python, and returns the number of plaintext bytes."""
    output = _core.create_output(os.fsencode(target))
    try:
        with container.open_binary(path) as plain:
            _core.encrypt_container(plain.fileno(), output.fileno(), key.load(), options.get("cipher"),
                                    options.get("segment_bytes"), None, 1)
        os.lseek(output.fileno(), 0, os.SEEK_SET)
        total: int = _core.inspect_container(output.fileno())["plaintext_bytes"]
        before.require(total)
        output.commit()
    finally:
        output.discard()
    return total


def decrypt_one(source: File, target: File, key: KeySource) -> Done:
    containers, fs = _containers(source, key, {}), target.fs
    with containers.open(source.path) as sealed:
        if fs.exists(target.path):
            if fs.size(target.path) == sealed.size:
                return Done(str(source), str(target), sealed.size, "present")
            raise OutputExists(errno.EEXIST, f"{target} exists already, and has another length than what {source} holds",
                               target.path)
        with whole_file(fs, target.path) as plain:
            if _both_local(containers.fs, fs):
                with container.open_binary(source.path) as file:
                    _core.decrypt_container(file.fileno(), plain.fileno(), key.load(), None, 1)
            else:
                _copy(sealed, plain)
        require_file(target, sealed.size)
        return Done(str(source), str(target), sealed.size, "written")


def verify_one(source: File, key: KeySource) -> Done:
    containers, total = _containers(source, key, {}), 0
    if _both_local(containers.fs):
        total = container.verify(source.path, key=key, threads=1).plaintext_bytes
    else:
        buffer = bytearray(WINDOW)
        with containers.open(source.path) as sealed:
            while n := sealed.readinto(buffer):
                total += n
    return Done(str(source), str(source), total, "verified")


def rekey_one(source: File, key: KeySource, add: KeySource, remove: tuple[str, ...]) -> Done:
    if not isinstance(source.fs, LocalFileSystem):
        raise NotImplementedError(f"rekey changes files in place: {source} is not in a file system of the worker's")
    added, state = add.load(), "rekeyed"
    present = [one for one in added if _opens(source.path, one)]
    if len(present) == len(added):  # done by an earlier run, because a change is made whole or not at all
        labels = {slot.label for slot in container.slots(source.path, key=present)}
        remove = tuple(label for label in remove if label in labels)
        if not remove:
            added, state = [], "present"  # this repairs a copy of the slots that the earlier run may not have written
    container.rekey(source.path, key=[*present, *key.load()], add=added, remove=remove)
    return Done(str(source), str(source), container.inspect(source.path).plaintext_bytes or 0, state)


def _opens(path: str, credential: Credential) -> bool:
    try:
        container.slots(path, key=credential)
    except (WrongCredential, WrongKey):
        return False
    return True


@contextlib.contextmanager
def whole_file(fs: Any, path: str) -> Iterator[Any]:
    """Returns a file for writing, which appears when the block ends without an exception."""
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
