"""Large files on a cluster: ranges of segments are calls of their own, and the file is put together at the end.

A segment's nonce is its number, so a number must not be sealed twice with different data under one file key. A worker
may die after its work, and the scheduler repeats it elsewhere. Therefore the source is read twice: a first call takes
a digest of a range under a key of the container; the digest comes home and from there to the call that seals, as a
constant. That one reads the range into memory and seals what it has in memory only if it has this digest, however
often it is repeated. A source that is not what it was gives SourceChanged; the next attempt draws a new file key."""
from dataclasses import dataclass
from typing import Any

from hedgerow import _core
from hedgerow._core import Error, Segments, Truncated
from hedgerow.credentials import KeySource
from hedgerow.files import PREAMBLE
from hedgerow.parts import MAX_PARTS, MIN_PART, Parts
from hedgerow.places import File
from hedgerow.spread import Call, Plan


class SourceChanged(Error):
    """A source is not what it was when the work on it began: nothing was written; call again."""


@dataclass(frozen=True)
class Source:
    """A file as it was when the work began. state: what its file system tells of it, of which the first is its size."""

    file: File
    state: tuple[Any, ...]

    def require(self, read_bytes: int | None = None) -> None:
        """That it is still so, and that read_bytes are all of it."""
        if state_of(self.file) != self.state or read_bytes not in (None, self.state[0]):
            raise SourceChanged(f"{self.file} changed while it was read: nothing was written, call again")

    def read(self, start: int, end: int) -> bytes:
        data: bytes = self.file.fs.cat_file(self.file.path, start=start, end=end)
        if len(data) != end - start:
            raise SourceChanged(f"{self.file} became shorter while it was read: nothing was written, call again")
        return data


@dataclass(frozen=True)
class Layout:
    """A container that is made or read: its beginning, in which the file key is wrapped, and its sizes."""

    preamble: bytes
    segment_bytes: int
    stride: int
    body_offset: int
    segments: int
    plaintext_bytes: int

    def stored_at(self, segment: int) -> int:
        return self.body_offset + segment * self.stride


@dataclass(frozen=True)
class Range:
    """Segments from first on; `number` among the ranges of the file."""

    number: int
    first: int
    count: int
    final: bool

    def plaintext(self, layout: Layout) -> tuple[int, int]:
        start = self.first * layout.segment_bytes
        return start, min(start + self.count * layout.segment_bytes, layout.plaintext_bytes)

    def stored(self, layout: Layout, size: int) -> tuple[int, int]:
        return layout.stored_at(self.first), min(layout.stored_at(self.first + self.count), size)


def state_of(file: File) -> tuple[Any, ...]:
    """The size of a file, and whatever else its file system tells that changes with its content. What a local one calls
    created is the time of the last change of anything."""
    info = file.info()
    return tuple(info.get(name) for name in ("size", "created", "mtime", "ino", "ETag", "etag", "LastModified", "modified"))


