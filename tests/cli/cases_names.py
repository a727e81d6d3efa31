"""Every command that takes a name uses it literally, whatever characters it has."""
import os

from support import get, make_key, put, run

ODD = ["[a]", "[a,b]", "[]", "{}", "%%", "++", "=", "a=", "list", "encrypt", "a b", "a\nb", "\x1b[31mred", "a,b", '"a"', "--",
       "-x", "--force", "--output=b", "~", "$HOME", "*", "\\", b"\xff\xfe not UTF-8", "x" * 240]


def as_bytes(name):
    return name if isinstance(name, bytes) else name.encode()


def test_odd_names_through_every_command():
    make_key()
    for name in ODD:
        name = as_bytes(name)
        text = put(b"./" + name, b"the data of " + name)
        run(b"encrypt", b"--key-file", b"key", b"--", name)
        assert run("inspect", b"--", name + b".hedgerow")
        os.remove(b"./" + name)
        run(b"decrypt", b"--key-file", b"key", b"--", name + b".hedgerow")
        assert get(b"./" + name) == text
        os.remove(b"./" + name + b".hedgerow")
        run(b"keygen", b"-o", b"key-" + name)
        run(b"encrypt", b"./" + name, b"--key-file=key-" + name, b"-o", b"out-" + name)
        assert run(b"decrypt", b"out-" + name, b"--key-file", b"key-" + name, b"-o", b"-")[0] == text
        for file in (b"./" + name, b"key-" + name, b"out-" + name):
            os.remove(file)
    assert os.listdir(".") == ["key"]


def test_brackets_do_not_name_another_file():
    make_key()
    put("a", b"a")
    put("b", b"b")
    for name in ("[a]", "[a,b]"):
        run("encrypt", "--key-file", "key", name, code=3)
        run("encrypt", "a", "--key-file", f"[{name}]", code=3)
    assert sorted(os.listdir(".")) == ["a", "b", "key"]


def test_names_behind_two_dashes():
    make_key()
    put("a", b"a")
    put("./-b", b"b")
    run("encrypt", "--key-file", "key", "a", "--", "-b", "a", code=2)
    assert sorted(os.listdir(".")) == ["-b", "-b.hedgerow", "a", "a.hedgerow", "key"]


def test_an_empty_name_is_a_name():
    make_key()
    put("a", b"a")
    for arguments in (("-o", ""), ("--output=",), ("--key-file", "", "--key-file", "key"), ("--key-file=",)):
        credentials = () if "--key-file" in arguments[0] else ("--key-file", "key")
        run("encrypt", *credentials, *arguments, "a", code=3 if "--key-file" in arguments[0] else 2)
    assert sorted(os.listdir(".")) == ["a", "key"]
