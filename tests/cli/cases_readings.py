"""Where a standard is read in two ways: the options that choose."""
from cases_cipher import both_ways, call


def test_readings_of_incomplete_blocks():
    """What UAPKI gives for 15 bytes in GCM; GOST 28147-89's MAC of a block, and of the block and zeros."""
    key, iv, data = (bytes((first + 7 * i) % 256 for i in range(n)).hex() for first, n in ((1, 16), (3, 16), (20, 15)))
    uapki = {"key": key, "iv": iv, "plaintext": data, "ciphertext": "c237e4fcdc724ebdd4bbe666e15c2e",
             "tag": "d1363cccf6d8608d16606677d5ca83b6"}
    both_ways("kalyna-128-128", "gcm", uapki, "--padded-length")
    imit = ("mac", "gost28147:tc26-z", "imit")
    assert call(*imit, "--two-blocks", stdin=bytes(8)) == call(*imit, stdin=bytes(16)) != call(*imit, stdin=bytes(8))


def test_readings_that_a_mode_does_not_have():
    assert "no --two-blocks" in call("mac", "magma", "cmac", "--two-blocks", stdin=b"", code=2)[1]
    assert "no --padded-length" in call("mac", "magma", "cmac", "--padded-length", stdin=b"", code=2)[1]
