"""Standard input is read if no FILE is given and it is not a terminal."""
import os
import subprocess

from cases_terminal import Terminal
from support import CLI, get, make_key, put, run


def test_standard_input_without_a_name():
    make_key()
    container = run("encrypt", "-k", "key", stdin=b"data")[0]
    assert container.startswith(b"HEDGEROW")
    assert run("decrypt", "-k", "key", stdin=container)[0] == b"data"
    assert run("verify", "-k", "key", stdin=container)[0] == b"standard input: authentic, 4 bytes of plaintext\n"
    assert b"kalyna-256-256" in run("inspect", stdin=container)[0]
    put("plain", b"data of a file")
    with open("plain", "rb") as file:
        run("encrypt", "-k", "key", "-o", "c", stdin=file)
    assert run("decrypt", "-k", "key", "c", "-o", "-")[0] == b"data of a file"
    os.mkdir("tree")
    put("tree/f", b"x")
    tar = subprocess.run(f"tar c tree | '{CLI}' encrypt -k key > out && '{CLI}' decrypt -k key < out | tar t", shell=True,
                         capture_output=True, timeout=60)
    assert tar.returncode == 0 and tar.stdout == b"tree/\ntree/f\n", tar
    run("decrypt", "-k", "key", "--tar", "-o", "made", stdin=run("encrypt", "-k", "key", "--tar", "tree", "-o", "-")[0])
    assert get("made/f") == b"x"


def test_a_terminal_is_not_read_unasked():
    make_key()
    for command in (("encrypt", "-k", "key"), ("decrypt", "-k", "key"), ("verify", "-k", "key"), ("inspect",)):
        terminal = Terminal(*command)
        terminal.wait(2)
        assert b"no FILE is given" in terminal.text, terminal.text


def test_standard_input_that_is_closed():
    make_key()
    done = subprocess.run(f"'{CLI}' encrypt -k key <&-", shell=True, capture_output=True, timeout=60)
    assert done.returncode == 2 and b"no FILE is given" in done.stderr, done


def test_standard_input_twice():
    make_key()
    for command in ("encrypt", "decrypt", "verify"):
        out, text = run(command, "-k", "key", "-", "-", stdin=b"important", code=2)
        assert out == b"" and "- is given more than once" in text, text


def test_options_that_need_a_name():
    make_key()
    for arguments, word in ((("encrypt", "--tar"), "--tar takes a directory"), (("encrypt", "--recursive", "-o", "d"), "--recursive"),
                            (("decrypt", "--range", "0:1"), "name a FILE"), (("rekey", "--list"), "FILE")):
        assert word in run(*arguments, "-k", "key", stdin=b"", code=2)[1]