def split(layout: Layout, range_bytes: int) -> list[Range]:
    """Ranges of about range_bytes that a multipart upload can take."""
    wanted = max(range_bytes, MIN_PART, -(-layout.plaintext_bytes // (MAX_PARTS - 1)))
    count = -(-wanted // layout.segment_bytes)
    firsts = range(0, layout.segments, count)
    return [Range(number, first, min(count, layout.segments - first), first + count >= layout.segments)
            for number, first in enumerate(firsts)]


def _layout(segments: Segments, preamble: bytes, container_bytes: int) -> Layout:
    count, plaintext = segments.layout(container_bytes)
    return Layout(preamble, segments.segment_bytes, segments.stride, segments.body_offset, count, plaintext)


def _container_bytes(segments: Segments, plaintext: int) -> int:
    tag = segments.stride - segments.segment_bytes
    return segments.body_offset + plaintext + tag * max(-(-plaintext // segments.segment_bytes), 1)


def _unlocked(layout: Layout, key: KeySource) -> Segments:
    return _core.unlock_segments(layout.preamble, key.load(), None)


def begin_sealing(source: File, key: KeySource, options: dict[str, Any]) -> tuple[Source, Layout]:
    """A new file key, in the layout as wrapped by `key`."""
    segments = _core.create_segments(key.load(), options.get("cipher"), options.get("segment_bytes"), None)
    state = state_of(source)
    return Source(source, state), _layout(segments, segments.preamble, _container_bytes(segments, state[0]))


def begin_opening(source: File, key: KeySource) -> tuple[Source, Layout]:
    found = Source(source, state_of(source))
    preamble = found.read(0, min(PREAMBLE, found.state[0]))
    segments = _core.unlock_segments(preamble, key.load(), None)
    return found, _layout(segments, segments.preamble, found.state[0])


def digest_range(source: Source, layout: Layout, part: Range, key: KeySource) -> bytes:
    """Under a key of the container: whoever sees what passes the scheduler cannot confirm a guess of the content."""
    source.require()
    return _unlocked(layout, key).digest(part.first, source.read(*part.plaintext(layout)))


def seal_range(source: Source, layout: Layout, part: Range, digest: bytes, key: KeySource, parts: Parts) -> Any:
    data, segments = source.read(*part.plaintext(layout)), _unlocked(layout, key)
    if segments.digest(part.first, data) != digest:
        raise SourceChanged(f"{source.file} changed while it was read: nothing was written, call again")
    sealed = segments.seal(part.first, data, part.final)
    if part.first:
        return parts.write(part.number, layout.stored_at(part.first), sealed)
    return parts.write(0, 0, layout.preamble + sealed)


def open_range(source: Source, layout: Layout, part: Range, key: KeySource, parts: Parts | None) -> Any:
    """Without parts the range is only checked."""
    start, end = part.plaintext(layout)
    plain = memoryview(bytearray(end - start))
    try:
        stored = source.read(*part.stored(layout, source.state[0]))
    except SourceChanged as error:
        raise Truncated(str(error)) from None
    _unlocked(layout, key).open(part.first, stored, len(stored), part.final, plain)
    return None if parts is None else parts.write(part.number, start, bytes(plain))


def encrypting(source: File, key: KeySource, options: dict[str, Any], begin: Any, range_bytes: int, tell: Any) -> Plan:
    """The plan for one large file; its result: bytes of plaintext. tell(n): n more bytes are done."""
    found, layout = yield Call(begin_sealing, (source, key, options))
    parts: Parts = begin()

    def one(part: Range) -> Plan:
        digest = yield Call(digest_range, (found, layout, part, key))
        written = yield Call(seal_range, (found, layout, part, digest, key, parts))
        start, end = part.plaintext(layout)
        tell(end - start)
        return written

    return (yield from _put_together(found, layout, parts, [one(part) for part in split(layout, range_bytes)]))


def decrypting(source: File, key: KeySource, begin: Any, range_bytes: int, tell: Any) -> Plan:
    """The plan for one large container; begin None: it is only checked."""
    found, layout = yield Call(begin_opening, (source, key))
    parts: Parts | None = begin() if begin else None

    def one(part: Range) -> Plan:
        written = yield Call(open_range, (found, layout, part, key, parts))
        start, end = part.stored(layout, found.state[0])
        tell(end - start + (0 if part.first else layout.body_offset))
        return written

    return (yield from _put_together(found, layout, parts, [one(part) for part in split(layout, range_bytes)]))


def _put_together(source: Source, layout: Layout, parts: Parts | None, ranges: list[Plan]) -> Plan:
    try:
        written = yield ranges
        if parts is None:
            source.require()
        else:
            parts.finish(written, source.require)
    except BaseException as error:
        if parts is not None:
            try:
                parts.abort()
            except Exception as left:
                error.add_note(f"what was begun of the output could not be removed: {left}")
        raise
    return layout.plaintext_bytes
