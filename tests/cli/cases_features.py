"""verify, ranges, armor, generated passphrases, time and mode: features that people expect of a file tool."""
import base64
import json
import os
import re
import stat
import subprocess

from support import CLI, SEGMENT, encrypt, get, key_run, make_key, put, run

BEGIN, END = b"-----BEGIN HEDGEROW CONTAINER-----\n", b"-----END HEDGEROW CONTAINER-----\n"


def damage(name, at):
    container = bytearray(get(name))
    container[at] ^= 1
    put(name, bytes(container))


def test_verify():
    for name in "abc":
        put(name, encrypt(os.urandom(3 * SEGMENT)))
    before = sorted(os.listdir("."))
    out, _ = key_run("verify", "a", "b", "c")
    assert re.fullmatch(rb"(\w: authentic, 196608 bytes of plaintext\n){3}", out)
    damage("b", -1)
    out, text = key_run("verify", "a", "b", "none", "c", code=1)
    assert out.count(b"authentic,") == 2 and "b: " in text and "none: " in text
    assert sorted(os.listdir(".")) == before
    assert b"authentic" in key_run("verify", "-", stdin=get("a"))[0]
    make_key("other")
    run("verify", "--key-file", "other", "a", code=1)
    for at in (SEGMENT + 20000, 2 * SEGMENT, -SEGMENT):
        damage("a", at)
        key_run("verify", "a", code=1)
        damage("a", at)
    key_run("verify", "-", stdin=get("a")[:-20], code=1)
    key_run("verify", "a")


def test_range():
    plain = os.urandom(3 * SEGMENT + 100)
    put("c.hedgerow", encrypt(plain))
    for offset, length in ((0, 0), (0, 1), (0, len(plain)), (SEGMENT - 1, 2), (SEGMENT, SEGMENT), (100, 2 * SEGMENT),
                           (len(plain) - 1, 1), (len(plain), 0), (3 * SEGMENT, 100)):
        out, _ = key_run("decrypt", "--range", f"{offset}:{length}", "c.hedgerow")
        assert out == plain[offset:offset + length], (offset, length)
    assert key_run("decrypt", "--range", "64K:1K", "c.hedgerow")[0] == plain[SEGMENT:SEGMENT + 1024]
    key_run("decrypt", "--range", "10:20", "c.hedgerow", "-o", "part")
    assert get("part") == plain[10:30] and not os.path.exists("c")


def test_range_refusals():
    plain = os.urandom(3 * SEGMENT)
    put("c", encrypt(plain))
    for text in ("", ":", "5", "1:", ":1", "-1:5", "1:-5", "0x10:1", "1:2:3", "1K5:1", "1: 2", "18446744073709551616:1",
                 "99999999T:1", "18446744073709551615:2"):
        assert "OFFSET:LENGTH" in key_run("decrypt", f"--range={text}", "c", code=2)[1], text
    for text in (f"{len(plain)}:1", f"{len(plain) + 1}:0", f"0:{len(plain) + 1}", "1T:1"):
        out, error = key_run("decrypt", "--range", text, "c", code=2)
        assert out == b"" and f"{len(plain)} bytes" in error
    key_run("decrypt", "--range", "0:1", "-", stdin=get("c"), code=2)
    damage("c", SEGMENT + 30000)
    key_run("decrypt", "--range", f"{2 * SEGMENT}:10", "c")
    damage("c", -SEGMENT - 50)
    out, _ = key_run("decrypt", "--range", f"0:{len(plain)}", "c", "-o", "out", code=1)
    assert not os.path.exists("out")


def test_range_of_a_large_container_reads_little():
    """The segments between are holes with wrong tags, so the command fails if it reads them."""
    put("c", encrypt(bytes(100)))
    segment, tag = SEGMENT, 32
    small = encrypt(os.urandom(2 * SEGMENT))
    put("c", small)
    body = len(small) - 2 * (segment + tag)
    key_run("decrypt", "--range", f"{SEGMENT}:5", "c")
    with open("c", "r+b") as file:
        file.seek(body)
        file.write(bytes(segment + tag))
    key_run("decrypt", "--range", f"{SEGMENT}:5", "c")
    key_run("decrypt", "--range", "0:5", "c", code=1)


