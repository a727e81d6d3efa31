"""Trees and archives while another user interferes, and files of a tree that an archive must not contain."""
import contextlib
import io
import os
import socket
import stat
import subprocess
import tarfile

from support import CLI, Skip, failing, fake_tar, get, key_run, make_key, put, temporaries, wait_for

NOBODY = 65534


class Paused:
    """The program, stopped at its first note because the pipe of its standard error is full."""

    def __init__(self, *arguments):
        self.read_end, write_end = os.pipe()
        os.set_blocking(write_end, False)
        self.filled = 0
        try:
            while True:
                self.filled += os.write(write_end, bytes(4096))
        except BlockingIOError:
            os.set_blocking(write_end, True)
        self.process = subprocess.Popen([CLI, *arguments], stderr=write_end)
        os.close(write_end)

    def go_on(self):
        """Lets it continue. Returns its exit code and its messages."""
        with open(self.read_end, "rb") as file:
            text = file.read()[self.filled:].decode()
        return self.process.wait(60), text

    def __del__(self):
        self.process.kill()


def exchange(directory, target):
    """Replaces the directory by a link to `target`."""
    os.rename(directory, directory + ".moved")
    os.symlink(target, directory)


def test_recursive_reads_nothing_outside_the_tree():
    make_key()
    os.makedirs("tree/d/e")
    os.mkdir("secret")
    put("secret/z", b"not in the tree")
    for name in ("0", "e/z", "z"):
        put(f"tree/d/{name}", b"in the tree")
    os.symlink("nowhere", "tree/d/1")  # the program reports it
    for here in ("tree/d", "tree/d/e"):
        if here == "tree/d/e":
            os.symlink("nowhere", "tree/d/e/1")
            put("tree/d/e/0", b"in the tree")
            os.remove("tree/d/1")
        run_of = Paused("encrypt", "--key-file", "key", "--recursive", "tree", "-o", "out")
        wait_for(lambda: os.path.isdir(f"out{here[4:]}"), "the directory")
        exchange(here, os.path.abspath("secret"))
        code, text = run_of.go_on()
        assert code == 0 and "1 skipped" in text, text
        os.remove(here)
        os.rename(here + ".moved", here)
        key_run("decrypt", "--recursive", "out", "-o", "back")
        found = {get(os.path.join(folder, name)) for folder, _, names in os.walk("back") for name in names}
        assert found == {b"in the tree"}, found
        subprocess.run(["rm", "-r", "out", "back"], check=True)


def test_recursive_writes_nothing_outside_the_output():
    make_key()
    os.makedirs("tree/d")
    os.mkdir("elsewhere")
    for name in ("d/0", "d/z", "z"):
        put(f"tree/{name}", b"in the tree")
    key_run("encrypt", "--recursive", "tree", "-o", "vault")
    put("vault/d/1", b"no container")  # the program reports it
    for place, moved in (("out/d", "out/d.moved"), ("out", "out.moved/d")):
        run_of = Paused("decrypt", "--key-file", "key", "--recursive", "vault", "-o", "out", "--preserve")
        wait_for(lambda: os.path.isdir("out/d"), "the directory")
        os.chmod("elsewhere", 0o751)
        exchange(place, os.path.abspath("elsewhere"))
        code, text = run_of.go_on()
        assert code == 0 and "3 files decrypted" in text, text
        assert not os.listdir("elsewhere") and stat.S_IMODE(os.stat("elsewhere").st_mode) == 0o751
        assert sorted(os.listdir(moved)) == ["0", "z"]
        subprocess.run(["rm", "-r", "out"] + (["out.moved"] if place == "out" else []), check=True)


def test_recursive_meets_a_fifo_in_a_files_place():
    """The program finds a regular file, but opens a FIFO. It must not wait for a writer, and must not read the FIFO."""
    os.makedirs("tree")
    for name in ("0", "z"):
        put(f"tree/{name}", b"in the tree")
    key_run("encrypt", "--recursive", "tree", "-o", "vault")
    environment = {**failing(), "HEDGEROW_TEST_FIFO": "z"}
    text = key_run("encrypt", "--recursive", "tree", "-o", "out", code=3, env=environment)[1]
    assert "z: could not be opened: something else took the file's place" in text, text
    assert stat.S_ISFIFO(os.stat("tree/z").st_mode) and os.listdir("out") == ["0.hedgerow"]


