"""fsspec: the protocol `hedgerow`, chained over any other file system. For example:

    fsspec.open("hedgerow::s3://bucket/table.parquet", hedgerow={"key": "my.key"})

The other file system has containers, and this one shows their plaintext: sizes, ranges and writes are those of the
plaintext. Reading fetches only the header, the last segment and the segments that are needed. Writing passes segments
on as soon as they are full, in parts if the other file system supports parts. If writing fails, the file does not
appear. The files of a transaction appear when it ends without an exception."""
import errno
import secrets
from typing import Any

from fsspec import AbstractFileSystem, filesystem
from fsspec.implementations.local import LocalFileSystem

from hedgerow import _core
from hedgerow._core import ContainerError, OutputExists
from hedgerow.credentials import KeyLike, Keys, PassphraseLike, credentials, holds_secret
from hedgerow.files import PREAMBLE, ContainerReader
from hedgerow.writer import ContainerWriter

try:
    from fsspec.implementations.chained import ChainedFileSystem as _Base
except ImportError:  # fsspec before 2025.9
    _Base = AbstractFileSystem


class _RemoteBytes:
    """A container in another file system, read by ranges, where the first bytes are fetched only once."""

    descriptor = None

    def __init__(self, fs: Any, path: str) -> None:
        self._fs, self._path = fs, path
        self.size: int = fs.info(path)["size"]
        self._head: bytes = fs.cat_file(path, start=0, end=min(PREAMBLE, self.size)) if self.size else b""

    def read_at(self, offset: int, size: int) -> bytes:
        end = min(offset + size, self.size)
        if end <= len(self._head):
            return self._head[offset:end]
        data: bytes = self._fs.cat_file(self._path, start=offset, end=end) if end > offset else b""
        return data

    def close(self) -> None:
        pass


class _RemoteWriter(ContainerWriter):
    """A writer with a file in another file system. The file appears only after all of it was written. Object stores
    upload parts and join them at the end. In other file systems the writer renames a temporary file."""

    def __init__(self, fs: Any, path: str, block_bytes: int | None, **options: Any) -> None:
        self._fs, self._path = fs, path
        block = {"block_size": block_bytes} if block_bytes else {}
        self._partial = None if getattr(fs, "async_impl", False) else f"{path}.{secrets.token_hex(8)}.partial"
        super().__init__(fs.open(self._partial or path, "wb", autocommit=self._partial is not None, **block), **options)

    def _finish(self) -> None:
        self._file.close()
        if self._partial is None:
            self._file.commit()
        else:
            self._fs.mv(self._partial, self._path)

    def _drop(self) -> None:
        if self._partial is not None:
            self._file.close()
            self._fs.rm_file(self._partial)
            return
        try:
            self._file.discard()
        finally:
            self._file.forced = True  # closing it sends no more data


