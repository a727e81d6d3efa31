"""Large files on a cluster, where ranges of segments are separate calls and the file is put together at the end.

The nonce of a segment is its number. A number must therefore not be sealed twice with different data under one file
key. But a worker may die after its work, and then the scheduler repeats the work elsewhere. Therefore the source is
read twice:

    1. A first call computes a digest of the range under a key of the container and returns it.
    2. The call that seals gets this digest as a constant. It reads the range into memory and seals this memory only
       if it has the digest, however often the call is repeated.

If the source has changed, the result is SourceChanged. The next attempt makes a new file key."""
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
    """The source has changed since the work on it began, but no output was written, so you can call again."""


@dataclass(frozen=True)
class Source:
    """A file and its state when the work began. state is the info of its file system, with the size as the first
    item."""

    file: File
    state: tuple[Any, ...]

    def require(self, read_bytes: int | None = None) -> None:
        """Checks that the file has not changed, and that read_bytes is its full size."""
        if state_of(self.file) != self.state or read_bytes not in (None, self.state[0]):
            raise SourceChanged(f"{self.file} changed while it was read: nothing was written, call again")

    def read(self, start: int, end: int) -> bytes:
        data: bytes = self.file.fs.cat_file(self.file.path, start=start, end=end)
        if len(data) != end - start:
            raise SourceChanged(f"{self.file} became shorter while it was read: nothing was written, call again")
        return data


@dataclass(frozen=True)
class Layout:
    """A container that is written or read: its sizes, and its first bytes with the wrapped file key."""

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
    """The segments of one range, starting at segment first. number is the number of the range in the file."""

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
    """Returns the size of a file and all other info that changes with its content. In a local file system, the time
    called "created" is the time of the last change of anything."""
    info = file.info()
    return tuple(info.get(name) for name in ("size", "created", "mtime", "ino", "ETag", "etag", "LastModified", "modified"))


def split(layout: Layout, range_bytes: int) -> list[Range]:
    """Divides a file into ranges of about range_bytes, with sizes that a multipart upload accepts."""
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
    """Makes a new file key, wrapped by `key` in the layout."""
    segments = _core.create_segments(key.load(), options.get("cipher"), options.get("segment_bytes"), None)
    state = state_of(source)
    return Source(source, state), _layout(segments, segments.preamble, _container_bytes(segments, state[0]))


def begin_opening(source: File, key: KeySource) -> tuple[Source, Layout]:
    found = Source(source, state_of(source))
    preamble = found.read(0, min(PREAMBLE, found.state[0]))
    segments = _core.unlock_segments(preamble, key.load(), None)
    return found, _layout(segments, segments.preamble, found.state[0])


def digest_range(source: Source, layout: Layout, part: Range, key: KeySource) -> bytes:
    """Computes the digest under a key of the container, so that an observer of the scheduler cannot confirm a guess of
    the content."""
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
    """Without parts, only checks the range."""
    start, end = part.plaintext(layout)
    plain = memoryview(bytearray(end - start))
    try:
        stored = source.read(*part.stored(layout, source.state[0]))
    except SourceChanged as error:
        raise Truncated(str(error)) from None
    _unlocked(layout, key).open(part.first, stored, len(stored), part.final, plain)
    return None if parts is None else parts.write(part.number, start, bytes(plain))


def encrypting(source: File, key: KeySource, options: dict[str, Any], begin: Any, range_bytes: int, tell: Any) -> Plan:
    """The plan for one large file, which returns the number of plaintext bytes and calls tell(n) after n more bytes."""
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
    """The plan for one large container, which is only checked if begin is None."""
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
