"""The compiled part of hedgerow: libhedgerow and its container."""
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, SupportsIndex, TypedDict

from typing_extensions import Buffer

__all__ = ["Error", "InUse", "UnknownCipher", "UnknownMode", "InvalidKeyLength", "InvalidNonce", "InvalidTagLength", "InvalidDataLength", "OverlappingBuffers", "LimitReached", "NonceReused", "InvalidTag", "OutOfOrder", "UnknownKernel", "Unavailable", "InvalidOption", "BufferTooSmall", "InvalidSBox", "InvalidFeedback", "InvalidSection", "InvalidPadding", "MessageTooShort", "LengthsNotAnnounced", "InvalidUnwrap", "NoRandom", "SelfTestFailed", "InvalidLengthField", "InvalidGamma", "InvalidKey", "ContainerError", "NotAContainer", "DamagedHeader", "WrongKey", "Tampered", "Truncated", "TrailingData", "DamagedSlots", "InvalidArmor", "InvalidArgument", "WrongCredential", "InvalidKeyFile", "OutputExists", "SameFile", "ContainerIOError", "ContainerBusy", "UnsupportedContainer", "KdfTooExpensive", "ContainerFileNotFoundError", "ContainerPermissionError", "ContainerIsADirectoryError", "ContainerNotADirectoryError", "ContainerBrokenPipeError", "AEAD", "AEADStream", "Cipher", "MAC", "Wrap", "Credential", "Segments", "OutputFile"]

GIL_BYTES: int
MAX_THREADS: int
library_version: str
machine_class: str

_Nonced = tuple[Buffer, Buffer] | tuple[Buffer, Buffer, Buffer | None]

class AEAD:
    """One key in one AEAD. Any number of threads may use one object concurrently.

    Options: tag_bytes (length of every tag; the default is the usual length of the algorithm), limit_blocks (data limit
    per key), repeat_nonce (allows the last nonce again, for known answers), mask_nonce (MGM: clears the first bit of a
    nonce), padded_length and zero_fill (other readings of DSTU 7624), kernel, sbox, section_bytes, length_bytes."""

    def __init__(self, name: str, key: Buffer, mode: str, /, **options: Any) -> None: ...
    cipher_name: str
    mode_name: str
    kernel: str
    tag_bytes: int
    nonce_bytes: int
    blocks_left: int
    def encrypt(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None = None) -> bytes:
        """Returns ciphertext and tag. Never use a nonce twice under one key. Raises NonceReused for the last nonce."""
    def decrypt(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None = None) -> bytes:
        """Returns the plaintext. Raises InvalidTag if the message is not authentic."""
    def encrypt_into(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None, buf: Buffer) -> int:
        """Returns the number of bytes written, len(data) + tag_bytes. buf starts at data or is disjoint from it."""
    def decrypt_into(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None, buf: Buffer) -> int:
        """Returns the number of bytes written. On InvalidTag, buf is untouched or zeroed."""
    def seal(self, data: Buffer, associated_data: Buffer | None = None) -> bytes:
        """Makes a nonce and returns nonce, ciphertext and tag. open is the inverse. If the tag does not cover the nonce
        (DSTU 7624 GCM), the nonce is also put before the associated data."""
    def open(self, data: Buffer, associated_data: Buffer | None = None) -> bytes:
        """Returns the data that you passed to seal. Raises InvalidTag."""
    def encrypt_batch(self, messages: Iterable[_Nonced], threads: int = 1) -> list[bytes]:
        """Encrypts messages (nonce, data) or (nonce, data, associated_data). If one fails, all of them fail."""
    def decrypt_batch(self, messages: Iterable[_Nonced], threads: int = 1) -> list[bytes]:
        """The inverse of encrypt_batch. Raises InvalidTag if one message is not authentic."""
    def encrypt_strings(self, strings: Iterable[Buffer], data: Buffer) -> bytes:
        """For SIV: encrypts under 0 to 126 strings [RFC 5297] instead of associated data and nonce, and returns
        ciphertext and tag. An empty string counts. If you need a nonce, pass it as the last string. Raises UnknownMode
        for another mode."""
    def decrypt_strings(self, strings: Iterable[Buffer], data: Buffer) -> bytes:
        """The inverse of encrypt_strings with the same strings. Raises InvalidTag."""
    def encryptor(self, nonce: Buffer) -> AEADStream:
        """Encrypts one message in pieces. Raises UnknownMode if the mode needs it in one call (SIV, GCM-SIV)."""
    def decryptor(self, nonce: Buffer) -> AEADStream: ...

