"""The first steps of a user of the installed package. Prints one line, or fails."""
import io

import hedgerow

hedgerow.selftest()
aead = hedgerow.KuznyechikMGM(hedgerow.KuznyechikMGM.generate_key())
assert aead.open(aead.seal(b"message", b"associated data"), b"associated data") == b"message"
try:
    aead.open(bytes(48))
    raise SystemExit("a forged message was accepted")
except hedgerow.InvalidTag:
    pass
sealed = io.BytesIO()
with hedgerow.open(sealed, "wb", key=bytes(64)) as file:
    file.write(b"data")
assert hedgerow.open(sealed, key=bytes(64)).read() == b"data"
print("the package works:", hedgerow.__version__)
