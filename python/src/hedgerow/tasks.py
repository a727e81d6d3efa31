"""What a worker does for one file. Each call may run more than once; a new one draws a new file key."""
import contextlib
import io
import os
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import fsspec
from fsspec.implementations.local import LocalFileSystem

from hedgerow import _core, container
from hedgerow._core import OutputExists
from hedgerow.credentials import KeySource
from hedgerow.filesystem import HedgerowFileSystem
from hedgerow.ranges import Source, state_of
from hedgerow.writer import WINDOW


@dataclass(frozen=True)
class Done:
    """What became of a file. state: "written", "present" (from an earlier call), "verified" or "rekeyed"."""

    source: str
    target: str
    plaintext_bytes: int
    state: str


def _containers(url: str, key: KeySource, options: dict[str, Any]) -> tuple[HedgerowFileSystem, str]:
    fs, path = fsspec.url_to_fs(url)
    return HedgerowFileSystem(fs=fs, key=key.load(), threads=1, **options), path


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


def encrypt_one(source: str, target: str, key: KeySource, options: dict[str, Any]) -> Done:
    fs, path = fsspec.url_to_fs(source)
    before = Source(source, state_of(source))
    containers, name = _containers(target, key, options)
    if containers.fs.exists(name):
        with containers.open(name) as file:
            if file.size == before.state[0]:
                return Done(source, target, file.size, "present")
        raise OutputExists(f"{target} exists already, and is no container of {source}")
    if _both_local(fs, containers.fs):
        total = _encrypt_here(path, name, key, options, before)
    else:
        with fs.open(path, "rb") as plain, containers.open(name, "xb") as sealed:
            total = _copy(plain, sealed)
            before.require(total)
    return Done(source, target, total, "written")


def _both_local(*systems: Any) -> bool:
    return all(isinstance(fs, LocalFileSystem) for fs in systems)


def _encrypt_here(path: str, target: str, key: KeySource, options: dict[str, Any], before: Source) -> int:
    """From file to file, without a copy in Python. Bytes of plaintext."""
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


def decrypt_one(source: str, target: str, key: KeySource) -> Done:
    containers, name = _containers(source, key, {})
    fs, path = fsspec.url_to_fs(target)
    with containers.open(name) as sealed:
        if fs.exists(path):
            if fs.size(path) == sealed.size:
                return Done(source, target, sealed.size, "present")
            raise OutputExists(f"{target} exists already, and has another length than what {source} holds")
        with whole_file(fs, path) as plain:
            if _both_local(containers.fs, fs):
                with container.open_binary(name) as file:
                    _core.decrypt_container(file.fileno(), plain.fileno(), key.load(), None, 1)
            else:
                _copy(sealed, plain)
        return Done(source, target, sealed.size, "written")


def verify_one(source: str, key: KeySource) -> Done:
    containers, name = _containers(source, key, {})
    if _both_local(containers.fs):
        return Done(source, source, container.verify(name, key=key, threads=1).plaintext_bytes, "verified")
    total, buffer = 0, bytearray(WINDOW)
    with containers.open(name) as sealed:
        while n := sealed.readinto(buffer):
            total += n
    return Done(source, source, total, "verified")


def rekey_one(source: str, key: KeySource, add: KeySource, remove: tuple[str, ...]) -> Done:
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