class HedgerowFileSystem(_Base):  # type: ignore[misc]
    """The file system below is fs, or target_protocol with target_options. key, passphrase, recipients, cipher,
    segment_bytes, kdf, kdf_limit and threads are the same as in hedgerow.open.

    Pass a key as a path, or as in hedgerow.cluster, because fsspec keeps the options of a file system and sends them to
    other processes. A file system with a key or passphrase in its options cannot be pickled or converted to JSON."""

    protocol = "hedgerow"
    root_marker = ""
    cachable = False  # options may hold keys

    def __init__(self, fo: str | None = None, target_protocol: str | None = None,
                 target_options: dict[str, Any] | None = None, fs: Any = None, key: KeyLike = None,
                 passphrase: PassphraseLike = None, recipients: Keys = None, kdf_limit: str | None = None,
                 cipher: str | None = None, segment_bytes: int | None = None, kdf: str | None = None,
                 threads: int = 0, **options: Any) -> None:
        super().__init__(**options)
        if fs is None and target_protocol is None:
            raise ValueError("hedgerow is chained over another file system: hedgerow::s3://.., hedgerow::file://..")
        self.fs = fs if fs is not None else filesystem(target_protocol, **(target_options or {}))
        # fsspec asks the class for the protocol's own prefix, and an object for that of the files below.
        self._strip_protocol = self.fs._strip_protocol
        self._reading: dict[str, Any] = {"key": key, "passphrase": passphrase, "kdf_limit": kdf_limit, "threads": threads}
        self._writing: dict[str, Any] = {"key": key, "passphrase": passphrase, "recipients": recipients, "cipher": cipher,
                         "segment_bytes": segment_bytes, "kdf": kdf, "threads": threads}

    def _holds_secret(self) -> bool:
        return holds_secret(self._reading["key"], self._reading["passphrase"])

    def _require_no_secret(self) -> None:
        if self._holds_secret():
            raise TypeError("a file system that holds a key or a passphrase is not pickled: it would travel and stay in "
                            "clear; give key= as the path of a key file, a cluster.KeyFile or a cluster.KeyVariable")

    def __setattr__(self, name: str, value: Any) -> None:
        """fsspec keeps the options of a file system, and a hash of them that Dask sends to others. They must not
        reveal a key or a passphrase."""
        if name == "storage_options" and self._holds_secret():
            value = {option: given for option, given in value.items() if option not in ("key", "passphrase")}
        elif name == "_fs_token_" and value is not None and self._holds_secret():
            value = secrets.token_hex(16)
        super().__setattr__(name, value)

    def __reduce__(self) -> Any:
        self._require_no_secret()
        return super().__reduce__()

    def to_dict(self, *, include_password: bool = True) -> dict[str, Any]:
        """Raises TypeError, as pickling does, because to_json calls it."""
        self._require_no_secret()
        found: dict[str, Any] = super().to_dict(include_password=include_password)
        return found

    def unstrip_protocol(self, name: str) -> str:
        return f"hedgerow::{self.fs.unstrip_protocol(name)}"

    def _open(self, path: str, mode: str = "rb", block_size: int | None = None, autocommit: bool = True,
              cache_options: Any = None, **options: Any) -> Any:
        """block_size is the size of the parts of an upload. The default is that of the other file system. In a
        transaction autocommit is False, and the transaction calls commit() or discard()."""
        if mode == "rb":
            return ContainerReader(_RemoteBytes(self.fs, path), **self._reading)
        if mode not in ("wb", "xb"):
            raise ValueError(f"mode must be 'rb', 'wb' or 'xb', not {mode!r}: containers are not appended to")
        if mode == "xb" and self.fs.exists(path):
            raise OutputExists(errno.EEXIST, f"{path} exists already", path)
        credentials(self._writing["key"], self._writing["passphrase"], self._writing["recipients"])
        if isinstance(self.fs, LocalFileSystem):
            if self.fs.auto_mkdir:
                self.fs.makedirs(self.fs._parent(path), exist_ok=True)
            return ContainerWriter(path, overwrite=mode == "wb", autocommit=autocommit, **self._writing)
        return _RemoteWriter(self.fs, path, block_size, autocommit=autocommit, **self._writing)

    def cat_file(self, path: str, start: int | None = None, end: int | None = None, **options: Any) -> bytes:
        with self._open(self._strip_protocol(path)) as file:
            return _range(file, start, end)

    def cat_ranges(self, paths: Any, starts: Any, ends: Any, max_gap: Any = None, on_error: str = "return",
                   **options: Any) -> list[Any]:
        """Opens each container only once."""
        files: dict[str, ContainerReader] = {}
        results: list[Any] = []
        starts = starts if isinstance(starts, (list, tuple)) else [starts] * len(paths)
        ends = ends if isinstance(ends, (list, tuple)) else [ends] * len(paths)
        for path, start, end in zip(paths, starts, ends, strict=True):
            try:
                if path not in files:
                    files[path] = self._open(self._strip_protocol(path))
                results.append(_range(files[path], start, end))
            except Exception as error:
                if on_error == "raise":
                    raise
                results.append(error)
        return results

    def _plain(self, info: dict[str, Any]) -> dict[str, Any]:
        """Returns the info of a container with the size of its plaintext, and the info of other files unchanged."""
        if info.get("type") != "file":
            return info
        try:
            head = self.fs.cat_file(info["name"], start=0, end=min(PREAMBLE, info["size"]))
            return {**info, "size": _core.container_layout(head, info["size"])[1]}
        except ContainerError:
            return info

    def info(self, path: str, **options: Any) -> dict[str, Any]:
        return self._plain(self.fs.info(self._strip_protocol(path), **options))

    def ls(self, path: str, detail: bool = True, **options: Any) -> list[Any]:
        """With detail, reads the head of every file, because that has its size."""
        found = self.fs.ls(self._strip_protocol(path), detail=detail, **options)
        return [self._plain(info) for info in found] if detail else list(found)

    def mkdir(self, path: str, create_parents: bool = True, **options: Any) -> None:
        self.fs.mkdir(self._strip_protocol(path), create_parents=create_parents, **options)

    def makedirs(self, path: str, exist_ok: bool = False) -> None:
        self.fs.makedirs(self._strip_protocol(path), exist_ok=exist_ok)

    def rmdir(self, path: str) -> None:
        self.fs.rmdir(self._strip_protocol(path))

    def _rm(self, path: str) -> None:
        self.fs.rm_file(self._strip_protocol(path))

    def cp_file(self, path1: str, path2: str, **options: Any) -> None:
        """Copies the container itself, so the same credentials open the copy."""
        self.fs.cp_file(self._strip_protocol(path1), self._strip_protocol(path2), **options)

    def created(self, path: str) -> Any:
        return self.fs.created(self._strip_protocol(path))

    def modified(self, path: str) -> Any:
        return self.fs.modified(self._strip_protocol(path))


def _range(file: ContainerReader, start: int | None, end: int | None) -> bytes:
    first, last, _ = slice(start, end).indices(file.size)
    file.seek(first)
    return file.read(max(last - first, 0))
