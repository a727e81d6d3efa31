"""Outputs: file systems without some system calls, devices, descriptors, long names, holes, and remains after a
kill."""
import contextlib
import errno
import os
import pwd
import shutil
import signal
import stat
import subprocess

from support import CLI, SEGMENT, Skip, as_nobody, encrypt, failing, get, largest_open_file, make_key, put, run, temporaries, wait_for


def test_a_reservation_that_cannot_be_looked_at():
    """If stat fails, the state of the file is unknown. The empty file that reserves the name must still be removed."""
    make_key()
    put("f", b"data")
    lacking = {"tmpfile": errno.EOPNOTSUPP, "renameat2": errno.EINVAL, "linkat": errno.EPERM}
    for error in (errno.ENOENT, errno.EIO):
        run("encrypt", "--key-file", "key", "f", "-o", "c", env=failing(**lacking, fstatat=error))
        run("decrypt", "--key-file", "key", "c", "-o", "out")
        assert get("out") == b"data" and not temporaries()
        os.unlink("c")
        os.unlink("out")


def test_a_file_system_that_can_put_nothing_in_place():
    make_key()
    put("f", b"data")
    environment = failing(tmpfile=errno.EOPNOTSUPP, renameat2=errno.EINVAL, renameat=errno.ENOSYS, linkat=errno.EPERM)
    # The program must fail before it reads, because reading this input would block.
    process = subprocess.Popen([CLI, "encrypt", "--key-file", "key", "-", "-o", "c"], stdin=subprocess.PIPE,
                               stderr=subprocess.PIPE, env=environment)
    assert process.wait(60) == 3 and b"cannot be renamed" in process.stderr.read()
    assert sorted(os.listdir(".")) == ["f", "key"]


@contextlib.contextmanager
def loop_device(image):
    done = subprocess.run(["losetup", "--find", "--show", image], capture_output=True, text=True)
    if done.returncode != 0:
        raise Skip("there is no loop device here")
    try:
        yield done.stdout.strip()
    finally:
        subprocess.run(["losetup", "--detach", done.stdout.strip()], check=True)


def test_fuse():
    """A real file system without links and RENAME_NOREPLACE, if it can be mounted here."""
    if not all(map(shutil.which, ("mkfs.exfat", "mount.exfat-fuse"))):
        raise Skip("exfat-fuse and exfatprogs are not here")
    with open("image", "wb") as image:
        image.truncate(64 << 20)
    subprocess.run(["mkfs.exfat", "image"], check=True, capture_output=True)
    os.mkdir("m")
    with loop_device("image") as device:
        if subprocess.run(["mount.exfat-fuse", device, "m"], capture_output=True).returncode != 0:
            raise Skip("FUSE cannot be mounted here")
        try:
            make_key()
            plain = put("f", os.urandom(3 * SEGMENT))
            run("encrypt", "--key-file", "key", "f", "-o", "m/c")
            run("encrypt", "--key-file", "key", "f", "-o", "m/c", code=2)
            run("decrypt", "--key-file", "key", "m/c", "-o", "m/f")
            run("decrypt", "--key-file", "key", "m/c", "-o", "m/f", "--force")
            assert get("m/f") == plain and sorted(os.listdir("m")) == ["c", "f"]
        finally:
            subprocess.run(["umount", "m"], check=True)


def test_outputs_that_are_descriptors():
    plain = b"the data\n"
    put("c", encrypt(plain))
    os.mkdir("d")
    os.symlink("/dev/stdout", "link")
    os.symlink("../link", "d/link")
    for output in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link", "d/link"):
        for force in ((), ("--force",)):
            with open("out", "wb") as out:
                out.write(b"before ")
                out.flush()
                run("decrypt", "--key-file", "key", "c", "-o", output, *force, stdout=out)
            assert get("out") == b"before " + plain, output
            assert run("decrypt", "--key-file", "key", "c", "-o", output, *force)[0] == plain
    assert os.path.islink("link") and os.path.islink("d/link") and os.path.islink("/dev/stdout")
    _, text = run("decrypt", "--key-file", "key", "c", "-o", "/dev/fd/9", code=3)
    assert "not open" in text
    for output in ("/dev/fd/x", "/dev/fd/0x1", "/dev/fd/-1"):
        run("decrypt", "--key-file", "key", "c", "-o", output, code=3)


def test_outputs_that_are_devices_and_pipes():
    plain = os.urandom(3 * SEGMENT)
    put("c", encrypt(plain))
    os.mkfifo("pipe")
    os.symlink("pipe", "link")
    os.symlink("/dev/null", "null")
    for output in ("pipe", "link"):
        for force in ((), ("--force",)):
            reader = subprocess.Popen(["cat", "pipe"], stdout=subprocess.PIPE)
            run("decrypt", "--key-file", "key", "c", "-o", output, *force)
            assert reader.communicate(timeout=60)[0] == plain
            run("decrypt", "--key-file", "key", "c", "-o", "null", *force)
    assert stat.S_ISFIFO(os.stat("pipe").st_mode) and os.path.islink("link") and os.path.islink("null")


