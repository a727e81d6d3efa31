"""PEP 272 with the names of PyCryptodome, so that you can port programs. There is a module for each family of ciphers.

    from hedgerow.pep272 import kuznyechik
    kuznyechik.new(key, kuznyechik.MODE_CTR, nonce=iv).encrypt(data)

Each module has new(key, mode, ...), MODE_ECB and so on, block_size and key_size. The key length selects the variant of
a family. If several variants have it, add block_size= or variant=. hedgerow.pep272.ciphers describes the arguments."""
import functools
import sys
import types
from typing import Any

from hedgerow import _algorithms
from hedgerow.pep272.aeads import InvalidCall as InvalidCall
from hedgerow.pep272.aeads import MacMismatch as MacMismatch
from hedgerow.pep272.aeads import MessageTooLong as MessageTooLong
from hedgerow.pep272.aeads import NotWritable as NotWritable
from hedgerow.pep272.ciphers import MODES, base_name, new


def _module(family: str) -> Any:
    """Makes the module hedgerow.pep272.FAMILY, which can be imported by that name."""
    module: Any = types.ModuleType(f"{__name__}.{family}", f"PEP 272 interface of {family}: see hedgerow.pep272.")
    variants = [c for c in _algorithms.ciphers() if base_name(c.name) == family]
    module.new = functools.partial(new, family)
    module.block_size = variants[0].block_bytes
    sizes = tuple(sorted({c.key_bytes for c in variants}))
    module.key_size = sizes[0] if len(sizes) == 1 else sizes
    modes = {o.mode for c in variants for o in _algorithms.algorithms(c.name)}
    for name, (number, mode) in MODES.items():
        if mode in modes:
            setattr(module, name, number)
    sys.modules[f"{__name__}.{family}"] = module
    return module


def __getattr__(name: str) -> Any:
    raise AttributeError(f"hedgerow.pep272 has no {name!r}; it has {', '.join(_FAMILIES)}")


_FAMILIES = sorted({base_name(c.name) for c in _algorithms.ciphers()})
for _family in _FAMILIES:
    globals()[_family] = _module(_family)
