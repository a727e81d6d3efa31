"""Damaged containers: --range when the end is damaged, verify --all, and decrypt --salvage. All cases but one turned
red with a program that lacks these features. One turned red when a range after a damaged end was reported as a usage
error."""
import json
import os
import stat
import subprocess

from support import CLI, SEGMENT, encrypt, get, put, run

TAG = 32
STRIDE = SEGMENT + TAG
BODY = 12288
PLAIN = bytes((i * 7 + (i >> 9)) % 251 for i in range(5 * SEGMENT + 1000))
KEY = ("--key-file", "key")


def told(*arguments, code):
    """Returns the objects that --json prints, and checks that it prints no other text."""
    done = subprocess.run([CLI, *arguments, "--json", *KEY], capture_output=True, timeout=120)
    assert (done.returncode, done.stderr) == (code, b""), done
    return [json.loads(line) for line in done.stdout.splitlines()]


def spoiled(container, *segments):
    changed = bytearray(container)
    for segment in segments:
        changed[BODY + segment * STRIDE + 99] ^= 1
    return bytes(changed)


def without(*segments):
    plain = bytearray(PLAIN)
    for segment in segments:
        plain[segment * SEGMENT:(segment + 1) * SEGMENT] = bytes(len(plain[segment * SEGMENT:(segment + 1) * SEGMENT]))
    return bytes(plain)


def test_ranges_of_a_container_with_a_damaged_end():
    whole = encrypt(PLAIN)
    inside = f"{2 * SEGMENT + 5}:100"
    for damaged in (spoiled(whole, 5), spoiled(whole, 3, 5), whole[:BODY + 4 * STRIDE], whole[:BODY + 4 * STRIDE + 700],
                    whole + bytes(512), whole + b"x" * 512, whole[:-1]):
        put("c", damaged)
        run("verify", *KEY, "c", code=1)
        out, text = run("decrypt", *KEY, "c", "--range", inside)
        assert out == PLAIN[2 * SEGMENT + 5:][:100] and "end is not" in text, text
        assert "warning" not in run("decrypt", *KEY, "c", "--range", inside, "-q")[1]
    put("c", whole)
    assert "warning" not in run("decrypt", *KEY, "c", "--range", inside)[1]


def test_ranges_that_are_not_there_fail():
    whole = encrypt(PLAIN)
    cut = whole[:BODY + 2 * STRIDE]
    for damaged, wanted in ((spoiled(whole, 2, 5), f"{2 * SEGMENT}:1"), (spoiled(whole, 5), f"{5 * SEGMENT}:1"),
                            (cut, f"{2 * SEGMENT - 1}:2"), (cut, f"{9 * SEGMENT}:1"),
                            (whole[:BODY + 2 * STRIDE + 9], f"{2 * SEGMENT}:1"),
                            (whole + bytes(512), f"{len(PLAIN)}:1"),
                            (whole + bytes(3 * STRIDE), f"{len(PLAIN) - 1}:2")):
        put("c", damaged)
        out, _ = run("decrypt", *KEY, "c", "--range", wanted, "-o", "part", code=1)
        assert out == b"" and not os.path.exists("part"), wanted
    put("c", whole)
    run("decrypt", *KEY, "c", "--range", f"{len(PLAIN)}:1", code=2)


def test_verify_all_lists_every_bad_segment():
    whole = encrypt(PLAIN)
    put("c", spoiled(whole, 0, 2, 3))
    put("d", whole)
    out, text = run("verify", "--all", *KEY, "c", "d", code=1)
    assert out == b"d: authentic, %d bytes of plaintext\n" % len(PLAIN)
    assert f"c: segment 0 is not authentic: bytes 0 to {SEGMENT - 1} of the plaintext\n" in text
    assert f"c: segments 2 to 3 are not authentic: bytes {2 * SEGMENT} to {4 * SEGMENT - 1} of the plaintext\n" in text
    assert f"c: {3 * SEGMENT} of {len(PLAIN)} bytes of plaintext are missing: 3 segments are not authentic\n" in text
    first, second = told("verify", "--all", "c", "d", code=1)
    assert first["missing"] == [{"first_segment": 0, "segments": 1, "offset": 0, "bytes": SEGMENT},
                                {"first_segment": 2, "segments": 2, "offset": 2 * SEGMENT, "bytes": 2 * SEGMENT}]
    assert not first["ok"] and first["exit_code"] == 1 and first["missing_bytes"] == 3 * SEGMENT
    assert first["end_authentic"]
    assert second["ok"] and second["missing"] == [] and second["extra_bytes"] == 0 and second["copies_whole"]
    put("c", whole + bytes(512))
    for option in ("--all", "--quiet"):
        assert "512 bytes follow the container's last segment" in run("verify", option, *KEY, "c", code=1)[1]
    assert run("verify", "--all", *KEY, "-", stdin=spoiled(whole, 4), code=1)[1].count("standard input: ") == 2


def test_salvage():
    whole = encrypt(PLAIN)
    for damaged, plain, words in ((whole, PLAIN, None), (spoiled(whole, 1), without(1), "segment 1 is not"),
                                  (spoiled(whole, 0, 5), without(0, 5), "whether the plaintext was longer"),
                                  (whole + bytes(4096), PLAIN, "4096 bytes follow"),
                                  (whole[:BODY + 3 * STRIDE], PLAIN[:3 * SEGMENT], "end is not authentic")):
        put("c", damaged)
        _, text = run("decrypt", *KEY, "c", "--salvage", "-o", "out", "--force", code=1 if words else 0)
        assert get("out") == plain and (words is None or words in text), text
        assert stat.S_IMODE(os.stat("out").st_mode) == 0o600
        found, = told("decrypt", "c", "--salvage", "-o", "new", code=1 if words else 0)
        assert found["ok"] is (words is None) and found["output"] == "new" and found["output_bytes"] == len(plain)
        os.unlink("new")
    put("c", spoiled(whole, *range(6)))
    run("decrypt", *KEY, "c", "--salvage", "-o", "out", "--force", code=1)
    assert os.stat("out").st_blocks == 0 and get("out") == bytes(len(PLAIN))
    out, _ = run("decrypt", *KEY, "-", "--salvage", "-o", "piped", stdin=spoiled(whole, 2), code=1)
    assert get("piped") == without(2)


def test_salvage_needs_a_file_and_a_whole_header():
    put("c", spoiled(encrypt(PLAIN), 1))
    for arguments in ((), ("-o", "-"), ("-o", "/dev/stdout"), ("-o", "/dev/null"), ("-o", "out", "--range", "0:1"),
                      ("-o", "out", "--tar"), ("-o", "out", "--recursive")):
        assert "--salvage" in run("decrypt", *KEY, "c", "--salvage", *arguments, code=2)[1]
    put("out", b"old")
    run("decrypt", *KEY, "c", "--salvage", "-o", "out", code=2)
    put("c", bytes(4096) + get("c")[4096:])
    run("decrypt", *KEY, "c", "--salvage", "-o", "out", "--force", code=1)
    assert get("out") == b"old"
