"""--json and --quiet of every subcommand: standard output has only JSON, errors included, and --quiet prints only
failures."""
import json
import os
import subprocess

from support import CLI, SEGMENT, encrypt, get, make_key, put, run

FIELDS = {"ok", "exit_code"}


def ask(*arguments, code=0, stdin=b"", errors=b"", **options):
    """Returns the objects that a command with --json prints, one per line."""
    done = subprocess.run([CLI, *arguments, "--json"], input=stdin, capture_output=True, timeout=120, **options)
    assert done.returncode == code, done
    assert done.stderr == errors, done.stderr
    assert done.stdout.endswith(b"\n")
    objects = [json.loads(line) for line in done.stdout.decode().splitlines()]
    assert max(o["exit_code"] for o in objects) == code if code else all(o["exit_code"] == 0 for o in objects)
    for o in objects:
        assert FIELDS <= set(o) and o["ok"] == (o["exit_code"] == 0) and ("error" in o) == (not o["ok"]), o
    return objects


def one(*arguments, **options):
    objects = ask(*arguments, **options)
    assert len(objects) == 1, objects
    return objects[0]


def test_json_of_encrypt_and_decrypt():
    make_key()
    for name in "ab":
        put(name, name.encode() * 100)
    done = ask("encrypt", "--key-file", "key", "a", "none", "b", code=3)
    assert [(o["ok"], o["input"]) for o in done] == [(False, "none"), (True, "a"), (True, "b")] or \
        [(o["ok"], o["input"]) for o in done] == [(True, "a"), (False, "none"), (True, "b")]
    whole = next(o for o in done if o["input"] == "a")
    assert whole["output"] == "a.hedgerow" and whole["input_bytes"] == 100
    assert whole["output_bytes"] == os.stat("a.hedgerow").st_size
    back = one("decrypt", "--key-file", "key", "a.hedgerow", "-o", "c")
    assert back["output"] == "c" and back["output_bytes"] == 100 and get("c") == get("a")