def test_recursive_meets_a_link_in_a_directorys_place():
    """The program finds a directory, but opens a link."""
    os.makedirs("tree/d")
    os.mkdir("secret")
    put("secret/f", b"not in the tree")
    environment = {**failing(), "HEDGEROW_TEST_LINK": "d", "HEDGEROW_TEST_TARGET": os.path.abspath("secret")}
    text = key_run("encrypt", "--recursive", "tree", "-o", "out", code=3, env=environment)[1]
    assert os.path.islink("tree/d") and "tree/d: cannot be read" in text and not os.listdir("out"), text


def test_recursive_output_that_is_a_link():
    """The program follows your own link because you named it. It does not follow a link that another user made."""
    os.makedirs("tree")
    os.mkdir("real")
    put("tree/f", b"data")
    os.symlink("real", "own")
    for name in ("own", "own/"):
        key_run("encrypt", "--recursive", "--force", "tree", "-o", name)
        assert os.listdir("real") == ["f.hedgerow"]
    if os.getuid() != 0:
        raise Skip("only root can give a link to another user")
    os.mkdir("other")
    os.symlink("other", "planted")
    os.chown("planted", NOBODY, NOBODY, follow_symlinks=False)
    for name in ("planted", "planted/"):
        assert "symbolic link of another user" in key_run("encrypt", "--recursive", "tree", "-o", name, code=2)[1]
    assert not os.listdir("other")


def test_trees_deeper_than_the_limit_of_descriptors():
    path = "tree"
    for _ in range(300):
        path += "/d"
    os.makedirs(path)
    put(f"{path}/f", b"deep")
    make_key()
    limited = ["sh", "-c", 'ulimit -Sn 128 && exec "$@"', "sh", CLI]
    for command in (("encrypt", "--recursive", "tree", "-o", "vault"), ("decrypt", "--recursive", "vault", "-o", "back"),
                    ("encrypt", "--tar", "tree", "-o", "t"), ("decrypt", "--tar", "t", "-o", "again")):
        done = subprocess.run([*limited, command[0], "--key-file", "key", *command[1:]], capture_output=True, timeout=60)
        assert done.returncode == 0, done.stderr
    assert get(f"back{path[4:]}/f") == get(f"again{path[4:]}/f") == b"deep" and not temporaries()
    subprocess.run(["rm", "-r", "tree", "vault", "back", "again"], check=True)


def make_deep(root, levels):
    """Makes a directory with this many directories in each other."""
    here = os.getcwd()
    os.mkdir(root)
    os.chdir(root)
    for _ in range(levels):
        os.mkdir("d")
        os.chdir("d")
    os.chdir(here)


