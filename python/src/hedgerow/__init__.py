"""Hedgerow: Kuznyechik, Magma, GOST 28147, Kalyna, SPECK, SIMON, LEA, SPARX, CLEFIA, RECTANGLE and Cypress in the modes
of their standards, in constant time and as fast as the C++ library; and an encrypted file format.

There is one class for each cipher in each mode, named after both. For example:

    from hedgerow import KuznyechikMGM
    aead = KuznyechikMGM(KuznyechikMGM.generate_key())
    sealed = aead.seal(b"data", b"associated data")
    assert aead.open(sealed, b"associated data") == b"data"

Lengths are in bytes. Data is any object with a C-contiguous buffer. Errors are subclasses of Error. Any number of
threads may use an AEAD or Segments object concurrently, but only one thread at a time may use a Cipher, MAC, Wrap or
AEADStream. A second thread gets InUse."""
from typing import TYPE_CHECKING, Any

from hedgerow import _core
from hedgerow._core import library_version as __version__
from hedgerow.container import (
    Inspection, Slot, Verification, create_identity_file, create_key_file, decrypt_file, encrypt_file, inspect, rekey,
    slots, verify)
from hedgerow.files import ContainerReader, InvalidPosition, open
from hedgerow.writer import ContainerWriter
from hedgerow._algorithms import (
    NO_LIMIT, CipherInfo, KernelInfo, AlgorithmInfo, aead, cipher, ciphers, kernels, mac, algorithms, wrap)
from hedgerow._algorithms import class_of as class_of
from hedgerow._algorithms import classes as _algorithm_classes

if TYPE_CHECKING:
    from hedgerow import _classes
    from hedgerow._classes import *
    from hedgerow._core import *

_TYPES = {name: value for name, value in vars(_core).items() if isinstance(value, type)}
globals().update(_TYPES)
kdf_tree, selftest = _core.kdf_tree, _core.selftest

__all__ = [
    "NO_LIMIT", "CipherInfo", "ContainerReader", "ContainerWriter", "Inspection", "InvalidPosition", "KernelInfo",
    "AlgorithmInfo", "Slot", "Verification", "__version__", "aead", "cipher", "ciphers", "class_of", "create_identity_file",
    "create_key_file", "decrypt_file", "encrypt_file", "inspect", "kdf_tree", "kernels", "mac", "algorithms", "open", "rekey",
    "selftest", "slots", "verify", "wrap"]
if TYPE_CHECKING:
    __all__ += _core.__all__
    __all__ += _classes.__all__
else:
    __all__ += list(_TYPES)


if not TYPE_CHECKING:  # type checkers see the classes in _classes.pyi

    def __getattr__(name: str) -> Any:
        """Returns the class of an algorithm, for example KuznyechikMGM."""
        algorithm = _algorithm_classes().get(name)
        if algorithm is None:
            raise AttributeError(f"module 'hedgerow' has no attribute {name!r}; hedgerow.algorithms() lists ciphers and modes")
        return class_of(*algorithm)


def __dir__() -> list[str]:
    return sorted([*__all__, *_algorithm_classes()])
