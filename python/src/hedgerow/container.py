"""Containers of Hedgerow: files that are encrypted, authenticated and seekable (docs/container.md)."""
import contextlib
import io
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from hedgerow import _core
from hedgerow._core import Credential
from hedgerow.credentials import KeyLike, Keys, PassphraseLike, credentials

Path = str | bytes | os.PathLike[str] | os.PathLike[bytes]
Progress = Callable[[int, int], Any]


@dataclass(frozen=True, slots=True)
class Inspection:
    """The data that a container shows without a key, which is not authenticated. Unknown sizes are None."""

    version: int
    cipher: str
    mode: str
    segment_bytes: int
    tag_bytes: int
    slots: list[str]
    kdf: str | None
    container_bytes: int | None
    plaintext_bytes: int | None


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of verify, where copies_whole is False if a copy of the header or the slots is stale or damaged; rekey
    repairs it."""

    cipher: str
    plaintext_bytes: int
    opened_with: str
    copies_whole: bool


@dataclass(frozen=True, slots=True)
class Slot:
    """A credential of a container: its kind ("key file", "passphrase" or "recipient") and its label. Bytes of a label
    that are not UTF-8 are surrogates, as in os.fsdecode."""

    kind: str
    label: str


def create_key_file(path: Path) -> None:
    """Makes a new key file with mode 0600. Raises OutputExists."""
    _core.create_key_file(os.fsencode(path))


def create_identity_file(path: Path) -> str:
    """Makes a file with a new X25519 identity, with mode 0600, and returns its public key as text. Raises
    OutputExists."""
    return _core.create_identity_file(os.fsencode(path))


@contextlib.contextmanager
def shown(progress: Progress | bool | None, unit: str = "B") -> Iterator[Progress | None]:
    """Returns the callback for `progress`. True means a bar of tqdm, if that is installed."""
    if progress is not True:
        yield progress or None
        return
    try:
        from tqdm.auto import tqdm
    except ImportError:
        yield None
        return
    with tqdm(unit=unit, unit_scale=unit == "B") as bar:
        def show(done: int, total: int) -> None:
            bar.total = total or None
            bar.update(done - bar.n)

        yield show


def encrypt_file(source: Path, target: Path, *, key: KeyLike = None, passphrase: PassphraseLike = None,
                 recipients: Keys = None, cipher: str | None = None, segment_bytes: int | None = None,
                 kdf: str | None = None, threads: int = 0, overwrite: bool = False,
                 progress: Progress | bool | None = None, layout: str | None = None) -> None:
    """Encrypts the file `source` to the container `target`, which appears only when it is complete.

    For key, passphrase and recipients see hedgerow.open. Each of them can open the container, and threads=0 means one
    thread per CPU. progress(done, total) gets the number of input bytes; progress=True shows a bar if tqdm is
    installed. layout is "compact", "reserved" (12 KiB of room, so that rekey changes the file in place), or None for
    compact below 64 KiB. Raises OutputExists, SameFile, ContainerIOError, InvalidArgument."""
    with open_binary(source) as file, shown(progress) as call:
        _core.encrypt_container(file.fileno(), os.fsencode(target), credentials(key, passphrase, recipients), cipher,
                                segment_bytes, kdf, threads, overwrite, call, layout)


def decrypt_file(source: Path, target: Path, *, key: KeyLike = None, passphrase: PassphraseLike = None,
                 kdf_limit: str | None = None, threads: int = 0, overwrite: bool = False,
                 progress: Progress | bool | None = None) -> None:
    """Decrypts the container `source` to the file `target`, which appears only if all of the container was authentic.

    kdf_limit has the form "PASSESxMEMORY", for example "16x1G". Raises for example WrongKey, Tampered or Truncated."""
    with open_binary(source) as file, shown(progress) as call:
        _core.decrypt_container(file.fileno(), os.fsencode(target), credentials(key, passphrase), kdf_limit, threads,
                                overwrite, call)


def verify(source: Path, *, key: KeyLike = None, passphrase: PassphraseLike = None, kdf_limit: str | None = None,
           threads: int = 0, progress: Progress | bool | None = None) -> Verification:
    """Checks every byte of a container as decrypt_file does, but writes no output."""
    with open_binary(source) as file, shown(progress) as call:
        found = _core.verify_container(file.fileno(), credentials(key, passphrase), kdf_limit, threads, call)
    return Verification(found["header"]["cipher"], found["plaintext_bytes"], found["opened_with"],
                        found["copies_whole"])


def inspect(source: Path) -> Inspection:
    """Returns the header and the kinds of credentials of a container. It needs no key, and the result is not
    authenticated."""
    with open_binary(source) as file:
        found = _core.inspect_container(file.fileno())
    return Inspection(**found.pop("header"), **found)


def slots(path: Path, *, key: KeyLike = None, passphrase: PassphraseLike = None) -> list[Slot]:
    """Returns the credentials of a container with their labels. You need a credential that opens it."""
    return _rekey(path, credentials(key, passphrase), None, None, None, None, "list", None)


def rekey(path: Path, *, key: KeyLike = None, passphrase: PassphraseLike = None, add: Iterable[Credential] = (),
          remove: Iterable[str] = (), kdf: str | None = None, kdf_limit: str | None = None, reencrypt: bool = False,
          progress: Progress | None = None) -> list[Slot]:
    """Adds credentials and removes credentials by their labels without touching the data. Returns the new slots.

    People who had access keep access to everything they could read. With reencrypt=True, a new file with a new file key
    replaces the old one. Raises ContainerBusy, InvalidArgument."""
    how = "reencrypt" if reencrypt else "rekey"
    return _rekey(path, credentials(key, passphrase), list(add), list(remove), kdf, kdf_limit, how, progress)


def _rekey(path: Path, *arguments: Any) -> list[Slot]:
    return [Slot(*slot) for slot in _core.rekey_container(os.fsencode(path), *arguments)]


def open_binary(path: Path) -> io.FileIO:
    return io.FileIO(path, "rb")