class AEADStream:
    """One message of an AEAD in pieces. Only one thread at a time may use it."""

    def authenticate_additional_data(self, data: Buffer) -> None: ...
    def set_lengths(self, associated_data_bytes: SupportsIndex, data_bytes: SupportsIndex) -> None:
        """Announces the exact lengths. CCM needs this before any other call."""
    def update(self, data: Buffer) -> bytes:
        """Decrypted data is NOT VERIFIED until finalize_with_tag returns, so do not use it before."""
    def update_into(self, data: Buffer, buf: Buffer) -> int: ...
    def finalize(self) -> bytes:
        """Ends an encryption and returns the tag."""
    def finalize_with_tag(self, tag: Buffer) -> None:
        """Ends a decryption. Raises InvalidTag if the message was not authentic."""

class Cipher:
    """A block or stream mode in one direction. Only one thread at a time may use it.

    Options: padding ("none", "pkcs7", "bit", "zero", "bit-if-partial"), feedback_bytes, gamma_bytes,
    section_bytes, limit_blocks, sbox, kernel."""

    def __init__(self, name: str, key: Buffer, mode: str, /, *, iv: Buffer | None = None, decrypt: bool = False,
                 **options: Any) -> None: ...
    cipher_name: str
    mode_name: str
    kernel: str
    block_bytes: int
    iv: bytes | None
    updated_iv: bytes | None
    blocks_left: int
    def update(self, data: Buffer) -> bytes:
        """Returns the data of the message in progress that is ready."""
    def update_into(self, data: Buffer, buf: Buffer) -> int:
        """Returns the number of bytes written. Room for len(data) and two blocks is always enough."""
    def finalize(self) -> bytes:
        """Returns the rest with its padding. In a mode with an IV, reset(iv) starts another message."""
    def process(self, data: Buffer, threads: SupportsIndex = 1) -> bytes:
        """Processes a whole message. threads works for modes that can seek (CTR, XTS) and ECB, without padding."""
    def process_into(self, data: Buffer, buf: Buffer, threads: SupportsIndex = 1) -> int: ...
    def reset(self, iv: Buffer | None = None) -> None:
        """Drops the message in progress and starts another. Never use an IV twice under one key."""
    def seek(self, block: SupportsIndex) -> None:
        """Continues at this block of the message. Raises UnknownMode if the mode cannot seek."""
    def batch(self, messages: Iterable[tuple[Buffer | None, Buffer]]) -> list[bytes]:
        """Processes whole messages (iv, data) in the direction of the object. Drops the message in progress."""
    def copy(self) -> Cipher:
        """Returns a second object in the same state."""

class MAC:
    """A tag over data. Only one thread at a time may use it. Options: tag_bytes, section_bytes, master_section_bytes,
    sbox, limit_blocks, kernel."""

    def __init__(self, name: str, key: Buffer, mode: str, /, *, iv: Buffer | None = None, **options: Any) -> None: ...
    cipher_name: str
    mode_name: str
    tag_bytes: int
    def update(self, data: Buffer) -> None: ...
    def finalize(self) -> bytes:
        """Returns the tag. Another message may follow."""
    def verify(self, tag: Buffer) -> None:
        """Raises InvalidTag if the tag is wrong. Another message may follow."""
    def reset(self, iv: Buffer | None = None) -> None: ...
    def batch(self, messages: Iterable[Buffer] | Iterable[tuple[Buffer, Buffer]]) -> list[bytes]:
        """Returns the tags of many messages. A message is data, or (iv, data) if the MAC has an IV."""
    def copy(self) -> MAC: ...

class Wrap:
    """Encrypts keys with a key."""

    def __init__(self, name: str, key: Buffer, mode: str, /, **options: Any) -> None: ...
    cipher_name: str
    mode_name: str
    def wrap(self, key: Buffer, iv: Buffer | None = None) -> bytes: ...
    def unwrap(self, wrapped: Buffer, iv: Buffer | None = None) -> bytes:
        """Returns the key. Raises InvalidUnwrap if it is damaged or was wrapped with another key."""

class Credential:
    """Opens a container, or encrypts for a recipient. It cannot be pickled and does not show its secret."""

    kind: str
    can_open: bool
    label: str
    def with_label(self, text: str) -> Credential: ...

