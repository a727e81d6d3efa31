"""Containers as file objects: the writer."""
import io
import os
import sys
import threading
import warnings
from types import TracebackType
from typing import Any, NoReturn, Protocol

from hedgerow import _core
from hedgerow._core import Segments
from hedgerow._objects import NotPickled, byte_view, thread_count
from hedgerow.container import Path
from hedgerow.credentials import KeyLike, Keys, PassphraseLike, credentials

WINDOW = 8 << 20
"""The number of plaintext bytes that a writer collects. A reader of a local file reads that number of bytes in
advance."""
COMPACT = 64 << 10
"""Shorter plaintext becomes a compact container, as in encrypt_file (docs/container.md)."""


class WritableFile(Protocol):
    """The methods of a file object that a writer needs."""

    def write(self, data: bytes, /) -> Any: ...


def _handled_exceptions() -> list[BaseException]:
    """Returns the exception that is being handled and all exceptions of the enclosing handlers."""
    found: list[BaseException] = []
    error = sys.exc_info()[1]
    while error is not None and not any(error is other for other in found):
        found.append(error)
        error = error.__context__
    return found


class ContainerWriter(NotPickled, io.RawIOBase):
    """Writes a container. The container is complete only after close(), which seals the last segment. If an exception
    leaves the `with` block, the data is discarded. If you pass a path, the file appears at close() or never. After a
    write that failed, write() and close() raise ContainerIOError, because the container cannot become complete.

    Wrappers, for example fsspec.open and io.TextIOWrapper, hide the exception that ends their `with` block from
    close(). Therefore close() also discards the data if an exception is being handled that was not being handled when
    the writer was made. It then gives a RuntimeWarning, because you may have closed the file in an `except` block on
    purpose. In that case close it outside, or use a `with` block inside. If you never close a writer, its data is
    discarded.

    With autocommit=False, as in a transaction of fsspec, close() makes no file appear. After it, commit() does so, and
    discard() discards the data."""

    _abandoned = False
    _autocommit = True
    _handled: list[BaseException] = []  # the exceptions being handled when the writer was made

    def __init__(self, target: "Path | WritableFile", *, key: KeyLike = None, passphrase: PassphraseLike = None,
                 recipients: Keys = None, cipher: str | None = None, segment_bytes: int | None = None,
                 kdf: str | None = None, overwrite: bool = False, threads: int = 0, layout: str | None = None,
                 autocommit: bool = True) -> None:
        self._done = True  # becomes False when there is something to discard
        self._autocommit = autocommit
        self._handled = _handled_exceptions()
        if layout not in (None, "reserved"):
            raise ValueError(f"layout must be None (compact below 64 KiB) or 'reserved', not {layout!r}: the length of the "
                             "plaintext is not known at the beginning")
        self._how = (credentials(key, passphrase, recipients), cipher, segment_bytes, kdf)
        self._segments: Segments | None = None
        if layout == "reserved":
            self._segments = _core.create_segments(*self._how)
        options = self._segments or _core.create_segments([_core.from_master_key(bytes(64))], *self._how[1:])
        self._segment_bytes = options.segment_bytes  # and wrong options raise an exception here, not in close()
        self._output: _core.OutputFile | None = None
        self._file: Any = target
        if isinstance(target, (str, bytes, os.PathLike)):
            self._output = _core.create_output(os.fsencode(target), overwrite)
            self._file = io.FileIO(self._output.fileno(), "wb", closefd=False)
        elif not hasattr(target, "write") or isinstance(target, io.TextIOBase):
            raise TypeError(f"target must be a path or a binary file to write to, not {type(target).__name__}")
        self._threads = thread_count(threads)
        self._capacity = max(WINDOW, self._segment_bytes)
        self._pending = bytearray()
        self._next = self._position = 0
        self._broken = False  # True during a write, and therefore after one that failed
        self._lock = threading.Lock()
        self._done = False
        if self._segments is not None:
            self._put(self._segments.preamble)

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._position

    def write(self, data: Any, /) -> int:
        self._require_open()
        view = byte_view(data, "data")
        with self._lock:
            self._require_unbroken()
            self._broken = True
            rest = view
            while rest:
                n = self._capacity + 1 - len(self._pending)  # one more byte, which shows that a segment is not the last
                self._pending += rest[:n]
                rest = rest[n:]
                if len(self._pending) > self._capacity:
                    self._seal(self._capacity, False)
            self._broken = False
        self._position += len(view)
        return len(view)

    def _only_written(self, *_: Any) -> NoReturn:
        raise io.UnsupportedOperation("a container is written from its beginning to its end; mode 'rb' reads and seeks")

    read = readall = readinto = seek = truncate = _only_written

    def discard(self) -> None:
        """Ends without a complete container, so that a file that was passed by its path does not appear."""
        self._handled = []  # exceptions keep their frames alive
        if not self._done:
            self._done = True
            self._drop()
        super().close()

    def close(self) -> None:
        """Seals the last segment and calls commit(), unless autocommit is False. Discards the data instead if another
        exception is being handled than when the writer was made. Raises OutputExists, ContainerIOError."""
        error = sys.exc_info()[1]
        failed = error is not None and not any(error is handled for handled in self._handled)
        if self._done or self.closed or not (failed or self._abandoned):
            self._end()
            return
        self.discard()
        if not self._abandoned:
            warnings.warn(f"what was written of a container is discarded, since it was closed while {error!r} was "
                          "handled; to keep it, close it outside of the except block", RuntimeWarning, stacklevel=2)

    def _end(self) -> None:
        if not (self._done or self.closed):
            try:
                with self._lock:
                    self._require_unbroken()
                    self._seal(len(self._pending), True)
            except BaseException:
                self.discard()
                raise
        super().close()
        if self._autocommit:
            self.commit()

    def commit(self) -> None:
        """Makes a file that was passed by its path appear, after close(). Does nothing if the data was discarded.
        Raises ValueError and discards the data if the writer is open, because the data may not be complete."""
        try:
            if not self._done:
                if not self.closed:
                    raise ValueError("the container is still open and is discarded: close it before you commit it")
                self._finish()
                self._done = True
        finally:
            self.discard()

    def _finish(self) -> None:
        """Called when all of the container is in the file."""
        if self._output is not None:
            self._output.commit()
        elif hasattr(self._file, "flush"):
            self._file.flush()

    def _drop(self) -> None:
        """Called when the content of the file is not complete."""
        if self._output is not None:
            self._output.discard()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        if kind is None:
            self._end()
        else:
            self.discard()

    def _dealloc_warn(self, source: Any) -> None:
        """The wrappers of io call this when they are collected, before they close the wrapped file."""
        self._abandoned = True

    def __del__(self) -> None:
        if not getattr(self, "_done", True):  # if it was never closed, it stays incomplete
            self.discard()
        super().__del__()

    def _require_open(self) -> None:
        if self.closed:
            raise ValueError("the container is closed: what was written stands, open another")

    def _require_unbroken(self) -> None:
        if self._broken:
            raise _core.ContainerIOError("an earlier write failed, so the container is not complete: discard it, and "
                                         "write all of it again")

    def _seal(self, size: int, final: bool) -> None:
        if self._segments is None:
            if final and size < COMPACT:
                self._put(self._whole())
                return
            self._segments = _core.create_segments(*self._how)
            self._put(self._segments.preamble)
        with memoryview(self._pending) as pending:
            sealed = self._segments.seal(self._next, pending[:size], final, self._threads)
        self._next += size // self._segment_bytes
        del self._pending[:size]
        self._put(sealed)

    def _whole(self) -> bytes:
        """Returns a container of all data, whose length is now known."""
        with open(os.memfd_create("plaintext"), "w+b") as plain, open(os.memfd_create("container"), "w+b") as sealed:
            plain.write(self._pending)
            plain.seek(0)
            _core.encrypt_container(plain.fileno(), sealed.fileno(), *self._how, 1)
            sealed.seek(0)
            return sealed.read()

    def _put(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            n = self._file.write(view)
            view = view[len(view) if n is None else n:]
