"""Descriptors that the caller has closed, and descriptors that supply a passphrase."""
import os
import subprocess

from support import CLI, encrypt, get, put, run


def shell(redirections, *arguments, code=0, stdin=b""):
    """Runs the program with redirections of the shell, for example '0<&- 3<file'."""
    done = subprocess.run(["sh", "-c", f'exec "$0" "$@" {redirections}', CLI, *arguments], input=stdin, capture_output=True,
                          timeout=120)
    assert done.returncode == code, (arguments, redirections, done)
    return done.stdout, done.stderr.decode()


def test_passphrase_descriptors_that_nobody_opened():
    lines = b"first line\nsecond line\n"
    for number, redirections in ((0, "<&-"), (1, ">&-"), (3, ""), (4, ""), (5, ""), (7, ""), (77, "")):
        put("d", lines)
        _, text = shell(redirections, "encrypt", "d", "--passphrase-fd", str(number), code=2)
        assert f"--passphrase-fd {number}" in text and "not open" in text
    assert os.listdir(".") == ["d"] and get("d") == lines


def test_passphrase_descriptors_that_the_caller_opened():
    put("d", b"data")
    put("p", b"viburnum\nrest")
    shell("3<p", "encrypt", "d", "--passphrase-fd", "3")
    shell("<p", "decrypt", "d.hedgerow", "-o", "out", "--passphrase-fd", "0")
    assert get("out") == b"data"


def test_input_that_gives_the_passphrase_too():
    put("d", b"first line\nsecond line\n")
    for redirections, name, number in (("3<d", "d", 3), ("<d", "-", 0), ("3<&0", "-", 3), ("<d", "/dev/stdin", 0)):
        _, text = shell(redirections, "encrypt", name, "-o", "out", "--passphrase-fd", str(number), stdin=b"a\nb", code=2)
        assert "both" in text
    assert os.listdir(".") == ["d"]


def test_closed_standard_descriptors():
    container = put("c", encrypt(b"the data"))
    os.chmod("key", 0o644)  # gives a warning on standard error
    for closed in ("<&- >&- 2>&-", ">&- 2>&-", "2>&-", "<&- 2>&-", "<&-", ">&-"):
        shell(closed, "decrypt", "--key-file", "key", "c", "-o", "out")
        assert get("out") == b"the data", closed
        shell(closed, "encrypt", "--key-file", "key", "out", "-o", "again")
        assert run("decrypt", "--key-file", "key", "again", "-o", "-")[0] == b"the data", closed
        os.remove("out")
        os.remove("again")
    assert get("c") == container


def test_closed_standard_descriptors_that_are_needed():
    put("c", encrypt(b"the data"))
    _, text = shell(">&-", "decrypt", "--key-file", "key", "c", "-o", "-", code=3)
    assert "standard output is closed" in text
    _, text = shell("<&-", "decrypt", "--key-file", "key", "-", code=3)
    assert "standard input is closed" in text
    for arguments in (("list",), ("--version",), ("--help",), ("inspect", "c")):
        _, text = shell(">&-", *arguments, code=3)
        assert "hedgerow: standard output" in text