def deep_archive(name, levels, last):
    """A container of an archive of directories in each other. The innermost one has an entry of type `last`."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        for level in range(1, levels + 1):
            member = tarfile.TarInfo("d/" * level + ("x" if level == levels else ""))
            member.type, member.mode = last if level == levels else tarfile.DIRTYPE, 0o700
            archive.addfile(member)
    key_run("encrypt", "-", "-o", name, stdin=data.getvalue())


def test_trees_deeper_than_the_stack():
    make_deep("tree", 1000)
    for name in ("a", "z"):
        put(f"tree/{name}", b"beside the deep directory")
    deep_archive("deep", 1000, tarfile.REGTYPE)
    deep_archive("refused", 1000, tarfile.FIFOTYPE)
    limited = ["sh", "-c", 'ulimit -Ss 256 && exec "$@"', "sh", CLI]
    try:
        # 3, because this may be deeper than the limit of descriptors, or than the stack of tar.
        for command, codes in ((("encrypt", "--recursive", "tree", "-o", "vault"), (0, 3)), (("verify", "--recursive", "vault"), (0, 3)),
                               (("decrypt", "--recursive", "vault", "-o", "back"), (0, 3)), (("encrypt", "--tar", "tree", "-o", "t"), (0, 3)),
                               (("decrypt", "--tar", "deep", "-o", "out"), (0,)), (("decrypt", "--tar", "refused", "-o", "none"), (2,))):
            done = subprocess.run([*limited, command[0], "--key-file", "key", *command[1:]], capture_output=True, timeout=60)
            assert done.returncode in codes, (command, done.returncode, done.stderr[-300:])
            assert command[0] != "verify" or done.stdout.count(b"authentic") == 2
        assert get("back/a") == get("back/z") == b"beside the deep directory"
        assert not temporaries() and os.path.isdir("out/d") and not os.path.exists("none")
    finally:
        subprocess.run(["rm", "-rf", *os.listdir(".")], check=True)


def waiting_tar():
    """A tar that extracts and then waits until the file `go` exists."""
    return fake_tar(b'/bin/tar "$@"; code=$?; touch "%(here)s/extracted"\n'
                    b'until [ -e "%(here)s/go" ]; do sleep 0.01; done; exit $code\n' % {b"here": os.getcwd().encode()})


def hostile(name, kind):
    """A container of an archive that makes its directory accessible to all and contains a set-id program or a
    device."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        for path, type_, mode in (("./", tarfile.DIRTYPE, 0o777), ("./evil", kind, 0o6777), ("./d", tarfile.DIRTYPE, 0o777)):
            member = tarfile.TarInfo(path)
            member.type, member.mode, member.devmajor, member.devminor = type_, mode, 1, 3
            archive.addfile(member)
    key_run("encrypt", "-", "-o", name, stdin=data.getvalue())


