"""Directories: one container per file, or one authenticated stream made by the system's tar."""
import contextlib
import json
import os
import re
import resource
import shutil
import signal
import socket
import stat
import struct
import subprocess
import time

from support import CLI, SEGMENT, Skip, as_nobody, fake_tar, get, key_run, make_key, put, run, temporaries, wait_for


def make_tree():
    """Makes files at all depths, an empty directory and odd names. Returns {relative path: content}."""
    files = {"a": b"a", "sub/b": b"b" * SEGMENT * 2, "sub/deep/c.hedgerow": b"c", "sub/[x] y\n": b"d", "-o": b"e", "z": b""}
    for path, content in files.items():
        os.makedirs(os.path.dirname(f"tree/{path}"), exist_ok=True)
        put(f"tree/{path}", content)
    os.makedirs("tree/empty")
    return files


def files_in(root):
    return {os.path.relpath(os.path.join(folder, name), root): get(os.path.join(folder, name))
            for folder, _, names in os.walk(root) for name in names}


def test_recursive_round_trip():
    files = make_tree()
    _, text = key_run("encrypt", "--recursive", "tree", "-o", "out")
    assert f"{len(files)} files encrypted" in text
    assert set(files_in("out")) == {f"{path}.hedgerow" for path in files} and os.path.isdir("out/empty")
    assert stat.S_IMODE(os.stat("out").st_mode) == 0o700
    key_run("decrypt", "--recursive", "out", "-o", "back")
    assert files_in("back") == files and os.path.isdir("back/empty")


def test_recursive_skips_with_a_word():
    make_key()
    os.makedirs("tree/real")
    put("tree/real/f", b"data")
    put("secret", b"not in the tree")
    os.symlink("../secret", "tree/link")
    os.symlink("real", "tree/linked")
    os.mkfifo("tree/fifo")
    held = socket.socket(socket.AF_UNIX)
    held.bind("tree/socket")
    _, text = key_run("encrypt", "--recursive", "tree", "-o", "out")
    held.close()
    for name, word in (("link", "symbolic link"), ("linked", "symbolic link"), ("fifo", "FIFO"), ("socket", "socket")):
        assert any(name in line and word in line for line in text.split("\n")), (name, text)
    assert "4 skipped" in text and set(files_in("out")) == {"real/f.hedgerow"}
    put("out/plain.txt", b"no container")
    _, text = key_run("decrypt", "--recursive", "out", "-o", "back")
    assert "plain.txt" in text and files_in("back") == {"real/f": b"data"}


def test_recursive_goes_on_and_exits_by_the_worst():
    make_tree()
    key_run("encrypt", "--recursive", "tree", "-o", "out")
    container = get("out/sub/b.hedgerow")
    put("out/sub/b.hedgerow", container[:-1] + bytes([container[-1] ^ 1]))
    os.makedirs("back")
    put("back/a", b"old")
    _, text = key_run("decrypt", "--recursive", "out", "-o", "back", code=1)
    assert "sub/b.hedgerow" in text and "back/a exists already" in text and "2 failed" in text
    assert get("back/a") == b"old" and not os.path.exists("back/sub/b") and get("back/sub/deep/c.hedgerow") == b"c"
    key_run("decrypt", "--recursive", "--force", "out", "-o", "back", code=1)
    assert get("back/a") == b"a"
    assert not [n for folder, _, names in os.walk(".") for n in names if n.startswith(".hedgerow-")]


