"""A plugin of pytest for test_pycryptodome.py: hedgerow.pep272.aes takes the place of Crypto.Cipher.AES."""
import os
import sys
import types
from typing import Any

import Crypto.Cipher
from Crypto.Cipher import AES
from hedgerow import pep272

tests = set()


def new(*arguments: Any, **options: Any) -> Any:
    tests.add(os.environ["PYTEST_CURRENT_TEST"].rpartition(" ")[0])
    return pep272.aes.new(*arguments, **options)


def pytest_sessionfinish() -> None:
    print(f"\n{len(tests)} tests use AES")


made = types.ModuleType("Crypto.Cipher.AES")
made.__dict__.update({name: value for name, value in vars(AES).items() if name.startswith("MODE_")})
made.__dict__.update(new=new, block_size=pep272.aes.block_size, key_size=AES.key_size)
sys.modules["Crypto.Cipher.AES"] = Crypto.Cipher.AES = made  # type: ignore[assignment]