def test_armor_round_trip():
    for size in (0, 1, 3 * SEGMENT + 7):
        plain = put("f", os.urandom(size))
        key_run("encrypt", "--armor", "--force", "f", "-o", "f.asc")
        text = get("f.asc")
        assert text.startswith(BEGIN) and text.endswith(END)
        lines = text[len(BEGIN):-len(END)].decode().split("\n")[:-1]
        assert all(len(line) == 64 for line in lines[:-1]) and len(lines[-1]) <= 64
        put("binary", base64.b64decode("".join(lines), validate=True))
        for source in ("f.asc", "binary"):
            assert key_run("decrypt", source, "-o", "-")[0] == plain
            assert key_run("decrypt", "-", stdin=get(source))[0] == plain
            key_run("decrypt", "--force", source, "-o", "out")
            assert get("out") == plain
        assert key_run("decrypt", "-", stdin=text.replace(b"\n", b"\r\n"))[0] == plain
        key_run("verify", "f.asc")
        assert json.loads(run("inspect", "--json", "f.asc")[0])["cipher"] == "kalyna-256-256"


def test_armor_damage():
    put("f", os.urandom(2 * SEGMENT))
    key_run("encrypt", "-a", "f", "-o", "f.asc")
    text = get("f.asc")
    for bad, word in ((text[:-len(END)], "cut off"), (text[:-10], "line"), (text[:35 + 65 * 9], "cut off"), (text + text, "second container"),
                      (text.replace(b"\n", b"\n> ", 3), "line 2"), (text.replace(b"-----BEGIN", b"hello -----BEGIN"), "begin"),
                      (text[:60] + b"*" + text[61:], "line 2 is not base64")):
        put("f.asc", bad)
        assert word in key_run("decrypt", "f.asc", "-o", "out", code=1)[1], word
        key_run("verify", "f.asc", code=1)
        assert not os.path.exists("out")
    changed = bytearray(text)
    changed[len(text) // 2] = ord("A") if changed[len(text) // 2] != ord("A") else ord("B")
    put("f.asc", bytes(changed))
    key_run("decrypt", "f.asc", "-o", "out", code=1)
    put("f.asc", text)
    assert "armored" in key_run("decrypt", "--range", "0:1", "f.asc", code=2)[1]
    assert "armored" in key_run("rekey", "--list", "f.asc", code=2)[1]
    key_run("encrypt", "-a", "f", "-o", "/dev/full", code=3)
    make_key("other")
    run("decrypt", "--key-file", "other", "f.asc", "-o", "out", code=1)


def test_generated_passphrase():
    plain = put("f", b"data")
    seen = set()
    for _ in range(4):
        _, text = run("encrypt", "--generate-passphrase", "--kdf", "interactive", "--force", "f", start_new_session=True)
        passphrase = re.fullmatch(r"hedgerow: the passphrase is ((?:[0-9a-hjkmnp-tv-z]{5}-){4}[0-9a-hjkmnp-tv-z]{5})\n", text)[1]
        seen.add(passphrase)
        assert run("decrypt", "--passphrase-fd", "0", "f.hedgerow", "-o", "-", stdin=passphrase.encode())[0] == plain
    assert len(seen) == 4 and len(set("".join(seen))) > 20
    make_key()
    done = subprocess.run([CLI, "encrypt", "--generate-passphrase", "--key-file", "key", "--json", "--force", "f"],
                          capture_output=True, timeout=60)
    shown, result = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.stderr == b"" and result["ok"] and shown == {"ok": True, "exit_code": 0, "passphrase": result["passphrase"]}
    for arguments, data in ((("--passphrase-fd", "0"), result["passphrase"].encode()), (("--key-file", "key"), b"")):
        assert run("decrypt", *arguments, "f.hedgerow", "-o", "-", stdin=data)[0] == plain


def test_kdf_settings():
    put("f", b"data")
    costs = {}
    for name in ("interactive", "default", "sensitive"):
        run("encrypt", "--kdf", name, "--passphrase-fd", "0", "f", "-o", name, stdin=b"viburnum")
        fields = json.loads(run("inspect", "--json", name)[0])
        costs[name] = fields["kdf_passes"] * fields["kdf_memory_kib"]
        assert run("decrypt", "--passphrase-fd", "0", name, "-o", "-", stdin=b"viburnum")[0] == b"data"
    assert costs["interactive"] < costs["default"] < costs["sensitive"]


def test_preserve():
    put("f", b"data")
    os.chmod("f", 0o4751)
    os.utime("f", ns=(10**18, 10**18 + 987654321))
    key_run("encrypt", "f", "-o", "plainly")
    assert stat.S_IMODE(os.stat("plainly").st_mode) == 0o600
    for command, source, target in (("encrypt", "f", "c"), ("decrypt", "c", "g")):
        key_run(command, "--preserve", source, "-o", target)
        status = os.stat(target)
        assert stat.S_IMODE(status.st_mode) == 0o751 and status.st_mtime_ns == 10**18 + 987654321
    assert "--preserve" in key_run("encrypt", "--preserve", "-", stdin=b"x", code=2)[1]
