"""A plugin of pytest for test_pycryptodome.py: hedgerow.pep272.aes takes the place of Crypto.Cipher.AES."""
import sys
import types

import Crypto.Cipher
from Crypto.Cipher import AES
from hedgerow import pep272

made = types.ModuleType("Crypto.Cipher.AES")
made.__dict__.update({name: value for name, value in vars(AES).items() if name.startswith("MODE_")})
made.__dict__.update(new=pep272.aes.new, block_size=pep272.aes.block_size, key_size=AES.key_size)
sys.modules["Crypto.Cipher.AES"] = Crypto.Cipher.AES = made  # type: ignore[assignment]
