"""Passphrase files, the short names of options, questions that would be in vain, and passphrases as arguments."""
import os
import subprocess

from cases_terminal import Terminal, prompted
from support import CLI, get, make_key, put, run


def test_passphrase_files():
    put("f", b"data")
    for text in (b"viburnum", b"viburnum\n", b"viburnum\r\n", b"viburnum\nanother line\n"):
        put("pass", text)
        os.chmod("pass", 0o600)
        assert run("encrypt", "--passphrase-file", "pass", "f", "--force") == (b"", "")
        assert run("decrypt", "--passphrase-fd", "0", "f.hedgerow", "-o", "-", stdin=b"viburnum\n")[0] == b"data"
        assert b"authentic" in run("verify", "--passphrase-file", "pass", "f.hedgerow")[0]
    put("other", b"crataegus\n")
    os.chmod("other", 0o600)
    run("rekey", "--passphrase-file", "pass", "--add", "passphrase-file:other", "f.hedgerow")
    assert run("decrypt", "--passphrase-file", "other", "f.hedgerow", "-o", "-")[0] == b"data"
    put("wrong", b"viburnu\n")
    os.chmod("wrong", 0o600)
    run("decrypt", "--passphrase-file", "wrong", "f.hedgerow", "-o", "-", code=1)
    os.chmod("pass", 0o644)
    assert "others can read" in run("verify", "--passphrase-file", "pass", "f.hedgerow")[1]


def test_passphrase_files_that_are_refused():
    put("f", b"data")
    for text, words in ((b"", "empty"), (b"\nviburnum\n", "empty"), (b"x" * 1025 + b"\n", "1024"), (b"x" * 5000, "pass")):
        put("pass", text)
        os.chmod("pass", 0o600)
        assert words in run("encrypt", "--passphrase-file", "pass", "f", code=2)[1]
    assert "none" in run("encrypt", "--passphrase-file", "none", "f", code=3)[1]
    put("pass", b"viburnum\n")
    os.chmod("pass", 0o600)
    assert "would replace" in run("encrypt", "--passphrase-file", "pass", "f", "-o", "pass", "--force", code=2)[1]
    assert get("pass") == b"viburnum\n" and sorted(os.listdir(".")) == ["f", "pass"]


def test_short_names():
    make_key()
    put("f", b"data")
    run("encrypt", "-k", "key", "f")
    assert run("decrypt", "-k", "key", "f.hedgerow", "-o", "-")[0] == b"data"
    assert run("verify", "-k", "key", "f.hedgerow")[0] and run("rekey", "--list", "-k", "key", "f.hedgerow")[0]
    put("raw", b"k" * 32)
    os.chmod("raw", 0o600)
    assert len(run("mac", "--cipher", "aes-256", "--mode", "cmac", "-k", "raw", stdin=b"data")[0]) == 33


def test_a_passphrase_as_an_argument():
    put("f", b"data")
    for arguments in (("encrypt", "f", "--passphrase", "viburnum"), ("encrypt", "--passphrase", "viburnum", "f"),
                      ("encrypt", "--passphrase=viburnum", "f"), ("rekey", "f", "--passphrase", "viburnum", "--list")):
        for form in ((), ("--json",)):
            done = subprocess.run([CLI, *arguments, *form], input="", capture_output=True, text=True, timeout=60)
            said = done.stdout + done.stderr
            assert done.returncode == 2 and "viburnum" not in said, said
            assert "--passphrase-file" in said and "other users can see" in said, said
    assert os.listdir(".") == ["f"]
    # An existing file may follow the option.
    prompted("encrypt", "--passphrase", "f", answers=(b"viburnum", b"viburnum"), code=0)


def test_no_question_for_a_passphrase_in_vain():
    make_key()
    run("keygen", "--recipient", "-o", "identity")
    put("pass", b"viburnum\n")
    os.chmod("pass", 0o600)
    key, identity, both = (("-k", "key"), ("-i", "identity"), ("-k", "key", "-i", "identity"))
    for arguments, words in ((key, "only a key file can open this container: give --key-file"),
                             (identity, "only an identity can open this container: give -i"),
                             (both, "only an identity or a key file can open this container: give -i FILE or --key-file FILE")):
        put("f", b"data")
        run("encrypt", *arguments, "f", "--force")
        for command in (("decrypt", "f.hedgerow", "-o", "-"), ("verify", "f.hedgerow"), ("rekey", "--list", "f.hedgerow"),
                        ("decrypt", "--passphrase", "f.hedgerow", "-o", "-")):
            terminal = Terminal(*command)
            terminal.wait(2)
            assert words.encode() in b" ".join(terminal.text.split()) and b"Passphrase:" not in terminal.text, terminal.text
    # The question is asked if a passphrase opens the container, or one of several.
    put("g", b"data")
    run("encrypt", "-k", "key", "--passphrase-file", "pass", "g")
    prompted("decrypt", "g.hedgerow", "-o", "out", answers=(b"viburnum",), code=0)
    text = prompted("verify", "f.hedgerow", "g.hedgerow", answers=(b"viburnum",), code=2)
    assert b"g.hedgerow: authentic" in text


def test_without_a_terminal_the_options_are_named():
    put("f", b"data")
    _, text = run("encrypt", "f", code=2, start_new_session=True)
    for option in ("--passphrase-file", "--passphrase-fd", "--key-file", "-i"):
        assert option in text, text
