"""Containers as file objects: open, and a reader that decrypts only the segments that it needs."""
import io
import os
import threading
from typing import Any, Literal, NoReturn, Protocol, overload

from hedgerow import _core
from hedgerow._core import InvalidArgument
from hedgerow._objects import NotPickled, byte_view, thread_count
from hedgerow.container import Path
from hedgerow.credentials import KeyLike, PassphraseLike, credentials
from hedgerow.writer import WINDOW, ContainerWriter, WritableFile

PREAMBLE = 12288
"""The maximum number of bytes before the first segment."""


class ReadableFile(Protocol):
    """The methods of a file object that a reader needs."""

    def read(self, size: int = ..., /) -> bytes: ...
    def seek(self, offset: int, whence: int = ..., /) -> Any: ...
    def tell(self) -> int: ...


class Bytes(Protocol):
    """The bytes of a container, by position."""

    size: int

    @property
    def descriptor(self) -> int | None: ...
    def read_at(self, offset: int, size: int) -> bytes: ...
    def close(self) -> None: ...


class _LocalBytes:
    def __init__(self, file: io.FileIO, closes: bool) -> None:
        self._file, self._closes = file, closes
        self.size = os.fstat(file.fileno()).st_size

    @property
    def descriptor(self) -> int:
        return self._file.fileno()  # ValueError if its owner has closed it: the number may be reused

    def read_at(self, offset: int, size: int) -> bytes:
        return os.pread(self._file.fileno(), size, offset)

    def close(self) -> None:
        if self._closes:
            self._file.close()


class _ObjectBytes:
    descriptor = None

    def __init__(self, file: ReadableFile) -> None:
        self._file = file
        file.seek(0, os.SEEK_END)
        self.size = file.tell()

    def read_at(self, offset: int, size: int) -> bytes:
        self._file.seek(offset)
        parts = []
        while size and (part := self._file.read(size)):
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def close(self) -> None:
        pass


def _bytes_of(source: Any) -> Bytes:
    if isinstance(source, (str, bytes, os.PathLike)):
        return _LocalBytes(io.FileIO(source, "rb"), True)
    if not hasattr(source, "read") or isinstance(source, io.TextIOBase):
        raise TypeError(f"source must be a path or a binary file that can seek, not {type(source).__name__}")
    if hasattr(source, "seekable") and not source.seekable():
        raise io.UnsupportedOperation("source must be a file that can seek: of a pipe decrypt_file or the command line "
                                      "`hedgerow decrypt` makes a file")
    raw = getattr(source, "raw", source)
    if isinstance(raw, io.FileIO) and raw.seekable():
        return _LocalBytes(raw, False)
    return _ObjectBytes(source)


class InvalidPosition(InvalidArgument, OSError):
    """A position before the beginning or after the end of the plaintext."""


