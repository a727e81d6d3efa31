"""Prompts, echo and the progress bar, on a pseudo-terminal; passphrases from a descriptor."""
import fcntl
import os
import pty
import signal
import subprocess
import termios
import threading
import time

from support import CLI, get, make_key, put, run, temporaries, wait_for


class Terminal:
    """The program with a controlling terminal of its own."""

    def __init__(self, *arguments, stdin=None, stdout=None):
        self.master, slave = pty.openpty()
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
    terminal = Terminal("encrypt", "--key-file", "key", "f", "-o", "-")
    terminal.wait(2)
    assert b"HEDGEROW" not in terminal.text


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