def test_recursive_refusals():
    make_tree()
    put("f", b"")
    os.symlink("tree", "other")
    for arguments, word in ((("--recursive", "tree"), "-o"), (("--recursive", "f", "-o", "out"), "directory"),
                            (("--recursive", "tree", "-o", "tree"), "inside"),
                            (("--recursive", "tree", "-o", "tree/sub/new"), "inside"),
                            (("--recursive", "tree", "-o", "other/new"), "inside"),
                            (("--recursive", "tree", "f", "-o", "out"), "one"),
                            (("--recursive", "tree", "-o", "-"), "directory")):
        assert word in key_run("encrypt", *arguments, code=2)[1], arguments
    assert "not a directory" in key_run("encrypt", "--recursive", "tree", "-o", "f", code=2)[1]
    assert "--recursive" in key_run("encrypt", "tree", code=3)[1]
    key_run("encrypt", "--recursive", "none", "-o", "out", code=3)
    assert not os.path.exists("out")
    os.makedirs("out")
    os.symlink("../tree", "out/sub")
    assert "symbolic link" in key_run("encrypt", "--recursive", "tree", "-o", "out", code=2)[1]
    assert not os.path.exists("tree/b.hedgerow")


def test_recursive_preserves_on_request():
    make_tree()
    os.chmod("tree/sub", 0o750)
    os.chmod("tree/a", 0o640)
    for path in ("tree/a", "tree/sub"):
        os.utime(path, ns=(10**18, 10**18 + 123456789))
    key_run("encrypt", "--preserve", "--recursive", "tree", "-o", "out")
    key_run("decrypt", "--preserve", "--recursive", "out", "-o", "back")
    for path, mode in (("a", 0o640), ("sub", 0o750)):
        status = os.stat(f"back/{path}")
        assert stat.S_IMODE(status.st_mode) == mode and status.st_mtime_ns == 10**18 + 123456789, path


def test_recursive_goes_on_after_an_interruption():
    files = make_tree()
    key_run("encrypt", "--recursive", "tree", "-o", "out")
    os.remove("out/sub/b.hedgerow")
    put("out/a.hedgerow", b"whatever stands here")
    text = key_run("encrypt", "--recursive", "--skip-existing", "tree", "-o", "out")[1]
    assert f"1 file encrypted, {len(files) - 1} existed already" in text and get("out/a.hedgerow") == b"whatever stands here"
    key_run("decrypt", "--recursive", "out", "-o", "back", code=1)
    key_run("encrypt", "--force", "tree/a", "-o", "out/a.hedgerow")
    lines = key_run("decrypt", "--recursive", "--skip-existing", "--json", "out", "-o", "back")[0].splitlines()
    assert [json.loads(line).get("existed", False) for line in lines].count(False) == 1 and files_in("back") == files
    text = key_run("encrypt", "--skip-existing", "tree/a", "-o", "out/a.hedgerow")[1]
    assert "out/a.hedgerow exists already" in text
    for other in ("--force", "--tar"):
        assert other in key_run("encrypt", "--skip-existing", other, "tree", "-o", "new", code=2)[1]
    os.symlink("a", "out/z")
    os.remove("out/z.hedgerow")
    os.rename("out/z", "out/z.hedgerow")
    key_run("encrypt", "--recursive", "--skip-existing", "tree", "-o", "out", code=2)  # a link is no output of ours


def salt_of(container):
    """Version 3: the short header has 47 + n bytes; MAC, number of slots, passes and memory take 38."""
    assert container[8] == 3
    at = 47 + container[13] + 38
    return container[at:at + 16]


def test_recursive_takes_one_run_of_argon2id():
    """One run per file would take much more CPU time than the limit."""
    os.makedirs("tree")
    for number in range(200):
        put(f"tree/{number}", b"%d" % number)
    put("word", b"a passphrase\n")
    limit = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_CPU, (5, 5))}
    word = ("--passphrase-file", "word")
    run("encrypt", *word, "--recursive", "tree", "-o", "out", **limit)
    run("decrypt", *word, "--recursive", "out", "-o", "back", **limit)
    run("verify", *word, "--recursive", "out", **limit)
    assert files_in("back") == files_in("tree")
    containers = files_in("out").values()
    assert len({salt_of(c) for c in containers}) == 1
    slots = [c[47 + c[13] + 54:] for c in containers]
    assert len({s[2:26] for s in slots}) == len({s[26:74] for s in slots}) == 200  # nonces, wrapped keys
    run("encrypt", *word, "--kdf", "interactive", "tree/1", "tree/2")
    salts = {salt_of(get(f"tree/{n}.hedgerow")) for n in (1, 2)}
    assert len(salts) == 1 and salts != {salt_of(next(iter(containers)))}  # another invocation has another salt