class ContainerReader(NotPickled, io.RawIOBase):
    """Reads and seeks in the plaintext of a container. A truncated container never opens, and all data was authentic.

    threads is the number of threads that decrypt segments, where 0 means one per CPU, up to 256. Only one thread at a
    time may use a reader."""

    def __init__(self, source: "Path | ReadableFile | Bytes", *, key: KeyLike = None,
                 passphrase: PassphraseLike = None, kdf_limit: str | None = None, threads: int = 0) -> None:
        self._source: Bytes = source if hasattr(source, "read_at") else _bytes_of(source)  # type: ignore[assignment]
        try:
            self._segments = _core.unlock_segments(self._source.read_at(0, PREAMBLE), credentials(key, passphrase),
                                                   kdf_limit)
            self._count, self._size = self._segments.layout(self._source.size)
            self._threads = thread_count(threads)
            self._position = self._read_to = 0
            self._first, self._window = 0, memoryview(b"")  # plaintext from segment _first on
            self._lock = threading.Lock()
            self._load(self._count - 1, 1)
        except BaseException:
            self._source.close()
            raise

    @property
    def size(self) -> int:
        """The length of the plaintext in bytes."""
        return self._size

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        self._require_open()
        return self._position

    def seek(self, offset: int, whence: int = os.SEEK_SET, /) -> int:
        """Moves to a position from 0 to the end of the plaintext, where reading returns b"". Raises
        InvalidPosition."""
        self._require_open()
        base = {os.SEEK_SET: 0, os.SEEK_CUR: self._position, os.SEEK_END: self._size}.get(whence)
        if base is None:
            raise ValueError(f"whence must be 0, 1 or 2, not {whence}")
        if not 0 <= base + offset <= self._size:
            raise InvalidPosition(f"the position must be 0 to {self._size}, the end of the plaintext, not "
                                  f"{base + offset}")
        self._position = base + offset
        return self._position

    def readinto(self, buffer: Any, /) -> int:
        """Fills the buffer as far as there is plaintext. Raises Tampered, and never returns data of a damaged
        segment."""
        self._require_open()
        out = byte_view(buffer, "buf", writable=True)
        with self._lock:
            done = 0
            while done < len(out) and self._position < self._size:
                n = self._take(out[done:])
                done += n
                self._position += n
            self._read_to = self._position
            return done

    def read(self, size: int | None = -1, /) -> bytes:
        wanted = max(self._size - self._position, 0)
        if size is not None and size >= 0:
            wanted = min(wanted, size)
        out = bytearray(wanted)
        return bytes(memoryview(out)[:self.readinto(out)])

    def write(self, data: Any, /) -> NoReturn:
        raise io.UnsupportedOperation("the container is open for reading; mode 'wb' makes another in its place")

    def readall(self) -> bytes:
        return self.read()

    def peek(self, size: int = 0, /) -> bytes:
        """Returns some bytes from the position on, at least one before the end, without changing the position."""
        self._require_open()
        if self._position >= self._size:
            return b""
        with self._lock:
            here = self._at_hand() or self._load(self._position // self._segments.segment_bytes, 1)
            return bytes(here[:max(size, io.DEFAULT_BUFFER_SIZE)])

    def close(self) -> None:
        """Closes a file that was opened by its path. A file object that was passed stays open."""
        if not self.closed:
            self._window = memoryview(b"")
            if hasattr(self, "_source"):
                self._source.close()
        super().close()

    def _require_open(self) -> None:
        if self.closed:
            raise ValueError("the container is closed: open it again")

    def _at_hand(self) -> memoryview:
        """Returns the part of the window from the position on. It is empty if the position is not in the window."""
        skip = self._position - self._first * self._segments.segment_bytes
        return self._window[skip:] if 0 <= skip < len(self._window) else memoryview(b"")

    def _take(self, out: memoryview) -> int:
        """Returns some bytes from the position on, either from the window or by decrypting whole segments."""
        full = self._segments.segment_bytes
        here = self._at_hand()
        if not here:
            first, skip = divmod(self._position, full)
            whole = len(out) // full if skip == 0 else 0
            if whole:
                return self._open(first, min(whole, self._count - first), out)
            needed = -(-(skip + len(out)) // full)
            if self._source.descriptor is not None and self._position == self._read_to and self._position:
                needed = max(needed, WINDOW // full)
            self._load(first, min(needed, self._count - first, max(WINDOW // full, 1)))
            here = self._at_hand()
        n = min(len(here), len(out))
        out[:n] = here[:n]
        return n

    def _load(self, first: int, count: int) -> memoryview:
        window = memoryview(bytearray(count * self._segments.segment_bytes))
        self._window = memoryview(b"")
        self._window = window[:self._open(first, count, window)]
        self._first = first
        return self._at_hand()

    def _open(self, first: int, count: int, out: memoryview) -> int:
        segments, source = self._segments, self._source
        start = segments.body_offset + first * segments.stride
        size = min(count * segments.stride, source.size - start)
        final = first + count == self._count
        stored: Any = source.descriptor
        if stored is None:
            stored = source.read_at(start, size)
            if len(stored) != size:
                raise _core.Truncated("the container became shorter while it was read")
        return segments.open(first, stored, size, final, out, self._threads)


@overload
def open(file: "Path | ReadableFile", mode: Literal["rb"] = ..., **options: Any) -> ContainerReader: ...
@overload
def open(file: "Path | WritableFile", mode: Literal["wb", "xb"], **options: Any) -> ContainerWriter: ...


def open(file: Any, mode: str = "rb", **options: Any) -> "ContainerReader | ContainerWriter":
    """Opens a container as a file object. `file` is a path or a binary file object.

    Mode "rb" reads and seeks, "wb" writes and replaces an existing file, and "xb" writes and raises OutputExists if it
    exists.

        key=         the path of a key file, a Credential, 64 bytes, the text of a key file, or a list of these
        passphrase=  text or bytes
        threads=     number of threads
        Reading:  kdf_limit="PASSESxMEMORY"
        Writing:  recipients= (public keys), cipher=, segment_bytes=, kdf="interactive", "default" or "sensitive",
                  layout="reserved" (12 KiB of room, so that rekey changes the file in place; the default is compact
                  below 64 KiB)
    """
    if mode == "rb":
        return ContainerReader(file, **options)
    if mode in ("wb", "xb"):
        return ContainerWriter(file, overwrite=mode == "wb", **options)
    raise ValueError(f"mode must be 'rb', 'wb' or 'xb', not {mode!r}; wrap the file in io.TextIOWrapper for text")
