"""Makes credentials from the arguments key=, passphrase= and recipients=."""
import base64
import binascii
import os
from typing import Any, Protocol, Union, runtime_checkable

from hedgerow import _core
from hedgerow._core import Credential, InvalidArgument, InvalidKeyFile
from hedgerow._objects import byte_view

KEY_TEXT = b"hedgerow-key-1:"
PUBLIC_TEXT = "hedgerow-public-"


@runtime_checkable
class KeySource(Protocol):
    """Tells where a key is, without holding it: see hedgerow.cluster."""

    def load(self) -> list[Credential]: ...


OneKey = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, Credential, KeySource]
Keys = Union[OneKey, list[Any], tuple[Any, ...], set[Any], None]
KeyLike = Keys
PassphraseLike = Union[str, bytes, None]


def of_key(key: Any) -> list[Credential]:
    """Makes credentials from a Credential, the path of a key file or a file of identities, 64 bytes, the text of a key
    file, or a KeySource."""
    if isinstance(key, Credential):
        return [key]
    if isinstance(key, KeySource):
        return key.load()
    if isinstance(key, (str, os.PathLike)):
        return _of_file(os.fsencode(key))
    if isinstance(key, (bytes, bytearray, memoryview)):
        return [_core.from_master_key(_of_text(byte_view(key, "key").tobytes()))]
    raise TypeError("key must be a Credential, the path of a key file, 64 bytes, or a list of these, not "
                    + type(key).__name__)


def _of_text(key: bytes) -> bytes:
    if not key.startswith(KEY_TEXT):
        return key
    try:
        return base64.b64decode(key[len(KEY_TEXT):].strip(), validate=True)
    except binascii.Error:
        raise InvalidKeyFile("the text of a key file is 'hedgerow-key-1:' and base64: this one is mistyped") from None


def _of_file(path: bytes) -> list[Credential]:
    try:
        return [_core.from_key_file(path)]
    except InvalidKeyFile as no_key_file:
        try:
            return _core.from_identity_file(path)
        except InvalidKeyFile:
            raise no_key_file from None


def of_recipient(recipient: Any) -> list[Credential]:
    """Makes credentials from a public key as text, or from the path of a file of recipients."""
    if isinstance(recipient, str) and recipient.startswith(PUBLIC_TEXT):
        return [_core.from_public_key(recipient)]
    if isinstance(recipient, Credential):
        return [recipient]
    return _core.from_recipients_file(os.fsencode(recipient))


def _each(value: Any) -> list[Any]:
    if value is None:
        return []
    return list(value) if isinstance(value, (list, tuple, set, frozenset)) else [value]


def holds_secret(key: Any, passphrase: PassphraseLike) -> bool:
    """Tells if the argument contains a secret, and not only the place of one. A path that is the text of a key is a
    secret."""
    return passphrase is not None or not all(isinstance(k, KeySource) or is_path(k) for k in _each(key))


def is_path(key: Any) -> bool:
    """Tells if a key is given by the path of its file, and not by its own text."""
    return isinstance(key, (str, os.PathLike)) and not _core.holds_secret_key(os.fsdecode(key))


def of_passphrase(passphrase: str | bytes) -> Credential:
    """Makes a credential from a passphrase of 1 to 1024 bytes, where text is encoded as UTF-8."""
    return _core.from_passphrase(passphrase.encode() if isinstance(passphrase, str) else passphrase)


def credentials(key: Any, passphrase: PassphraseLike, recipients: Any = None) -> list[Credential]:
    """Makes a list of all credentials that were given, of which at least one is required."""
    found = [c for k in _each(key) for c in of_key(k)]
    found += [c for r in _each(recipients) for c in of_recipient(r)]
    if passphrase is not None:
        found.append(of_passphrase(passphrase))
    if not found:
        raise InvalidArgument("a container needs a credential: give key=, passphrase= or, to encrypt, recipients=")
    return found
