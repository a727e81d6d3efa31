"""An output that many workers write in parts, and that appears under its name only when it is complete.

A local file must have the same path on every worker. It is written by position under a temporary name. An object in S3
is a multipart upload. These objects travel to workers, so they contain only names and numbers, but no connection."""
import errno
import os
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from fsspec.implementations.local import LocalFileSystem

from hedgerow._core import OutputExists
from hedgerow.places import File

MIN_PART = 5 << 20
MAX_PARTS = 10_000
"""The minimum part length in S3, for all parts except the last."""


class Parts(Protocol):
    """Parts are numbered from 0, and a part may be written several times with the same bytes. finish needs the results
    of write."""

    def write(self, number: int, offset: int, data: bytes) -> Any: ...
    def finish(self, written: list[Any], check: Callable[[], None]) -> None: ...
    def abort(self) -> None: ...


@dataclass(frozen=True)
class LocalParts:
    """A file in the folder of the target. If a process dies, the file stays there with the name .NAME.*.partial."""

    partial: str
    target: str

    @classmethod
    def begin(cls, target: str) -> "LocalParts":
        folder, name = os.path.split(target)
        partial = os.path.join(folder, f".{name}.{secrets.token_hex(8)}.partial")
        os.close(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        return cls(partial, target)

    def write(self, number: int, offset: int, data: bytes) -> None:
        file = os.open(self.partial, os.O_WRONLY | os.O_CLOEXEC)
        try:
            view = memoryview(data)
            while view:
                n = os.pwrite(file, view, offset)
                view, offset = view[n:], offset + n
            os.fsync(file)
        finally:
            os.close(file)

    def finish(self, written: list[Any], check: Callable[[], None]) -> None:
        check()
        try:
            os.link(self.partial, self.target)
            os.unlink(self.partial)
        except FileExistsError:
            raise _exists(self.target) from None
        except (PermissionError, NotImplementedError, OSError):  # a file system without links
            if os.path.lexists(self.target):
                raise _exists(self.target) from None
            os.rename(self.partial, self.target)
        folder = os.open(os.path.dirname(self.target) or ".", os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def abort(self) -> None:
        if os.path.exists(self.partial):
            os.unlink(self.partial)


@dataclass(frozen=True)
class S3Parts:
    """A multipart upload, which makes the object appear when the upload is completed."""

    file: File
    upload: str

    @classmethod
    def begin(cls, file: File) -> "S3Parts":
        fs, where = _s3(file)
        upload: str = fs.call_s3("create_multipart_upload", **where)["UploadId"]
        return cls(file, upload)

    def write(self, number: int, offset: int, data: bytes) -> dict[str, Any]:
        fs, where = _s3(self.file)
        answer = fs.call_s3("upload_part", **where, UploadId=self.upload, PartNumber=number + 1, Body=data)
        return {"PartNumber": number + 1, "ETag": answer["ETag"]}

    def finish(self, written: list[Any], check: Callable[[], None]) -> None:
        fs, where = _s3(self.file)
        check()
        fs.invalidate_cache()
        if fs.exists(self.file.path):
            raise _exists(self.file.name)
        fs.call_s3("complete_multipart_upload", **where, UploadId=self.upload, MultipartUpload={"Parts": written})
        fs.invalidate_cache()

    def abort(self) -> None:
        fs, where = _s3(self.file)
        fs.call_s3("abort_multipart_upload", **where, UploadId=self.upload)


def _s3(file: File) -> tuple[Any, dict[str, str]]:
    fs = file.fs
    bucket, key, _ = fs.split_path(file.path)
    return fs, {"Bucket": bucket, "Key": key}


def _exists(target: str) -> OutputExists:
    return OutputExists(errno.EEXIST, f"{target} appeared while it was made: the other file stays", target)


def maker(file: File) -> Callable[[], Parts] | None:
    """Returns a function that starts the parts of this output, or None if it cannot be written in parts."""
    if isinstance(file.fs, LocalFileSystem):
        return lambda: LocalParts.begin(file.path)
    if hasattr(file.fs, "call_s3"):
        return lambda: S3Parts.begin(file)
    return None