@contextlib.contextmanager
def extraction(name, **environment):
    """Runs `decrypt --tar --preserve` into home/out. It continues when tar has finished; the program ends with
    `said`."""
    for old in ("extracted", "go"):
        if os.path.exists(old):
            os.remove(old)
    process = subprocess.Popen([CLI, "decrypt", "--key-file", "key", "--tar", "--preserve", name, "-o", "home/out"],
                               env={**waiting_tar(), **environment}, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        wait_for(lambda: os.path.exists("extracted"), "an extraction")
        yield process
    finally:
        put("go", b"")
        process.said = process.communicate(timeout=60)[1]


def set_ids(root):
    """Returns the set-id programs and devices in this tree."""
    paths = [os.path.join(folder, name) for folder, folders, names in os.walk(root) for name in folders + names]
    modes = [os.lstat(path).st_mode for path in paths]
    return [mode for mode in modes if not stat.S_ISLNK(mode) and (mode & 0o6000 or stat.S_ISCHR(mode))]


def seen_by_nobody(root):
    """Returns the files that another user finds in every directory that he can enter."""
    if os.getuid() != 0:
        raise Skip("only root can be another user")
    done = subprocess.run(["find", root], capture_output=True, text=True, user=NOBODY, group=NOBODY, extra_groups=[])
    return [path for path in done.stdout.splitlines() if os.path.basename(path) == "evil"]


def test_tar_shows_nobody_what_was_not_checked():
    """Looks between two moments: the end of tar, which sets the permissions of the top directory, and the check."""
    os.mkdir("home", 0o755)
    os.chmod(".", 0o755)
    for kind in (tarfile.REGTYPE, *((tarfile.CHRTYPE,) if os.getuid() == 0 else ())):
        hostile("t", kind)
        with extraction("t") as process:
            assert set_ids("home")  # otherwise the test is void
            assert not seen_by_nobody(os.path.abspath("home"))
        assert process.returncode == (0 if kind == tarfile.REGTYPE else 2), process.said
        assert not set_ids("home") and not [n for n in os.listdir("home") if n.startswith(".")]
        os.remove("t")
        subprocess.run(["rm", "-rf", "home/out"], check=True)


def test_tar_checks_and_moves_what_it_extracted():
    """The owner of the parent directory renames the temporary directory and puts another one, or a link, in its
    place."""
    hostile("t", tarfile.REGTYPE)
    for link in (True, False):
        os.mkdir("home")
        with extraction("t") as process:
            temporary, = os.listdir("home")
            os.rename(f"home/{temporary}", "home/kept")
            os.mkdir("home/decoy")
            if link:
                os.symlink("decoy", f"home/{temporary}")
            else:
                os.rename("home/decoy", f"home/{temporary}")
        assert process.returncode == 0, process.said
        assert sorted(os.listdir("home/out")) == ["d", "evil"] and not set_ids("home/out")
        assert stat.S_IMODE(os.stat("home/out").st_mode) == 0o777 and not set_ids("home/kept")
        subprocess.run(["rm", "-r", "home"], check=True)


def test_tar_closes_the_directory_that_it_works_in():
    """The directory is closed to others whatever its permissions were, also if an older directory of the user
    replaced it."""
    hostile("t", tarfile.REGTYPE)
    os.mkdir("home")
    shim = failing()
    with extraction("t", LD_PRELOAD=shim["LD_PRELOAD"], HEDGEROW_TEST_LOOSE="1") as process:
        temporary, = os.listdir("home")
        assert stat.S_IMODE(os.stat(f"home/{temporary}").st_mode) == 0o700
        assert stat.S_IMODE(os.stat(f"home/{temporary}/x").st_mode) == 0o777  # set by the archive
    assert process.returncode == 0, process.said


def test_tar_keeps_the_group_of_a_shared_directory():
    if os.getuid() != 0:
        raise Skip("only root can give a directory to any group")
    os.mkdir("tree")
    put("tree/f", b"data")
    key_run("encrypt", "--tar", "tree", "-o", "t")
    os.mkdir("shared")
    os.chown("shared", 0, 12345)
    os.chmod("shared", 0o2775)
    key_run("decrypt", "--tar", "t", "-o", "shared/out")
    assert os.stat("shared/out").st_gid == os.stat("shared/out/f").st_gid == 12345


def test_tar_takes_no_directory_of_another_user():
    """Another user's directory replaces the new one before it is opened, by the shim."""
    if os.getuid() != 0:
        raise Skip("only root can give a directory to another user")
    os.mkdir("tree")
    put("tree/f", b"data")
    key_run("encrypt", "--tar", "tree", "-o", "t")
    text = key_run("decrypt", "--tar", "t", "-o", "back", code=3, env={**failing(), "HEDGEROW_TEST_OWNER": str(NOBODY)})[1]
    assert "belongs to another user" in text and not os.path.exists("back") and not temporaries(), text
    text = key_run("decrypt", "--tar", "t", "-o", "back", env={**failing(), "HEDGEROW_TEST_OWNER": "0"})[1]
    assert get("back/f") == b"data"


def test_tar_skips_what_it_would_not_extract():
    os.makedirs("tree/d")
    put("tree/d/a", b"data")
    odd = ("fifo", "d/fifo", "d/new\nline", "d/star*", "d/[a]", "d/back\\slash", "d/a?", "-o", "d/a.")
    for name in odd:
        os.mkfifo(f"tree/{name}")
    for name in ("d/star-", "d/back_slash", "d/ab", "d/fifo2"):  # a pattern would match these names too
        put(f"tree/{name}", b"data")
    held = socket.socket(socket.AF_UNIX)
    held.bind("tree/socket")
    if os.getuid() == 0:
        os.mknod("tree/null", 0o600 | stat.S_IFCHR, os.makedev(1, 3))
    _, text = key_run("encrypt", "--tar", "tree")
    held.close()
    for name, word in (("tree/fifo", "a FIFO"), ("tree/d/fifo", "a FIFO"), ("tree/socket", "a socket"), ("new\\nline", "a FIFO")):
        assert any(f"{name} is skipped: {word}" in line for line in text.split("\n")), (name, text)
    assert ("tree/null is skipped: a device" in text) == (os.getuid() == 0)
    key_run("decrypt", "--tar", "tree.tar.hedgerow", "-o", "back")
    assert sorted(os.listdir("back")) == ["d"]
    assert sorted(os.listdir("back/d")) == ["a", "ab", "back_slash", "fifo2", "star-"]


def test_a_refused_archive_names_the_way_out():
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        fifo = tarfile.TarInfo("./f")
        fifo.type = tarfile.FIFOTYPE
        archive.addfile(fifo)
    key_run("encrypt", "-", "-o", "t", stdin=data.getvalue())
    assert "`hedgerow decrypt t -o - | tar x`" in key_run("decrypt", "--tar", "t", "-o", "back", code=2)[1]
    assert not os.path.exists("back")