class Segments:
    """The segments of one container. Any number of threads may use one object. Each index can be sealed only once."""

    header: _Header
    preamble: bytes
    body_offset: int
    stride: int
    segment_bytes: int
    def layout(self, container_bytes: int) -> tuple[int, int]:
        """Returns the number of segments and of plaintext bytes of a container of this length."""
    def seal(self, first: int, data: Buffer, final: bool, threads: int = 1) -> bytes:
        """Seals full segments from index `first` on. If `final`, the last one is the last segment of the container."""
    def digest(self, first: int, data: Buffer) -> bytes:
        """Returns a hash of plaintext from index `first` on, 32 bytes. It needs a key of the container."""
    def open(self, first: int, source: Buffer | int, bytes: int, final: bool, buf: Buffer, threads: int = 1) -> int:
        """Opens `bytes` bytes of segments from index `first` on. source is a buffer with them or a descriptor."""

class OutputFile:
    """A file that appears under its name only when it is complete."""

    def fileno(self) -> int: ...
    def commit(self) -> None: ...
    def discard(self) -> None: ...

class _Header(TypedDict):
    version: int
    cipher: str
    mode: str
    segment_bytes: int
    tag_bytes: int

_Progress = Callable[[int, int], Any] | None

def check_buffer(object: Any, name: str, writable: bool = False) -> None:
    """Raises TypeError or BufferError with this argument name if the object is not a usable buffer."""

def ciphers() -> list[dict[str, Any]]: ...
def algorithms() -> list[dict[str, Any]]: ...
def kernels() -> list[dict[str, Any]]: ...
def selftest() -> None:
    """Checks known answers of every cipher and of a mode of each kind. Raises SelfTestFailed."""

def kdf_tree(key: Buffer, label: Buffer, seed: Buffer, length: SupportsIndex = 32) -> bytes:
    """KDF_TREE_GOSTR3411_2012_256 [RFC 7836 section 4.5] with a counter of one byte. Derives 1 to 8160 bytes of keys
    from a key of 32 bytes. The result depends on a label and a seed. For 32 bytes it is KDF_GOSTR3411_2012_256
    [section 4.4]."""

def from_master_key(key: Buffer) -> Credential: ...
def from_passphrase(passphrase: Buffer) -> Credential: ...
def from_public_key(text: str) -> Credential: ...
def from_key_file(path: bytes) -> Credential: ...
def from_identity_file(path: bytes) -> list[Credential]: ...
def from_recipients_file(path: bytes) -> list[Credential]: ...
def holds_secret_key(text: str) -> bool: ...
def create_key_file(path: bytes) -> None: ...
def create_identity_file(path: bytes) -> str: ...
def create_output(path: bytes, overwrite: bool = False) -> OutputFile: ...
def create_segments(credentials: Sequence[Credential], cipher: str | None = None, segment_bytes: int | None = None,
                    kdf: str | None = None) -> Segments: ...
def container_layout(preamble: Buffer, container_bytes: int) -> tuple[int, int]: ...
def unlock_segments(preamble: Buffer, credentials: Sequence[Credential], kdf_limit: str | None = None) -> Segments: ...
def encrypt_container(input: int, output: int | bytes, credentials: Sequence[Credential], cipher: str | None = None,
                      segment_bytes: int | None = None, kdf: str | None = None, threads: int = 0,
                      overwrite: bool = False, progress: _Progress = None, layout: str | None = None) -> None: ...
def decrypt_container(input: int, output: int | bytes, credentials: Sequence[Credential], kdf_limit: str | None = None,
                      threads: int = 0, overwrite: bool = False, progress: _Progress = None) -> None: ...
def verify_container(input: int, credentials: Sequence[Credential], kdf_limit: str | None = None, threads: int = 0,
                     progress: _Progress = None) -> dict[str, Any]: ...
def inspect_container(input: int) -> dict[str, Any]: ...
def rekey_container(path: bytes, credentials: Sequence[Credential], add: Sequence[Credential] | None,
                    remove: Sequence[str] | None, kdf: str | None, kdf_limit: str | None, how: str,
                    progress: _Progress = None) -> list[tuple[str, str]]: ...

class Error(Exception):
    """The base of all exceptions of hedgerow. status is the number in the C ABI, or None."""

    status: ClassVar[int | None]

class InUse(Error, RuntimeError): ...
# Written by tools/stubs.py from here on.
class UnknownCipher(Error, ValueError):
    """There is no cipher of this name: hedgerow.ciphers() lists all."""
class UnknownMode(Error, ValueError):
    """The cipher has no such mode, or the mode cannot do this (seek, pieces, an IV): hedgerow.algorithms() lists all."""
class InvalidKeyLength(Error, ValueError):
    """The key has a wrong length."""
class InvalidNonce(Error, ValueError):
    """The nonce or IV has a wrong length, or a first bit that must be 0."""
class InvalidTagLength(Error, ValueError):
    """The tag has a wrong length."""