def test_recursive_with_few_descriptors():
    """Batches of eight files, each of which needs two directories."""
    for number in range(40):
        os.makedirs(f"tree/{number}")
        put(f"tree/{number}/f", b"%d" % number)
    put("tree/large", os.urandom(5 << 20))
    limit = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))}
    key_run("encrypt", "--recursive", "--preserve", "tree", "-o", "out", **limit)
    key_run("verify", "--recursive", "out", **limit)
    key_run("decrypt", "--recursive", "--preserve", "--threads", "5", "out", "-o", "back", **limit)
    assert files_in("back") == files_in("tree")


@contextlib.contextmanager
def mounted(kind, source, place, options):
    os.makedirs(place, exist_ok=True)
    if subprocess.run(["mount", "-t", kind, "-o", options, source, place], capture_output=True).returncode != 0:
        raise Skip(f"{kind} cannot be mounted here")
    try:
        yield
    finally:
        subprocess.run(["umount", place], check=True)


def test_recursive_reports_lost_writes_on_overlay():
    """The disk has less room than its file system says. So write succeeds, and the data is lost later."""
    if not shutil.which("mkfs.ext4"):
        raise Skip("mkfs.ext4 is not here")
    for number in range(12):
        os.makedirs("tree", exist_ok=True)
        put(f"tree/{number}", os.urandom(1 << 20))
    with mounted("tmpfs", "tmpfs", "disk", "size=10M"):
        put("disk/image", bytes(6 << 20))  # has room for the structures of the file system
        os.truncate("disk/image", 32 << 20)
        subprocess.run(["mkfs.ext4", "-q", "-O", "^has_journal", "-E", "nodiscard", "disk/image"], check=True)
        with mounted("ext4", "disk/image", "below", "loop"):
            for name in ("lower", "upper", "work"):
                os.mkdir(f"below/{name}")
            with mounted("overlay", "overlay", "o", "lowerdir=below/lower,upperdir=below/upper,workdir=below/work"):
                notes = key_run("encrypt", "--recursive", "tree", "-o", "o/out", code=3)[1]
                lost = re.findall(r"^hedgerow: tree/\d+: .* made durable", notes, re.MULTILINE)  # a folder can be lost, too
                assert len(lost) == 12 - len(os.listdir("o/out")) > 0, notes
                shutil.rmtree("o/out")
                key_run("encrypt", "--tar", "tree")
                notes = key_run("decrypt", "--tar", "tree.tar.hedgerow", "-o", "o/back", code=3)[1]
                assert "made durable" in notes and not os.path.exists("o/back"), notes


def test_tar_flushes_on_overlay_what_its_owner_may_not_read():
    """On overlayfs each file is flushed by a descriptor. The program gets one although the modes do not allow it."""
    os.makedirs("tree/closed")
    for name, mode in (("tree/none", 0), ("tree/closed/write", 0o200), ("tree/closed", 0o300)):
        if not name.endswith("closed"):
            put(name, b"data")
        os.chmod(name, mode)
    if os.getuid():
        raise Skip("only root mounts")
    key_run("encrypt", "--tar", "--preserve", "tree")
    for name, mode in ((".", 0o755), ("key", 0o644), ("tree.tar.hedgerow", 0o644)):
        os.chmod(name, mode)
    with mounted("tmpfs", "tmpfs", "disk", "size=1M,mode=755"):
        for name in ("lower", "upper", "work"):
            os.mkdir(f"disk/{name}")
        with mounted("overlay", "overlay", "o", "lowerdir=disk/lower,upperdir=disk/upper,workdir=disk/work"):
            os.chmod("o", 0o777)
            as_nobody("decrypt", "--tar", "--preserve", "--key-file", "key", "tree.tar.hedgerow", "-o", "o/back")
            assert files_in("o/back") == files_in("tree")
            for name, mode in (("none", 0), ("closed", 0o300), ("closed/write", 0o200)):
                assert stat.S_IMODE(os.stat(f"o/back/{name}").st_mode) == mode, name