def test_block_devices():
    with open("image", "wb") as image:
        image.truncate(1 << 20)
    plain = os.urandom(SEGMENT)
    put("c", encrypt(plain))
    with loop_device("image") as device:
        _, text = run("decrypt", "--key-file", "key", "c", "-o", device, code=2)
        assert "--force" in text
        run("decrypt", "--key-file", "key", "c", "-o", device, "--force")
        with open(device, "rb") as file:
            assert file.read(SEGMENT) == plain


def test_names_that_are_too_long_are_refused_before_the_work():
    make_key()
    for length, code in ((246, 0), (247, 2), (255, 2)):
        name = "n" * length
        put(name, b"data")
        # The key file does not exist, so this would fail if the program looked for it.
        _, text = run("encrypt", "--key-file", "key" if code == 0 else "none", name, code=code)
        assert code == 0 or "too long" in text and "255" in text and "none" not in text
    run("encrypt", "--key-file", "key", "n" * 255, "-o", "m" * 255)
    run("encrypt", "--key-file", "key", "n" * 255, "-o", "m" * 256, code=2)
    assert not temporaries()


def test_what_can_be_refused_is_refused_before_a_passphrase_is_read():
    put("f", b"data")
    put("exists", b"old")
    os.mkdir("d")
    for arguments, code in ((("--segment", "96K", "f"), 2), (("--segment", "32K", "f"), 2), (("--segment", "8M", "f"), 2),
                            (("--cipher", "magma", "f"), 4), (("--cipher", "none", "f"), 4), (("f", "-o", "exists"), 2),
                            (("none",), 3), (("d",), 3), (("f", "-o", "none/f"), 3), (("f", "-o", "f"), 2),
                            (("f", "-o", "d"), 2), (("f", "-o", ""), 2), (("f", "exists", "-o", "out"), 2)):
        read, write = os.pipe()  # this pipe never gets data
        _, text = run("encrypt", *arguments, "--passphrase-fd", str(read), code=code, pass_fds=(read,))
        assert "passphrase" not in text
        os.close(read)
        os.close(write)
    assert sorted(os.listdir(".")) == ["d", "exists", "f"]


def test_nothing_is_asked_if_the_command_cannot_work():
    """Without a terminal, a question fails with a sentence about the terminal."""
    make_key()
    os.mkdir("d")
    os.mkdir("empty")
    os.mkfifo("fifo")
    put("d/f", b"data")
    put("pass", b"viburnum\n")
    os.chmod("pass", 0o600)
    run("encrypt", "--passphrase-file", "pass", "d/f", "-o", "c")
    for arguments, code in ((("encrypt", "--recursive", "d", "-o", "no/such"), 3), (("encrypt", "--recursive", "d", "-o", ""), 2),
                            (("encrypt", "--recursive", "d", "-o", "no/."), 2), (("encrypt", "--recursive", "d", "-o", "n" * 256), 3),
                            (("decrypt", "--tar", "c", "-o", "no/such"), 3), (("decrypt", "--tar", "c", "-o", "c/d"), 3),
                            *((("decrypt", "--tar", "c", "-o", name), 2) for name in (".", "./", "empty/.", "", "/", "..", "d")),
                            (("verify", "d"), 3), (("verify", "none"), 3), (("verify", "none", "d"), 3),
                            (("verify", "--recursive", "c"), 2), (("verify", "--recursive", "none"), 3),
                            (("rekey", "d"), 2), (("rekey", "fifo"), 2), (("rekey", "--list", "fifo"), 2), (("rekey", "none"), 3),
                            (("rekey", "c", "--add", "key-file:none"), 3), (("rekey", "c", "--add", "passphrase-fd:77"), 2),
                            (("rekey", "c", "--add", "passphrase", "--add", "nonsense"), 2)):
        out, text = run(*arguments, code=code, start_new_session=True)
        assert out == b"" and "terminal to ask" not in text and "filesystem error" not in text, (arguments, text)
    assert sorted(os.listdir(".")) == ["c", "d", "empty", "fifo", "key", "pass"]
    # What can work is asked for, after the failures.
    text = run("verify", "none", "c", code=2, start_new_session=True)[1]
    assert text.index("none: could not be opened") < text.index("terminal to ask")
    text = run("verify", "none", "c", "--passphrase-file", "pass", code=3)
    assert text[0] == b"c: authentic, 4 bytes of plaintext\n" and "none: could not be opened" in text[1]
    for output in ("made", "d/made", "../" + os.path.basename(os.getcwd()) + "/again"):
        run("encrypt", "--tar", "-k", "key", "d", "-o", "t", "--force")
        run("decrypt", "--tar", "-k", "key", "t", "-o", output)
    assert get("made/f") == get("again/f") == b"data"


def test_cipher_without_containers_names_those_that_have_them():
    put("f", b"data")
    _, text = run("encrypt", "--cipher", "magma", "f", code=4)
    assert "kuznyechik" in text and "kalyna-512-512" in text and "speck-128-128" in text and "speck-64-128" not in text


def allocated(name):
    return os.stat(name).st_blocks * 512