class InvalidDataLength(Error, ValueError):
    """The mode does not take data of this length."""
class OverlappingBuffers(Error, ValueError):
    """data and buf must be the same buffer or disjoint, and they overlap."""
class LimitReached(Error):
    """The data limit of the key or of a message would be exceeded."""
class NonceReused(Error, ValueError):
    """This nonce was used before under this key, or the object cannot make another one: use a new nonce (the option repeat_nonce=True is for known answers)."""
class InvalidTag(Error):
    """The tag does not match: the data, the associated data, the nonce or the key is not what was encrypted."""
class OutOfOrder(Error, RuntimeError):
    """The call is out of order: associated data comes before data, and after the end of a message you need a new object or reset()."""
class UnknownKernel(Error, ValueError):
    """The cipher has no kernel of this name: hedgerow.kernels() lists all."""
class Unavailable(Error):
    """This processor, system or build lacks the instructions of the kernel."""
class InvalidOption(Error, ValueError):
    """The mode does not have this option."""
class BufferTooSmall(Error, ValueError):
    """buf is too small for the result."""
class InvalidSBox(Error, ValueError):
    """The option sbox does not fit the cipher."""
class InvalidFeedback(Error, ValueError):
    """The mode does not take this feedback_bytes."""
class InvalidSection(Error, ValueError):
    """The mode does not take this section_bytes or master_section_bytes."""
class InvalidPadding(Error):
    """The padding is not what the option padding says: the data, the key or the IV is not what was encrypted."""
class MessageTooShort(Error, ValueError):
    """The message is too short for the mode."""
class LengthsNotAnnounced(Error, RuntimeError):
    """set_lengths must come first, with exactly the lengths of the associated data and of the data that follow."""
class InvalidUnwrap(Error):
    """The wrapped key is damaged, or was wrapped under another key or IV."""
class NoRandom(Error):
    """The system has no random bytes for a nonce."""
class SelfTestFailed(Error):
    """A known answer was wrong: do not use the library on this machine."""
class InvalidLengthField(Error, ValueError):
    """The mode does not take this length_bytes."""
class InvalidGamma(Error, ValueError):
    """The mode does not take this gamma_bytes."""
class InvalidKey(Error, ValueError):
    """The mode does not take this key: the two keys of XTS must differ, and what KW of DSTU 7624 wraps must not end like the length and padding of a shorter key."""
class ContainerError(Error):
    """What is wrong with a container."""
class NotAContainer(ContainerError):
    """The data does not begin like a container."""
class DamagedHeader(ContainerError):
    """A field of the header has a value that it cannot have."""
class WrongKey(ContainerError):
    """No given credential opens the container."""
class Tampered(ContainerError, InvalidTag):
    """A segment is not authentic."""
class Truncated(ContainerError):
    """The container ends before its final segment."""
class TrailingData(ContainerError):
    """There is data after the container's final segment."""
class DamagedSlots(ContainerError):
    """Every copy of the slot area is damaged."""
class InvalidArmor(ContainerError):
    """The text around the container is not armor."""
class InvalidArgument(ContainerError, ValueError):
    """The call does not allow this value."""
class WrongCredential(ContainerError, ValueError):
    """The container opens with credentials of another kind."""
class InvalidKeyFile(ContainerError, ValueError):
    """This is not a key file, identity or public key, or it is mistyped."""
class OutputExists(ContainerError, FileExistsError):
    """The output exists already."""
class SameFile(ContainerError, ValueError):
    """The input and the output are the same file."""
class ContainerIOError(ContainerError, OSError):
    """Reading or writing failed."""
class ContainerBusy(ContainerError):
    """Another process is changing the container."""
class UnsupportedContainer(ContainerError):
    """This library does not support the version, cipher or mode."""
class KdfTooExpensive(ContainerError):
    """Opening costs more than kdf_limit allows."""
class ContainerFileNotFoundError(ContainerIOError, FileNotFoundError):
    """Reading or writing failed, for a reason that has an own class of OSError."""
class ContainerPermissionError(ContainerIOError, PermissionError):
    """Reading or writing failed, for a reason that has an own class of OSError."""
class ContainerIsADirectoryError(ContainerIOError, IsADirectoryError):
    """Reading or writing failed, for a reason that has an own class of OSError."""
class ContainerNotADirectoryError(ContainerIOError, NotADirectoryError):
    """Reading or writing failed, for a reason that has an own class of OSError."""
class ContainerBrokenPipeError(ContainerIOError, BrokenPipeError):
    """Reading or writing failed, for a reason that has an own class of OSError."""
