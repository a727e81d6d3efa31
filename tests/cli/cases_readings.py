"""Options that choose between two readings of a standard."""
from cases_cipher import both_ways, call


def test_readings_of_incomplete_blocks():
    """GCM over 15 bytes as UAPKI computes it; and the MAC of GOST 28147-89 over one block, and over that block and
    zeros."""
    key, iv, data = (bytes((first + 7 * i) % 256 for i in range(n)).hex() for first, n in ((1, 16), (3, 16), (20, 15)))
    uapki = {"key": key, "iv": iv, "plaintext": data, "ciphertext": "c237e4fcdc724ebdd4bbe666e15c2e",
             "tag": "d1363cccf6d8608d16606677d5ca83b6"}
    both_ways("kalyna-128-128", "gcm", uapki, "--padded-length")
    imit = ("mac", "gost28147:tc26-z", "imit")
    assert call(*imit, "--two-blocks", stdin=bytes(8)) == call(*imit, stdin=bytes(16)) != call(*imit, stdin=bytes(8))


def test_readings_of_ccm():
    """The two readings differ for an incomplete block, and each of them opens only its own output."""
    ccm = {"key": bytes(range(16)).hex(), "iv": bytes(range(16)).hex()}
    sealed = {flags: call("cipher", "kalyna-128-128", "ccm", "--encrypt", *flags, stdin=bytes(15), **ccm)[0]
              for flags in ((), ("--zero-fill",))}
    assert sealed[()] != sealed[("--zero-fill",)]
    for flags, data in sealed.items():
        assert call("cipher", "kalyna-128-128", "ccm", "--decrypt", *flags, stdin=data, **ccm)[0] == bytes(15)
        other = () if flags else ("--zero-fill",)
        call("cipher", "kalyna-128-128", "ccm", "--decrypt", *other, stdin=data, code=1, **ccm)


def test_readings_that_a_mode_does_not_have():
    assert "no --two-blocks" in call("mac", "magma", "cmac", "--two-blocks", stdin=b"", code=2)[1]
    assert "no --zero-fill" in call("cipher", "magma", "ctr", "--encrypt", "--zero-fill", iv="00" * 4, stdin=b"", code=2)[1]
    assert "no --padded-length" in call("mac", "magma", "cmac", "--padded-length", stdin=b"", code=2)[1]