def test_verify_recursive():
    files = make_tree()
    key_run("encrypt", "--recursive", "tree", "-o", "out")
    put("out/plain.txt", b"no container")
    text, notes = key_run("verify", "--recursive", "out")
    lines = text.decode().splitlines()
    assert len(lines) == len(files) and lines == sorted(lines) and "out/a.hedgerow: authentic, 1 bytes" in lines[1]
    assert "plain.txt is skipped" in notes and f"{len(files)} containers are authentic, 1 skipped" in notes
    container = get("out/sub/b.hedgerow")
    put("out/sub/b.hedgerow", container[:-1])
    assert "1 failed" in key_run("verify", "--recursive", "out", code=1)[1]
    objects = [json.loads(line) for line in key_run("verify", "--json", "--all", "--recursive", "out", code=1)[0].splitlines()]
    assert [o["input"] for o in objects if not o["ok"]] == ["out/sub/b.hedgerow"] and len(objects) == len(files)
    assert "directory" in key_run("verify", "--recursive", "out/a.hedgerow", code=2)[1]
    key_run("verify", "--recursive", "none", code=3)


def test_tar_keeps_holes():
    os.mkdir("tree")
    with open("tree/f", "wb") as file:
        file.write(b"begin")
        file.seek(64 << 20)
        file.write(b"end")
        file.truncate(65 << 20)
    key_run("encrypt", "--tar", "tree")
    assert os.path.getsize("tree.tar.hedgerow") < 1 << 20
    key_run("decrypt", "--tar", "tree.tar.hedgerow", "-o", "back")
    assert get("back/f") == get("tree/f") and os.stat("back/f").st_blocks * 512 < 1 << 20


def attribute(path, name, value=None):
    """Sets an attribute, or returns it, or None."""
    try:
        return os.setxattr(path, name, value) if value else os.getxattr(path, name)
    except OSError as error:
        if value:
            raise Skip(f"the file system takes no {name}: {error}") from error
        return None


def test_tar_preserves_on_request():
    os.mkdir("tree")
    put("tree/f", b"data")
    acl = struct.pack("<I" + "HHI" * 5, 2, 1, 6, 2**32 - 1, 2, 4, 12345, 4, 4, 2**32 - 1, 0x10, 4, 2**32 - 1, 0x20, 0, 2**32 - 1)
    attribute("tree/f", "user.note", b"kept")
    attribute("tree/f", "system.posix_acl_access", acl)
    root = os.getuid() == 0
    if root:
        os.chown("tree/f", 12345, 23456)
        capability = struct.pack("<5I", 0x02000001, 1 << 12, 0, 0, 0)  # CAP_NET_ADMIN gives rights as set-id bits do
        attribute("tree/f", "security.capability", capability)
    for number, options in enumerate(((), ("--preserve",))):
        key_run("encrypt", "--tar", *options, "tree", "-o", f"t{number}")
        key_run("decrypt", "--tar", *options, f"t{number}", "-o", f"back{number}")
        status, path = os.stat(f"back{number}/f"), f"back{number}/f"
        assert (attribute(path, "user.note") == b"kept") == bool(options)
        assert (attribute(path, "system.posix_acl_access") == acl) == bool(options)
        assert (status.st_uid, status.st_gid) == ((12345, 23456) if root and options else (os.getuid(), os.getgid()))
        assert attribute(path, "security.capability") is None