def test_holes():
    make_key()
    size = 40 * SEGMENT + 5000
    with open("f", "wb") as file:
        file.truncate(size)
        for position in (0, 3 * SEGMENT + 1, 17 * SEGMENT, 17 * SEGMENT + 8192):
            file.seek(position)
            file.write(b"data")
    if allocated("f") > size // 2:
        raise Skip("this file system has no holes")
    for plain in (get("f"), bytes(size), bytes(1), bytes(4096), b"x" + bytes(4095), bytes(SEGMENT), b""):
        put("c", encrypt(plain))
        for threads in "13":
            run("decrypt", "--key-file", "key", "--threads", threads, "c", "-o", "out", "--force")
            assert get("out") == plain
            assert allocated("out") <= 4 * 4096 + 4096 * (len(plain) < 4096)


def test_holes_are_not_read():
    make_key()
    size, chunks = 16 << 20, ((0, 5), (5 * SEGMENT - 3, 10), (9 * SEGMENT, SEGMENT), ((12 << 20) + 4096, 1))
    for tail in (0, 100):
        with open("f", "wb") as file:
            for position, length in chunks:
                file.seek(position)
                file.write(b"d" * length)
            file.truncate(size)
            if tail:
                file.seek(size)
                file.write(b"e" * tail)
        if allocated("f") > size // 2:
            raise Skip("this file system has no holes")
        # ZFS may report fresh data as a hole, so everything is read there.
        for threads, system in ("1", None), ("3", None), ("1", "0x2fc12fc1"):
            process = subprocess.Popen([CLI, "encrypt", "-k", "key", "--segment", "64K", "--threads", threads, "--force", "f", "-o", "c"],
                                       env=dict(failing(), HEDGEROW_TEST_SYSTEM=system) if system else None)
            os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
            counts = dict(line.split(": ") for line in get(f"/proc/{process.pid}/io").decode().splitlines())
            assert process.wait() == 0 and (int(counts["rchar"]) < 2 << 20) == (system is None), counts
            run("decrypt", "-k", "key", "--force", "c", "-o", "out")
            assert get("out") == get("f")
    with open("f", "rb", buffering=0) as file:  # the search for holes does not move the position of the caller
        file.seek(5 * SEGMENT - 3)
        assert run("encrypt", "-k", "key", "-", stdin=file)[0]
        assert os.lseek(file.fileno(), 0, os.SEEK_CUR) == 5 * SEGMENT - 3


def test_directories_that_can_be_written_but_not_listed():
    make_key()
    os.chmod("key", 0o644)
    put("f", b"data")
    os.chmod("f", 0o644)
    os.mkdir("drop")
    if os.getuid() == 0:
        os.chmod(".", 0o755)
        os.chown("drop", pwd.getpwnam("nobody").pw_uid, -1)
    os.chmod("drop", 0o300)
    try:
        as_nobody("encrypt", "--key-file", "key", "f", "-o", "drop/c")
        as_nobody("encrypt", "--key-file", "key", "f", "-o", "drop/c", code=2)
        as_nobody("encrypt", "--force", "--key-file", "key", "f", "-o", "drop/c")
        os.chmod("drop", 0o500)
        assert "no file can be made" in as_nobody("encrypt", "--key-file", "key", "f", "-o", "drop/d", code=3)
    finally:
        os.chmod("drop", 0o700)
    assert os.listdir("drop") == ["c"] and run("decrypt", "--key-file", "key", "drop/c", "-o", "-")[0] == b"data"


def test_a_kill_leaves_no_plaintext():
    plain = os.urandom(8 * SEGMENT)
    container = encrypt(plain)
    process = subprocess.Popen([CLI, "decrypt", "--key-file", "key", "-", "-o", "out"], stdin=subprocess.PIPE)
    process.stdin.write(container[:-1])
    process.stdin.flush()
    wait_for(lambda: largest_open_file(process) > 2 * SEGMENT, "plaintext")
    process.send_signal(signal.SIGKILL)
    process.wait(60)
    try:
        os.close(os.open(".", os.O_TMPFILE | os.O_RDWR, 0o600))
    except OSError:
        raise Skip("this file system has no files without a name") from None
    assert os.listdir(".") == ["key"]


def test_no_random_bytes():
    make_key()
    put("f", b"data")
    for calls in (dict(getrandom=errno.ENOSYS, random=errno.ENOENT), dict(getrandom=errno.EPERM, random=errno.EACCES)):
        for arguments in (("encrypt", "--key-file", "key", "f"), ("keygen", "-o", "other")):
            _, text = run(*arguments, code=3, env=failing(**calls))
            assert "no random bytes" in text
        run("list", env=failing(**calls))
    # The later calls fail inside libsodium.
    for time in range(2, 6):
        environment = failing(**{f"getrandom_{time}": errno.EIO, "tmpfile": errno.EOPNOTSUPP})
        done = subprocess.run([CLI, "encrypt", "--key-file", "key", "f"], env=environment, capture_output=True, text=True)
        assert done.returncode in (0, 3) and (done.returncode == 0 or "no random bytes" in done.stderr)
        if done.returncode == 0:
            os.remove("f.hedgerow")
    assert sorted(os.listdir(".")) == ["f", "key"]