def test_a_source_that_changes_while_it_is_read_is_told():
    make_key()
    command = [CLI, "encrypt", "--key-file", "key", "--threads", "1", "--segment", "64K", "f"]
    for change in ("grows", "is rewritten"):
        for form in ((), ("--json", "-q")):
            put("f", os.urandom(4 * SEGMENT))
            os.utime("f", ns=(10**18, 10**18))
            os.mkfifo("pipe")
            process = subprocess.Popen([*command, "-o", "pipe", *form], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            with open("pipe", "rb") as pipe:  # too small for all of the output
                pipe.read(1)
                with open("f", "ab" if change == "grows" else "r+b") as file:
                    file.write(b"more")
                container = pipe.read()
            out, text = process.communicate(timeout=60)
            assert process.returncode == 0 and len(container) > 4 * SEGMENT
            if form:
                assert json.loads(out)["input_changed"] is True and text == ""
            else:
                grown = 4 * SEGMENT + 4 * (change == "grows")
                assert f"f changed while it was read ({4 * SEGMENT} bytes when that began, {grown} at the end)" in text, text
            os.remove("pipe")
    put("f", b"quiet")
    assert "input_changed" not in one(*command[1:], "-o", "c") and not run(*command[1:], "-o", "d")[1]


def test_json_of_failures():
    make_key()
    put("f", b"x")
    put("c", encrypt(b"data")[:-1])
    assert one("decrypt", "--key-file", "key", "c", "-o", "d", code=1)["input"] == "c"
    assert "nonesuch" in one("encrypt", "--key-file", "key", "--cipher", "nonesuch", "f", code=4)["error"]
    for arguments in (("encrypt", "--nonesuch", "f"), ("encrypt", "--threads", "x", "f"), ("encrypt",), ("nonesuch",), ()):
        one(*arguments, code=2)
    assert one("encrypt", "--key-file", "none", "f", code=3)["input"] == "f"
    make_key("other")
    for command in (("decrypt", "-o", "d"), ("verify",), ("rekey", "--list")):
        for key, code in (("other", 1), ("none", 3)):
            assert one(*command, "-k", key, "c", code=code)["input"] == "c"
    done = ask("encrypt", "-k", "none", "f", "c", code=3)
    assert [o["input"] for o in done] == ["f", "c"] and {o["kind"] for o in done} == {"io"}
    one("verify", "none", "--key-file", "key", code=3)
    one("inspect", "f", code=1)
    one("keygen", "-o", "key", code=2)


def test_json_never_shares_standard_output_with_data():
    make_key()
    put("f", b"x")
    put("c", encrypt(b"data"))
    for arguments in (("encrypt", "f", "-o", "-"), ("encrypt", "-"), ("decrypt", "c", "-o", "-"),
                      ("decrypt", "c", "-o", "/dev/stdout", "--force")):
        assert "standard output" in one(*arguments, "--key-file", "key", code=2)["error"]


def test_json_of_the_others():
    assert one("keygen", "-o", "key")["output"] == "key"
    put("c", encrypt(b"x" * 100))
    assert one("inspect", "c")["plaintext_bytes"] == 100
    checked = one("verify", "--key-file", "key", "c")
    assert checked["input"] == "c" and checked["plaintext_bytes"] == 100
    slots = one("rekey", "--list", "--key-file", "key", "c")["credentials"]
    assert [slot["kind"] for slot in slots] == ["key file"]
    tested = one("selftest")
    listed = json.loads(run("list", "--kernels", "--json")[0])
    assert {k["id"]: k["available"] for k in tested["kernels"]} == {k["id"]: k["available"] for k in listed}
    assert tested["failed"] == 0 and tested["passed"] == sum(k["passed"] for k in tested["kernels"])


def test_names_that_are_not_utf8():
    make_key()
    put(b"n\xff\n", b"x")
    done = one("encrypt", "--key-file", "key", b"n\xff\n")
    assert done["input"] == "n\ufffd\n" and os.path.exists(b"n\xff\n.hedgerow")
    assert bytes.fromhex(done["input_hex"]) == b"n\xff\n" and bytes.fromhex(done["output_hex"]) == b"n\xff\n.hedgerow"
    failed = one("encrypt", "--key-file", "key", b"none\xc3", code=3)
    assert bytes.fromhex(failed["input_hex"]) == b"none\xc3"
    for name in ("größe", "a\nb"):
        put(name, b"x")
        assert not {"input_hex", "output_hex"} & set(one("encrypt", "--key-file", "key", name))


def test_kinds_of_failures():
    make_key()
    make_key("other")
    put("pass", b"viburnum\n")
    os.chmod("pass", 0o600)
    data = encrypt(os.urandom(5 * SEGMENT))
    body = 12288  # docs/container.md
    stride = (len(data) - body) // 5
    put("whole", data)
    put("changed", data[:body + 3 * stride] + bytes([data[body + 3 * stride] ^ 1]) + data[body + 3 * stride + 1:])
    put("cut inside", data[:body + 2 * stride + 100])
    put("cut between", data[:body + 2 * stride])
    put("long", data + b"more")
    put("no container", b"text " * 9000)
    put("later", data[:8] + b"\x09" + data[9:3920] + bytes(176) + data[4096:])
    decrypt = ("decrypt", "-o", "-x", "--key-file", "key")
    for arguments, code, kind, segment in (
            (("verify", "-k", "other", "whole"), 1, "wrong_key", None), (("verify", "-k", "key", "changed"), 1, "damaged", 3),
            (("verify", "-k", "key", "cut inside"), 1, "damaged", 2), (("verify", "-k", "key", "cut between"), 1, "truncated", 1),
            (("verify", "-k", "key", "long"), 1, "damaged", None), (("verify", "-k", "key", "no container"), 1, "not_container", None),
            (("inspect", "no container"), 1, "not_container", None), (("verify", "-k", "key", "--all", "changed"), 1, "damaged", None),
            (("verify", "-k", "key", "later"), 4, "unsupported", None), (("verify", "-k", "key", "none"), 3, "io", None),
            (("verify", "--passphrase-file", "pass", "whole"), 2, "usage", None), (("verify", "--nonesuch", "whole"), 2, "usage", None),
            ((*decrypt, "changed"), 1, "damaged", 3), (("encrypt", "-k", "none", "whole"), 3, "io", None),
            (("encrypt", "-k", "key", "--cipher", "nonesuch", "whole"), 4, "unsupported", None)):
        said = one(*arguments, code=code)
        assert said["kind"] == kind and said.get("segment") == segment, (arguments, said)
    assert "kind" not in one("verify", "-k", "key", "whole")


def test_quiet():
    make_key()
    put("f", b"x" * SEGMENT)
    os.chmod("key", 0o644)
    os.mkdir("tree")
    os.symlink("f", "tree/link")
    for arguments in (("encrypt", "--key-file", "key", "f"), ("verify", "--key-file", "key", "f.hedgerow"),
                      ("inspect", "f.hedgerow"), ("selftest",), ("keygen", "-o", "other"),
                      ("encrypt", "--key-file", "key", "--recursive", "tree", "-o", "out")):
        assert run(*arguments, "--quiet") == (b"", ""), arguments
    table = run("list")[0].decode()
    names = run("list", "-q")[0].decode().split("\n")[:-1]
    assert names == [line.split()[0] for line in table.split("\nFAMILY")[0].split("\n")[1:] if line]
    assert "same file" in run("encrypt", "-q", "--key-file", "key", "f", "-o", "f", "--force", code=2)[1]