def test_tar_round_trip():
    files = make_tree()
    os.symlink("a", "tree/link")
    key_run("encrypt", "--tar", "tree")
    assert os.listdir(".").count("tree.tar.hedgerow") == 1
    key_run("decrypt", "--tar", "tree.tar.hedgerow", "-o", "back")
    assert {p: c for p, c in files_in("back").items() if p != "link"} == files and os.readlink("back/link") == "a"
    assert os.path.isdir("back/empty")
    listing = subprocess.run(["tar", "-t"], input=key_run("decrypt", "tree.tar.hedgerow", "-o", "-")[0], capture_output=True,
                             check=True).stdout
    assert b"./sub/b\n" in listing
    os.mkdir("void")
    key_run("decrypt", "--tar", "tree.tar.hedgerow", "-o", "void/")
    assert get("void/a") == b"a" and not temporaries()


def test_tar_that_is_not_authentic_leaves_nothing():
    make_tree()
    key_run("encrypt", "--tar", "tree", "--segment", "64K", "-o", "t")
    container = get("t")
    for damaged in (container[:-1] + bytes([container[-1] ^ 1]), container[:-SEGMENT]):
        put("t", damaged)
        key_run("decrypt", "--tar", "t", "-o", "back", code=1)
        assert not os.path.exists("back") and not temporaries()
    put("no.tar", os.urandom(3 * SEGMENT))
    key_run("encrypt", "no.tar")
    assert "tar failed with exit code 2" in key_run("decrypt", "--tar", "no.tar.hedgerow", "-o", "back", code=3)[1]
    assert not os.path.exists("back") and not temporaries()


def test_tar_whose_exit_status_is_bad():
    make_tree()
    environment = fake_tar(b'/bin/tar "$@"; exit 1\n')
    assert "exit code 1" in key_run("encrypt", "--tar", "tree", "-o", "t", code=3, env=environment)[1]
    assert not os.path.exists("t") and not temporaries()
    key_run("encrypt", "--tar", "tree", "-o", "t")
    assert "exit code 1" in key_run("decrypt", "--tar", "t", "-o", "back", code=3, env=environment)[1]
    environment = fake_tar(b"kill -9 $$\n")
    assert "Killed" in key_run("decrypt", "--tar", "t", "-o", "back", code=3, env=environment)[1]
    assert "not installed" in key_run("decrypt", "--tar", "t", "-o", "back", code=4, env={"PATH": "/nonesuch"})[1]
    assert not os.path.exists("back") and not temporaries()


def test_tar_refusals():
    make_tree()
    key_run("encrypt", "--tar", "tree", "-o", "t")
    os.mkdir("full")
    put("full/f", b"old")
    for arguments, word in ((("decrypt", "--tar", "t"), "-o"), (("decrypt", "--tar", "t", "-o", "full"), "empty"),
                            (("decrypt", "--tar", "--force", "t", "-o", "full"), "empty"),
                            (("decrypt", "--tar", "t", "-o", "t"), "empty"),
                            (("decrypt", "--tar", "t", "-o", "-"), "directory"),
                            (("encrypt", "--tar", "t", "-o", "u"), "directory"),
                            (("encrypt", "--tar", "tree", "-o", "tree/sub/t"), "inside")):
        assert word in key_run(*arguments, code=2)[1], arguments
    assert os.listdir("full") == ["f"] and not temporaries() and not os.path.exists("u")


def test_tar_interrupted():
    make_tree()
    key_run("encrypt", "--tar", "tree", "-o", "t")
    for number in (signal.SIGTERM, signal.SIGINT):
        environment = fake_tar(b'touch "$5/started"; sleep 60\n')
        process = subprocess.Popen([CLI, "decrypt", "--key-file", "key", "--tar", "t", "-o", "back"], env=environment)
        wait_for(lambda: [n for _, _, names in os.walk(temporaries()[0]) for n in names] if temporaries() else None, "an extraction")
        time.sleep(0.1)
        process.send_signal(number)
        assert process.wait(60) == -number
        assert not os.path.exists("back") and not temporaries()
