"""The progress bar on terminals of 20 and 200 columns: no line wraps, and no name acts on the terminal."""
import fcntl
import os
import pty
import re
import struct
import subprocess
import termios
import threading
import time
import unicodedata

from support import CLI, get, make_key, run

FRAMES = 20  # writes into the pipe, a tenth of a second each: the bar begins after one second
NAMES = [b"plain.txt", b"long-" * 50, b"\xf0\x9f\xa6\x94" * 60, b"\x1b[31mred\x1b[0m", b"a\nb\rc\x08", b"\xff\xfe\x9b", b"\xe6\xbc\xa2" * 80]


def set_columns(terminal, columns):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))


def read_all(master, frames):
    """Pairs of time and bytes until the other side is closed."""
    try:
        while data := os.read(master, 4096):
            frames.append((time.monotonic(), data))
    except OSError:
        pass


def feed(name):
    with open(name, "wb") as pipe:
        for _ in range(FRAMES):
            pipe.write(bytes(64 << 10))
            pipe.flush()
            time.sleep(0.1)


def watch(name, columns, later=None):
    """Encrypts from a pipe of this name on a terminal; returns what came before and after the change of width."""
    master, slave = pty.openpty()
    set_columns(slave, columns)
    out = name[:8].hex() + str(columns) + str(later)
    process = subprocess.Popen([CLI.encode(), b"encrypt", b"--force", b"--segment", b"64K", b"--key-file", b"key", b"-o",
                                out.encode(), b"--", name], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=slave)
    os.close(slave)
    frames, changed = [], time.monotonic() + 1000
    reader = threading.Thread(target=read_all, args=(master, frames))
    reader.start()
    feeder = threading.Thread(target=feed, args=(name,))
    feeder.start()
    if later:
        time.sleep(1.5)
        set_columns(master, later)
        changed = time.monotonic() + 0.15  # a frame may be on its way
    assert process.wait(60) == 0
    feeder.join()
    reader.join()
    os.close(master)
    assert len(run("decrypt", "--key-file", "key", out, "-o", "-")[0]) == FRAMES * (64 << 10)
    return (b"".join(d for t, d in frames if t < changed), b"".join(d for t, d in frames if t >= changed))


def width_of(text):
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def widest(output, name, columns):
    """Checks the bytes of a bar, and returns its widest line."""
    text = output.decode()  # a name that is not UTF-8 is quoted
    shown = re.sub("\x1b\\[[02]?K", "", text)
    raw = [c for c in shown if (ord(c) < 32 and c not in "\r\n") or 127 <= ord(c) < 160]
    assert not raw, f"{name!r}: {raw[:3]} reach the terminal: {output[:200]!r}"
    assert "\n" not in shown, f"{name!r}: the bar takes more than one line: {output[:200]!r}"
    most = max(width_of(line) for line in shown.split("\r"))
    assert most <= columns, f"{name!r}: {most} columns on a terminal of {columns}: {output[:200]!r}"
    return most


def watch_all(columns, later=None):
    """All names at the same time; each needs two seconds."""
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
