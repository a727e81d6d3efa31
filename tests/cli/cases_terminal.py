"""Prompts, echo and the progress bar on a pseudo-terminal, and passphrases from a descriptor."""
import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import termios
import threading
import time
import unicodedata

from support import CLI, encrypt, get, make_key, put, run, temporaries, wait_for


class Terminal:
    """The program with its own controlling terminal."""

    def __init__(self, *arguments, stdin=None, stdout=None, columns=80):
        self.master, slave = pty.openpty()
        self.resize(columns)
        self.text = b""
        self.slave = slave

        def take_terminal():
            os.setsid()
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)

        self.process = subprocess.Popen([CLI, *arguments], stdin=slave if stdin is None else stdin,
                                        stdout=slave if stdout is None else stdout, stderr=slave,
                                        preexec_fn=take_terminal)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        try:
            while data := os.read(self.master, 4096):
                self.text += data
        except OSError:
            pass

    def resize(self, columns):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))

    def echoes(self):
        return bool(termios.tcgetattr(self.slave)[3] & termios.ECHO)

    def expect(self, text):
        wait_for(lambda: text in self.text, f"{text!r} on the terminal; there is {self.text!r}")

    def type(self, text):
        os.write(self.master, text)

    def wait(self, code):
        assert self.process.wait(60) == code, self.text
        time.sleep(0.05)


def prompted(*arguments, answers, code):
    terminal = Terminal(*arguments)
    for question, answer in zip((b"Passphrase: ", b"Passphrase again: "), answers):
        terminal.expect(question)
        wait_for(lambda: not terminal.echoes(), "echo off")
        terminal.type(answer + b"\n")
    terminal.wait(code)
    assert terminal.echoes()
    assert not any(answer in terminal.text for answer in answers if answer), terminal.text
    return terminal.text


def test_prompt():
    put("f", b"data")
    prompted("encrypt", "f", answers=(b"viburnum", b"viburnum"), code=0)
    prompted("decrypt", "f.hedgerow", "-o", "g", answers=(b"viburnum",), code=0)
    assert get("g") == b"data"
    prompted("decrypt", "f.hedgerow", "-o", "h", answers=(b"crataegus",), code=1)
    assert run("decrypt", "--passphrase-fd", "0", "f.hedgerow", "-o", "-", stdin=b"viburnum\nrest")[0] == b"data"


def test_prompt_refusals():
    put("f", b"data")
    assert b"differ" in prompted("encrypt", "f", answers=(b"prunus", b"corylus"), code=2)
    prompted("encrypt", "f", answers=(b"", b""), code=2)
    assert os.listdir(".") == ["f"]


def test_interrupted_prompt():
    put("f", b"data")
    terminal = Terminal("encrypt", "f")
    terminal.expect(b"Passphrase: ")
    wait_for(lambda: not terminal.echoes(), "echo off")
    terminal.type(b"\x03")
    terminal.wait(-signal.SIGINT)
    assert terminal.echoes() and not temporaries()


def test_no_terminal():
    put("f", b"data")
    _, text = run("encrypt", "f", code=2, start_new_session=True)
    assert "--passphrase-fd" in text and os.listdir(".") == ["f"]


def test_passphrase_descriptor():
    read, write = os.pipe()
    os.write(write, b"a passphrase\n")
    os.close(write)
    container, _ = run("encrypt", "--passphrase-fd", str(read), "-", stdin=b"data", pass_fds=(read,))
    os.close(read)
    put("c", container)
    assert run("decrypt", "--passphrase-fd", "0", "c", "-o", "-", stdin=b"a passphrase")[0] == b"data"
    run("decrypt", "--passphrase-fd", "0", "c", "-o", "-", stdin=b"another", code=1)
    run("decrypt", "--passphrase-fd", "0", "c", "-o", "-", stdin=b"", code=2)
    run("decrypt", "--passphrase-fd", "0", "c", "-o", "-", stdin=b"x" * 2000, code=2)
    run("decrypt", "--passphrase-fd", "0", "-", stdin=b"x", code=2)
    make_key()
    _, text = run("decrypt", "--key-file", "key", "c", "-o", "-", code=2)
    assert "passphrase" in text


def test_no_container_on_a_terminal():
    make_key()
    put("f", b"data")
    for output in ("-", "/dev/stdout", "/dev/tty"):
        terminal = Terminal("encrypt", "--key-file", "key", "f", "-o", output)
        terminal.wait(2)
        assert b"HEDGEROW" not in terminal.text and b"--force" in terminal.text
    terminal = Terminal("encrypt", "--key-file", "key", "f", "-o", "-", "--force")
    terminal.wait(0)
    assert b"HEDGEROW" in terminal.text


