"""cipher, mac, wrap, unwrap and list --modes: the vectors, and errors. tests/provider/command_test.py compares `cipher`
with `openssl enc`."""
import json
import os
import random
import subprocess
from pathlib import Path

from support import CLI, get, put, run, temporaries

VECTORS = Path(__file__).resolve().parents[1] / "vectors"
KEY = "8899aabbccddeeff0011223344556677fedcba98765432100123456789abcdef"
MGM_NONCE = "1122334455667700ffeeddccbbaa9988"


def vectors(name, **wanted):
    found = [v for v in json.loads((VECTORS / f"{name}.json").read_text())["vectors"]
             if all(v.get(key) == value for key, value in wanted.items())]
    assert found, (name, wanted)
    return found


def call(command, cipher, mode, *arguments, key=KEY, iv=None, **options):
    put("key", bytes.fromhex(key))
    os.chmod("key", 0o600)
    iv_option = ("--iv", iv) if iv else ()
    return run(command, "--cipher", cipher, "--mode", mode, "--key-file", "key", *iv_option, *arguments, **options)


def both_ways(cipher, mode, v, *arguments):
    plain, expected = bytes.fromhex(v["plaintext"]), bytes.fromhex(v["ciphertext"] + v.get("tag", ""))
    if v.get("aad"):
        put("aad", bytes.fromhex(v["aad"]))
        arguments += ("--aad-file", "aad")
    if v.get("tag"):
        arguments += ("--tag-bytes", str(len(v["tag"]) // 2))
    named = {"key": v["key"], "iv": v.get("iv", v.get("nonce"))}
    assert call("cipher", cipher, mode, "--encrypt", *arguments, stdin=plain, **named)[0] == expected, (cipher, mode)
    assert call("cipher", cipher, mode, "--decrypt", *arguments, stdin=expected, **named)[0] == plain, (cipher, mode)
    call("cipher", cipher, mode, "--decrypt", "--force", "-o", "out", *arguments, stdin=expected, **named)
    assert get("out") == plain


def test_cipher_vectors():
    for mode in ("ECB", "CBC", "CTR", "CFB", "OFB"):
        for name, cipher in (("Kuznyechik", "kuznyechik"), ("Magma", "magma")):
            v = vectors("gost3413_modes", cipher=name, mode=mode)[0]
            s = ("--feedback-bytes", str(v["s_bytes"])) if mode == "CFB" and "s_bytes" in v else ()
            both_ways(cipher, mode.lower(), v, *s)
    for v in vectors("kalyna_modes", mode="XTS")[:3]:
        both_ways(f"kalyna-{v['block_bits']}-{v['key_bits']}", "xts", v)
    for v in vectors("acpkm", mode="CTR-ACPKM", cipher="Kuznyechik"):
        both_ways("kuznyechik", "ctr-acpkm", v, "--section-bytes", str(v["section_bytes"]))
    for mode in ("CFB", "CNT"):
        v = vectors("gost_engine_modes", mode=mode, sbox="id-tc26-gost-28147-param-Z")[-1]
        both_ways("gost28147:tc26-z", mode.lower(), v, "--section-bytes", str(v["section_bytes"]))


def test_a_shorter_gamma():
    """The expected output uses the leading s bytes of each block of the published gamma."""
    for name, block in (("Kuznyechik", 16), ("Magma", 8)):
        for mode in ("CTR", "OFB"):
            v = vectors("gost3413_modes", cipher=name, mode=mode)[0]
            plain, sealed = bytes.fromhex(v["plaintext"]), bytes.fromhex(v["ciphertext"])
            for s in (1, block - 3, block):
                gamma = bytes(p ^ c for i, (p, c) in enumerate(zip(plain, sealed)) if i % block < s)
                out, _ = call("cipher", name.lower(), mode.lower(), "--encrypt", "--gamma-bytes", str(s), key=v["key"],
                              iv=v["iv"], stdin=bytes(len(gamma)))
                assert out == gamma, (name, mode, s)
    _, error = call("cipher", "magma", "ctr", "--encrypt", "--gamma-bytes", "9", iv="00112233", stdin=b"x", code=2)
    assert "--gamma-bytes 9" in error and "1 to 8" in error
    _, error = call("cipher", "kalyna-128-128", "ctr", "--encrypt", "--gamma-bytes", "4", iv=KEY[:32], stdin=b"x",
                    key=KEY[:32], code=2)
    assert "has no --gamma-bytes" in error


def test_aead_vectors():
    for v in vectors("mgm"):
        both_ways(v["cipher"].lower(), "mgm", v)
    for v in vectors("kalyna_modes", mode="GCM"):
        both_ways(f"kalyna-{v['block_bits']}-{v['key_bits']}", "gcm", v)
    for v in vectors("aead"):
        if v["mode"] in ("siv", "ccm", "gcm-siv"):
            both_ways(v["cipher"], v["mode"], v)


def test_mac_and_wrap_vectors():
    v = vectors("aes_kw")[0]
    for command, data, expected in (("wrap", "plaintext", "ciphertext"), ("unwrap", "ciphertext", "plaintext")):
        out, _ = call(command, "aes-128", "kw", key=v["key"], stdin=bytes.fromhex(v[data]))
        assert out.hex() == v[expected]
    v = vectors("kexp15")[0]
    keys = v["mac_key"] + v["enc_key"]
    assert call("wrap", "magma", "kexp15", key=keys, iv=v["iv"], stdin=bytes.fromhex(v["plaintext"]))[0].hex() == v["ciphertext"]
    changed = bytearray.fromhex(v["ciphertext"])
    changed[3] ^= 1
    out, _ = call("unwrap", "magma", "kexp15", "-o", "out", key=keys, iv=v["iv"], stdin=bytes(changed), code=1)
    assert out == b"" and not os.path.exists("out")
    data = bytes.fromhex("1122334455667700ffeeddccbbaa998800112233445566778899aabbcceeff0a"
                         "112233445566778899aabbcceeff0a002233445566778899aabbcceeff0a0011")
    tag = "336f4d296059fbe3"  # GOST R 34.13-2015 A.1.6
    cmac = ("mac", "kuznyechik", "cmac", "--tag-bytes", "8")
    assert call(*cmac, stdin=data)[0] == tag.encode() + b"\n"
    assert call(*cmac, "--binary", stdin=data)[0].hex() == tag
    assert json.loads(call(*cmac, "--json", stdin=data)[0])["tag"] == tag
    assert call(*cmac, "--check", tag, stdin=data)[0] == b""
    call(*cmac, "--check", tag, stdin=data + b"x", code=1)
    call(*cmac, "--check", tag + "00", stdin=data, code=2)
    assert len(call("mac", "aes-128", "gmac", key=KEY[:32], iv="00" * 12, stdin=b"")[0]) == 33


def test_where_keys_come_from():
    ctr = ("cipher", "--cipher", "kuznyechik", "--mode", "ctr", "--encrypt", "--iv", "1234567890abcef0")
    expected = call("cipher", "kuznyechik", "ctr", "--encrypt", iv="1234567890abcef0", stdin=b"data")[0]
    for text in (bytes.fromhex(KEY), KEY.encode(), KEY.upper().encode() + b"\n", KEY.encode() + b"\r\n"):
        put("k", text)
        os.chmod("k", 0o600)
        assert run(*ctr, "--key-file", "k", stdin=b"data") == (expected, "")
        with open("k", "rb") as file:
            fd = file.fileno()
            assert run(*ctr, "--key-fd", str(fd), stdin=b"data", pass_fds=(fd,))[0] == expected
    out, text = run(*ctr, "--insecure-key-hex", KEY, stdin=b"data")
    assert out == expected and "warning" in text and KEY not in text
    assert run(*ctr, "--insecure-key-hex", KEY, "-q", stdin=b"data") == (expected, "")
    os.chmod("k", 0o644)
    assert "chmod 600" in run(*ctr, "--key-file", "k", stdin=b"data")[1]
    for bad in (b"", bytes(31), bytes(33), KEY[:-1].encode(), KEY[:-1].encode() + b"g", bytes(5000)):
        put("k", bad)
        out, text = run(*ctr, "--key-file", "k", stdin=b"data", code=2)
        assert out == b"" and (len(bad) > 4096 or "32 bytes" in text and "64 hex digits" in text), text
    run(*ctr, "--key-file", "none", stdin=b"data", code=3)
    run(*ctr, "--insecure-key-hex", "k" * 32, stdin=b"data", code=2)
    run(*ctr, "--key-fd", "77", stdin=b"data", code=2)
    run(*ctr, "--key-fd", "0", stdin=b"data", code=2)
    run(*ctr, stdin=b"data", code=2)
    run(*ctr, "--key-file", "k", "--insecure-key-hex", KEY, stdin=b"data", code=2)


def test_own_sboxes():
    boxes = json.loads((VECTORS / "gost28147_sboxes.json").read_text())["gost28147:tc26-z"]
    rows = [row if isinstance(row, list) else [int(digit, 16) for digit in row] for row in boxes]
    put("boxes", bytes(row[2 * j] | row[2 * j + 1] << 4 for row in rows for j in range(8)))
    os.chmod("boxes", 0o600)
    named = call("cipher", "gost28147:tc26-z", "cnt", "--encrypt", iv="00" * 8, stdin=b"data")[0]
    own = ("cipher", "gost28147:user", "cnt", "--encrypt")
    assert call(*own, "--sbox-file", "boxes", iv="00" * 8, stdin=b"data")[0] == named
    assert "--sbox-file" in call(*own, iv="00" * 8, stdin=b"data", code=2)[1]
    put("boxes", bytes(64))
    call(*own, "--sbox-file", "boxes", iv="00" * 8, stdin=b"data", code=2)


def test_refusals():
    ctr = ("cipher", "kuznyechik", "ctr")
    for arguments, named, code, word in (
            (ctr, {"iv": "00" * 8}, 2, "--decrypt"), ((*ctr, "--encrypt", "--decrypt"), {"iv": "00" * 8}, 2, "--decrypt"),
            ((*ctr, "--encrypt"), {}, 2, "8 bytes"), ((*ctr, "--encrypt"), {"iv": "00" * 7}, 2, "8 bytes"),
            ((*ctr, "--encrypt"), {"iv": "0g" * 8}, 2, "hex"), ((*ctr, "--encrypt"), {"iv": "0" * 15}, 2, "hex"),
            ((*ctr, "--encrypt", "--padding", "pkcs7"), {"iv": "00" * 8}, 2, "--padding"),
            ((*ctr, "--encrypt", "--tag-bytes", "8"), {"iv": "00" * 8}, 2, "--tag-bytes"),
            ((*ctr, "--encrypt", "--feedback-bytes", "8"), {"iv": "00" * 8}, 2, "--feedback-bytes"),
            ((*ctr, "--encrypt", "--section-bytes", "1K"), {"iv": "00" * 8}, 2, "--section-bytes"),
            ((*ctr, "--encrypt", "--aad-file", "key"), {"iv": "00" * 8}, 2, "--aad-file"),
            (("cipher", "kuznyechik", "ecb", "--encrypt"), {"iv": "00" * 16}, 2, "IV"),
            (("cipher", "kuznyechik", "cbc", "--encrypt", "--padding", "iso"), {"iv": "00" * 16}, 2, "bit-if-partial"),
            (("cipher", "kuznyechik", "cbc", "--encrypt"), {"iv": "00" * 16}, 2, "block"),
            (("cipher", "kuznyechik", "cbc", "--encrypt"), {"iv": "00" * 24}, 2, "steps of 16"),
            (("cipher", "kuznyechik", "mgm", "--encrypt", "--tag-bytes", "3"), {"iv": MGM_NONCE}, 2, "4 to 16"),
            (("cipher", "kuznyechik", "mgm", "--encrypt"), {"iv": "ff" * 16}, 2, "--mask-nonce clears it"),
            (("cipher", "kuznyechik", "cmac", "--encrypt"), {}, 4, "ctr-acpkm"), (("mac", "kuznyechik", "ctr"), {}, 4, "cmac"),
            (("wrap", "speck-32-64", "kw"), {}, 4, "none"), (("mac", "nonesuch", "cmac"), {}, 4, "hedgerow list"),
            (("mac", "kuznyechikk", "cmac"), {}, 4, "did you mean kuznyechik?")):
        out, text = call(*arguments, stdin=b"data", code=code, **named)
        assert out == b"" and word in text, (arguments, text)
    call("cipher", "kuznyechik", "mgm", "--encrypt", "--mask-nonce", iv="ff" * 16, stdin=b"data")
    done = subprocess.run([CLI, "mac", "--cipher", "magma", "--mode", "ctr", "--json"], capture_output=True, timeout=60,
                          stdin=subprocess.DEVNULL)
    failure = json.loads(done.stdout)
    assert failure["ok"] is False and failure["exit_code"] == 4


def test_limit():
    data = bytes((8 << 20) + 8)
    call("cipher", "magma", "ctr", "--encrypt", "-o", "out", iv="00" * 4, stdin=data, code=4)
    assert not os.path.exists("out") and not temporaries()
    call("cipher", "magma", "ctr", "--encrypt", "--no-limit", "-o", "out", iv="00" * 4, stdin=data)
    assert os.path.getsize("out") == len(data)


def test_not_authentic():
    put("aad", b"header")
    for cipher, mode, nonce in (("kuznyechik", "mgm", MGM_NONCE), ("aes-256", "ccm", "00" * 12), ("aes-256", "gcm-siv", "00" * 12)):
        for size in (1, 16, (1 << 20) - 1, (1 << 20) + 16, (2 << 20) + 9):
            plain = os.urandom(size)
            named = (cipher, mode, "--aad-file", "aad")
            sealed = call("cipher", *named, "--encrypt", iv=nonce, stdin=plain)[0]
            assert len(sealed) == size + 16
            call("cipher", *named, "--decrypt", "-o", "out", "--force", iv=nonce, stdin=sealed)
            assert get("out") == plain and call("cipher", *named, "--decrypt", iv=nonce, stdin=sealed)[0] == plain
            os.remove("out")
            changed = bytearray(sealed)
            changed[random.randrange(len(sealed))] ^= 1
            for bad in (bytes(changed), sealed[:-1], sealed[:15], b"", sealed + b"x"):
                for output in ((), ("-o", "out")):
                    out, _ = call("cipher", *named, "--decrypt", *output, iv=nonce, stdin=bad, code=1)
                    assert out == b"" and not os.path.exists("out") and not temporaries()


def test_padding_has_one_message():
    for padding in ("pkcs7", "bit"):
        named = ("cipher", "magma", "ecb", "--padding", padding)
        told = set()
        for block in (bytes(8), b"\x09" * 8, b"\xff" * 8, b"\x01" * 7 + b"\x02", b"\x80" + b"\x00" * 6 + b"\x01"):
            bad = call("cipher", "magma", "ecb", "--encrypt", stdin=block)[0]
            if padding == "pkcs7" and block[-1] == 1 or padding == "bit" and block.rstrip(b"\0").endswith(b"\x80"):
                continue
            out, text = call(*named, "--decrypt", stdin=bad, code=1)
            told.add(text)
            assert out == b""
        assert len(told) == 1, told
        for size in (0, 7, 8, 9):
            sealed = call(*named, "--encrypt", stdin=b"\0" * size)[0]
            assert call(*named, "--decrypt", stdin=sealed)[0] == b"\0" * size
        call(*named, "--decrypt", stdin=bytes(9), code=1)


def test_outputs():
    ctr = ("cipher", "kuznyechik", "ctr", "--encrypt")
    named = {"iv": "00" * 8}
    data = os.urandom((5 << 20) + 3)
    sealed, text = call(*ctr, "--quiet", stdin=data, **named)
    assert text == "" and len(sealed) == len(data) and call(*ctr, stdin=sealed, **named)[0] == data
    assert call(*ctr, stdin=b"", **named)[0] == b""
    put("out", b"old")
    call(*ctr, "-o", "out", stdin=data, **named, code=2)
    assert get("out") == b"old"
    result = json.loads(call(*ctr, "-o", "out", "--force", "--json", stdin=data, **named)[0])
    assert result["output_bytes"] == len(data) and get("out") == sealed and os.stat("out").st_mode & 0o777 == 0o600
    assert "standard output" in subprocess.run(
        [CLI, *ctr[:1], "--cipher", "kuznyechik", "--mode", "ctr", "--encrypt", "--key-file", "key", "--iv", "00" * 8, "--json"],
        capture_output=True, timeout=60, stdin=subprocess.DEVNULL).stdout.decode()
    with open("out", "rb") as file:
        call(*ctr, "-o", "out", "--force", stdin=file, **named, code=2)
    call(*ctr, "-o", "/dev/full", stdin=data, **named, code=3)
    call(*ctr, "-o", "none/out", stdin=data, **named, code=3)
    with open("closed", "wb") as sink:
        done = subprocess.run(["sh", "-c", f"'{CLI}' cipher --cipher kuznyechik --mode ctr --encrypt --key-file key --iv {'00' * 8} <&-"],
                              stdout=sink, stderr=subprocess.PIPE, timeout=60)
    assert done.returncode == 3 and b"closed" in done.stderr


def test_list_modes():
    algorithms = json.loads(run("list", "--modes", "--json")[0])
    assert len(algorithms) > 300 and {"block", "stream", "aead", "mac", "wrap"} == {algorithm["kind"] for algorithm in algorithms}
    ctr = [algorithm for algorithm in algorithms if (algorithm["cipher"], algorithm["mode"]) == ("kuznyechik", "ctr-acpkm")][0]
    assert (ctr["oid"], ctr["key_bytes"], ctr["iv_bytes"]) == ("1.2.643.7.1.1.5.2.1", 32, 8)
    names = run("list", "--modes", "--quiet")[0].decode().split("\n")[:-1]
    assert names == [f"{algorithm['cipher']} {algorithm['mode']}" for algorithm in algorithms]
    table = run("list", "--modes")[0].decode()
    assert all(algorithm["oid"] in table for algorithm in algorithms) and "16-256/16" in table
