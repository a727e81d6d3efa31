"""The progress bar on terminals of 20 and 200 columns: no line wraps, and no name controls the terminal."""
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import threading
import time
import unicodedata
from pathlib import Path

from support import CLI, get, make_key, run

SECONDS = 2  # writes into the pipe, one every tenth of a second; the bar begins after one second
PATIENCE = 60  # seconds to wait for events that are immediate on an idle machine
NAMES = [b"plain.txt", b"long-" * 50, b"\xf0\x9f\xa6\x94" * 60, b"\x1b[31mred\x1b[0m", b"a\nb\rc\x08", b"\xff\xfe\x9b", b"\xe6\xbc\xa2" * 80]


def set_columns(terminal, columns):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))


def read_there(master):
    """Returns the text that was written to the terminal."""
    data = b""
    while select.select([master], [], [], 0)[0]:
        try:
            if not (more := os.read(master, 4096)):
                break
        except OSError:  # the other side is closed
            break
        data += more
    return data


def wait_until(condition):
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "what was waited for did not come"
        time.sleep(0.01)


def waits_for_input(process):
    """True if all threads sleep, because the process then draws no more until the next write into its pipe."""
    states = [path.read_text().rpartition(")")[2].split()[0] for path in Path(f"/proc/{process.pid}/task").glob("*/stat")]
    return all(state == "S" for state in states)


class Watched:
    """An encryption on a terminal, which reads from a pipe with this name."""

    def __init__(self, name, columns):
        self.master, slave = pty.openpty()
        set_columns(slave, columns)
        self.out = name[:8].hex() + str(columns)
        self.process = subprocess.Popen([CLI.encode(), b"encrypt", b"--force", b"--segment", b"64K", b"--key-file", b"key",
                                         b"-o", self.out.encode(), b"--", name],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=slave)
        os.close(slave)
        self.pipe, self.fed = open(name, "wb", buffering=0), 0

    def feed(self, seconds):
        """Returns the text drawn meanwhile, when no more can follow."""
        data, end = b"", time.monotonic() + seconds
        while time.monotonic() < end or not data:
            assert time.monotonic() < end + PATIENCE, "no bar is drawn"
            self.fed += self.pipe.write(bytes(64 << 10))
            time.sleep(0.1)
            data += read_there(self.master)
        wait_until(lambda: pending(self.pipe) == 0 and waits_for_input(self.process))
        return data + read_there(self.master)

    def end(self):
        self.pipe.close()
        assert self.process.wait(PATIENCE) == 0
        os.close(self.master)
        assert len(run("decrypt", "--key-file", "key", self.out, "-o", "-")[0]) == self.fed


def pending(pipe):
    """Returns the number of unread bytes in the pipe."""
    return struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)))[0]


def watch(name, columns, later=None):
    """Returns the text drawn before and after the change of width."""
    watched = Watched(name, columns)
    before, after = watched.feed(SECONDS), b""
    if later:
        set_columns(watched.master, later)
        after = watched.feed(SECONDS / 4)
    watched.end()
    return before, after


def width_of(text):
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def widest(output, name, columns):
    """Checks the bytes of a bar, and returns its widest line."""
    text = output.decode()  # names that are not UTF-8 are quoted
    shown = re.sub("\x1b\\[[02]?K", "", text)
    raw = [c for c in shown if (ord(c) < 32 and c not in "\r\n") or 127 <= ord(c) < 160]
    assert not raw, f"{name!r}: {raw[:3]} reach the terminal: {output[:200]!r}"
    assert "\n" not in shown, f"{name!r}: the bar takes more than one line: {output[:200]!r}"
    most = max(width_of(line) for line in shown.split("\r"))
    assert most <= columns, f"{name!r}: {most} columns on a terminal of {columns}: {output[:200]!r}"
    return most


def watch_all(columns, later=None):
    """Watches all names at the same time."""
    make_key()
    results = {}
    for name in NAMES:
        name = name[:240]
        os.mkfifo(name)
        results[name] = None
    threads = [threading.Thread(target=lambda n=name: results.update({n: watch(n, columns, later)})) for name in results]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(results.values()), "an encryption failed"
    return results


def check_all(columns):
    failures = []
    for name, (output, _) in watch_all(columns).items():
        try:
            assert widest(output, name, columns) > 5 and b"MiB" in output, f"{name!r}: hardly a bar: {output!r}"
        except (AssertionError, UnicodeDecodeError) as error:
            failures.append(str(error))
    assert not failures, "\n".join(failures)


def test_bar_on_20_columns(chance):
    check_all(20)


def test_bar_on_200_columns(chance):
    check_all(200)


def test_bar_when_the_terminal_shrinks(chance):
    for name, (before, after) in watch_all(200, 20).items():
        assert before and after, name
        widest(before, name, 200)
        widest(after, name, 20)