def test_only_text_is_decrypted_to_a_terminal():
    text = "größe\tund\nZeilen\r\n".encode() * 200_000
    for plain, shown in ((b"data\n", True), (text, True), (b"", True), (b"\x1b[31m", False), (b"a\x00", False),
                         (b"latin-1 \xe9 ", False), (b"ok \xe2\x82", False), ("\x9b".encode(), False), (b"a\x07", False), (os.urandom(3 << 20), False)):
        put("c", encrypt(plain))
        for arguments in (("c", "-o", "-"), ("c", "-o", "/dev/tty"), ("-",)):
            with open("c", "rb") as source:
                terminal = Terminal("decrypt", "--key-file", "key", *arguments, stdin=source if arguments == ("-",) else None)
                terminal.wait(0 if shown else 2)
            if not shown:
                assert b"not text" in terminal.text and b"--force" in terminal.text
                assert len(terminal.text) < 300
            else:
                wait_for(lambda: terminal.text.replace(b"\r", b"") == plain.replace(b"\r", b""), "the text")
    terminal = Terminal("decrypt", "--force", "--key-file", "key", "c", "-o", "-")
    terminal.wait(0)
    assert len(terminal.text) > 2 << 20


def feed_slowly(stream):
    for _ in range(16):
        stream.write(bytes(64 << 10))
        stream.flush()
        time.sleep(0.1)
    stream.close()


def test_progress_bar_on_a_terminal_only():
    make_key()
    arguments = ("encrypt", "--segment", "64K", "--key-file", "key", "-", "-o")
    terminal = Terminal(*arguments, "a", stdin=subprocess.PIPE)
    feed_slowly(terminal.process.stdin)
    terminal.wait(0)
    assert b"MiB/s" in terminal.text and terminal.text.endswith(b"\r\x1b[K")
    process = subprocess.Popen([CLI, *arguments, "b"], stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    feed_slowly(process.stdin)
    assert process.wait(60) == 0 and process.stderr.read() == b""


def test_short_work_shows_no_progress_bar():
    make_key()
    put("f", b"data")
    terminal = Terminal("encrypt", "--key-file", "key", "f")
    terminal.wait(0)
    assert terminal.text == b""


def lines_drawn(text):
    """Returns the lines of the bar, and checks that it leaves no other text on the terminal."""
    assert text.endswith(b"\r\x1b[K") and b"\n" not in text
    lines = re.split(rb"\x1b\[K\r|\x1b\[K", text.lstrip(b"\r"))
    return [line.decode() for line in lines if line.strip()]


def width_of(text):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def test_the_bar_fits_the_terminal():
    make_key()
    names = ("short", "a-long-name-" * 15, "größe-" * 20, "漢" * 60, "\x1b[31m-red\n" * 4, os.fsdecode(b"\xff\xfe\x9b"))
    for name in names:
        put(name, bytes(16 << 20))
    os.mkfifo("out")
    for columns in (20, 40, 80, 200):
        for name in names:
            terminal = Terminal("encrypt", "--segment", "64K", "--key-file", "key", name, "-o", "out", columns=columns)
            with open("out", "rb") as reader:
                time.sleep(1.2)
                while reader.read(1 << 20):
                    time.sleep(0.02)
            terminal.wait(0)
            lines = lines_drawn(terminal.text)
            assert lines and all(width_of(line) < columns and "MiB/s" in line for line in lines), (columns, lines)
            assert all(line.isprintable() for line in lines)
            assert columns < 200 or all("[" in line for line in lines), lines
            assert columns < 80 or all(re.search(r"  (\d+:\d\d|\?) left$", line) for line in lines), lines
            assert columns < 80 or name != "short" or all(line.startswith("short  ") for line in lines), lines


def test_the_bar_follows_the_terminal():
    make_key()
    put("a-rather-long-name" * 5, bytes(16 << 20))
    os.mkfifo("out")
    terminal = Terminal("encrypt", "--segment", "64K", "--key-file", "key", "a-rather-long-name" * 5, "-o", "out", columns=200)
    with open("out", "rb") as reader:
        time.sleep(1.2)
        for columns in (200, 20, 100):
            terminal.resize(columns)
            start = len(terminal.text)
            for _ in range(4):
                reader.read(1 << 20)
                time.sleep(0.12)
            drawn = [line for line in re.split(rb"\x1b\[K\r?|\r", terminal.text[start:]) if b"MiB/s" in line][1:]
            assert drawn and all(len(line) < columns for line in drawn), (columns, drawn)
            assert columns < 100 or any(len(line) > columns // 2 for line in drawn)
        while reader.read(1 << 20):
            pass
    terminal.wait(0)
