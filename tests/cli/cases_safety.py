"""Objects that a command must never touch or reveal: devices, secrets, files of others, and the permissions in an
archive."""
import errno
import io
import json
import os
import re
import shutil
import stat
import subprocess
import tarfile

from support import CLI, Skip, failing, fake_tar, get, key_run, make_key, put, run, temporaries

NOBODY = 65534


def archive(name, *members):
    """Makes a container of a tar archive with (path, type, mode) members that belong to another user."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as tar:
        for path, kind, mode in members:
            member = tarfile.TarInfo(path)
            member.type, member.mode, member.uid, member.gid = kind, mode, 12345, 12345
            member.devmajor, member.devminor = 1, 3
            tar.addfile(member)
    key_run("encrypt", "-", "-o", name, stdin=data.getvalue())


def test_recursive_writes_through_nothing():
    os.makedirs("tree")
    os.makedirs("out")
    put("tree/f", b"data")
    put("tree/g", b"data")
    put("target", b"old")
    os.symlink("/dev/null", "out/f.hedgerow")
    os.symlink("../target", "out/g.hedgerow")
    _, text = key_run("encrypt", "--recursive", "tree", "-o", "out", code=2)
    assert "f.hedgerow exists already and is not a regular file" in text
    assert os.path.islink("out/f.hedgerow") and get("target") == b"old"
    os.remove("out/f.hedgerow")
    os.mkfifo("out/f.hedgerow")
    reader = os.open("out/f.hedgerow", os.O_RDONLY | os.O_NONBLOCK)
    key_run("encrypt", "--recursive", "tree", "-o", "out", code=2)
    os.close(reader)


def test_tar_of_closed_directories_leaves_no_plaintext():
    archive("t", ("./", tarfile.DIRTYPE, 0o0), ("./d", tarfile.DIRTYPE, 0o555), ("./d/f", tarfile.REGTYPE, 0o644),
            ("./e", tarfile.DIRTYPE, 0o0))
    tail = io.BytesIO()
    with tarfile.open(fileobj=tail, mode="w") as tar:
        closed = tarfile.TarInfo("./d")
        closed.type, closed.mode = tarfile.DIRTYPE, 0o555
        tar.addfile(tarfile.TarInfo("./d/f"))
        tar.addfile(closed)
    key_run("encrypt", "-", "-o", "half", stdin=tail.getvalue()[:1024] + b"no archive" * 1000)
    options = {}
    if os.getuid() == 0:  # because permissions do not stop root
        if subprocess.run([CLI, "--version"], user=NOBODY, capture_output=True).returncode != 0:
            raise Skip("nobody may run the program")
        for path in (".", *os.listdir(".")):
            os.chown(path, NOBODY, NOBODY)
        options = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    done = subprocess.run([CLI, "decrypt", "--key-file", "key", "--preserve", "--tar", "half", "-o", "back"],
                          capture_output=True, timeout=60, **options)
    assert done.returncode == 3 and not temporaries() and not os.path.exists("back"), done.stderr
    done = subprocess.run([CLI, "decrypt", "--key-file", "key", "--preserve", "--tar", "t", "-o", "back"],
                          capture_output=True, timeout=60, **options)
    assert done.returncode == 0 and stat.S_IMODE(os.stat("back").st_mode) == 0, done.stderr
    os.chmod("back", 0o700)
    assert stat.S_IMODE(os.stat("back/d").st_mode) == 0o555 and os.path.exists("back/d/f")
    assert stat.S_IMODE(os.stat("back/e").st_mode) == 0


def test_tar_gives_no_rights():
    archive("t", ("./", tarfile.DIRTYPE, 0o755), ("./f", tarfile.REGTYPE, 0o6777), ("./d", tarfile.DIRTYPE, 0o2777))
    for preserve, mode in (((), 0o755), (("--preserve",), 0o777)):
        key_run("decrypt", "--tar", *preserve, "t", "-o", "back", umask=0o022)
        for path in ("f", "d"):
            status = os.stat(f"back/{path}")
            assert stat.S_IMODE(status.st_mode) == mode, (path, oct(status.st_mode))
            kept = preserve and os.geteuid() == 0
            assert (status.st_uid, status.st_gid == 12345) == ((12345, True) if kept else (os.geteuid(), False))
        shutil.rmtree("back")
    for kind in (tarfile.FIFOTYPE, *((tarfile.CHRTYPE,) if os.getuid() == 0 else ())):
        archive("special", ("./d", tarfile.DIRTYPE, 0o755), ("./d/null", kind, 0o666))
        text = key_run("decrypt", "--force", "--tar", "special", "-o", "back", code=2)[1]
        assert "d/null" in text and not os.path.exists("back") and not temporaries()
        os.remove("special")


def test_generated_passphrase_is_never_lost():
    put("f", b"data")
    command = ("encrypt", "--generate-passphrase", "--kdf", "interactive")
    with open("/dev/full", "wb") as full:
        assert subprocess.run([CLI, *command, "f"], stderr=full, timeout=60).returncode == 3
        assert "could not be shown" in run(*command, "f", "--json", stdout=full, code=3)[1]
    assert os.listdir(".") == ["f"]
    os.mkdir("tree")
    put("tree/f", b"data")
    for arguments, flush, made in ((("f",), "fsync_2", "f.hedgerow"), (("--recursive", "tree", "-o", "out"), "syncfs_2", "out/f.hedgerow")):
        environment = failing(**{flush: errno.EIO})
        for form in ((), ("--json",)):
            done = subprocess.run([CLI, *command, *arguments, *form], env=environment, capture_output=True, timeout=60)
            assert done.returncode == 3, done
            shown = json.loads(done.stdout.splitlines()[0])["passphrase"].encode() if form else \
                re.search(rb"the passphrase is (\S+)\n", done.stderr)[1]
            assert run("decrypt", "--passphrase-fd", "0", made, "-o", "-", stdin=shown)[0] == b"data"
            os.remove(made)


def test_a_generated_passphrase_is_only_for_what_is_encrypted():
    for name in "ab":
        put(name, name.encode())
    key_run("encrypt", "a")
    command = ("encrypt", "--generate-passphrase", "--kdf", "interactive", "--skip-existing")
    lines = run(*command, "a", "b", "--json")[0].splitlines()
    shown, *files = [json.loads(line) for line in lines]
    assert [(each["input"], each.get("passphrase")) for each in files] == [("a", None), ("b", shown["passphrase"])]
    assert run("decrypt", "--passphrase-fd", "0", "b.hedgerow", "-o", "-", stdin=shown["passphrase"].encode())[0] == b"b"
    assert "the passphrase is" not in run(*command, "a", "b")[1]
    assert b"passphrase" not in run(*command, "a", "b", "--json")[0]


def test_no_message_repeats_a_wrong_value():
    put("f", b"data")
    cipher = ("cipher", "--cipher", "aes-128", "--mode", "ctr", "--encrypt", "--iv", "00" * 16)
    for arguments in (("encrypt", "f", "--passphrase-fd", "hunter2"), ("encrypt", "f", "--password=hunter2"),
                      ("encrypt", "f", "-phunter2"), ("--password=hunter2",), ("-phunter2",),
                      (*cipher, "--key-fd", "hunter2"), (*cipher, "--key-hex=hunter2")):
        for form in ((), ("--json",)):
            done = subprocess.run([CLI, *arguments, *form], capture_output=True, text=True, timeout=60)
            said = done.stdout + done.stderr
            assert done.returncode == 2 and "hunter2" not in said and "not in range" not in said, said
            assert arguments[-1].split("=")[0].removesuffix("hunter2") in said or "descriptor is a number" in said, said


def test_rekey_shows_no_secret():
    put("f", b"data")
    key_run("encrypt", "f", "-o", "c")
    for what in ("hedgerow-identity-hunter2", "passphrase:hunter2", "hunter2", "passphrase-fd:hunter2"):
        text = key_run("rekey", "c", "--add", what, code=2)[1]
        assert "hunter2" not in text and "passphrase-fd" in text, text


def test_a_key_given_as_a_path_is_not_repeated():
    """A key may be passed by mistake, as with $(cat key) or a CI variable. No message of any option may repeat it."""
    make_key()
    run("keygen", "--recipient", "-o", "identity")
    put("f", b"data")
    key_run("encrypt", "f", "-o", "c")
    for text in (get("key").decode(), get("identity").decode().splitlines()[-1]):
        for given in (text.strip(), text, f"  {text}\n", f"{text[:50]}\n{text[50:]}"):
            for command in (("encrypt", "f", "--key-file", given), ("decrypt", "c", "-i", given), ("encrypt", "f", "-R", given),
                            ("verify", "c", f"--key-file={given}"), ("encrypt", given), ("encrypt", "f", "-r", given),
                            ("rekey", "c", "--key-file", "key", "--add", given), ("keygen", "-o", given), (given,),
                            ("rekey", "c", "--key-file", "key", "--add", f"key-file:{given}"), ("keygen", given),
                            ("rekey", "c", "--key-file", "key", "--remove", given), ("encrypt", f"--key-fiel={given}", "f"),
                            ("cipher", "--cipher", "aes-256", "--mode", "ctr", "--encrypt", "--key-file", given)):
                for form in ((), ("--json",)):
                    done = subprocess.run([CLI, *command, *form], capture_output=True, text=True, timeout=60)
                    said = done.stdout + done.stderr
                    assert done.returncode == 2 and "mode 0600" in said, (command[:2], said)
                    assert text[30:38] not in said and text[60:66] not in said, (command[:2], said)
    assert sorted(os.listdir(".")) == ["c", "f", "identity", "key"]


def test_no_plaintext_is_freed_when_a_single_mode_fails():
    put("raw", bytes(range(32)))
    secret = "text-that-is-wiped"
    plain = (secret * 20000).encode()
    environment = {**failing(), "HEDGEROW_TEST_SECRET": secret}
    aead = ("cipher", "--cipher", "aes-256", "--mode", "gcm", "--key-file", "raw", "--iv", "00" * 12)
    sealed, text = run(*aead, "--encrypt", stdin=plain, env=environment)
    assert "freed" not in text
    for arguments, stdin, code in (((*aead, "--decrypt", "-o", "out"), sealed[:-1] + b"x", 1),
                                   ((*aead, "--decrypt", "-o", "out"), sealed, 0), ((*aead, "--decrypt"), sealed, 0),
                                   (("cipher", "--cipher", "aes-256", "--mode", "ctr", "--key-file", "raw", "--iv", "00" * 16,
                                     "--encrypt", "-o", "/dev/full"), plain, 3)):
        text = run(*arguments, stdin=stdin, code=code, env=environment)[1]
        assert "freed" not in text, (arguments, text)
        if os.path.exists("out"):
            os.remove("out")


def planted(path, mode=0o666):
    """A FIFO of another user with a reader, who could see all data written to it."""
    if os.getuid() != 0:
        raise Skip("only root can give a file to another user")
    os.mkfifo(path)
    os.chmod(path, mode)
    os.chown(path, NOBODY, NOBODY)
    return os.open(path, os.O_RDONLY | os.O_NONBLOCK)


def test_a_fifo_of_another_user_gets_nothing():
    put("f", b"the plaintext")
    put("raw", bytes(32))
    key_run("encrypt", "f", "-o", "c")
    reader = planted("pipe")
    os.symlink("pipe", "link")
    for output in ("pipe", "link"):
        for command in (("decrypt", "c", "--key-file", "key"), ("encrypt", "f", "--key-file", "key"), ("keygen",),
                        ("keygen", "--recipient"), ("cipher", "--cipher", "aes-256", "--mode", "ctr", "--key-file", "raw", "--iv",
                                                    "00" * 16, "--encrypt")):
            text = run(*command, "-o", output, code=2)[1]
            assert f"{output} is a FIFO of another user (uid {NOBODY})" in text, text
            assert ("--force" in text) == (command[0] != "keygen"), text
    assert os.read(reader, 100) == b""
    key_run("decrypt", "--force", "c", "-o", "pipe")
    assert os.read(reader, 100) == b"the plaintext"
    os.close(reader)


def test_a_fifo_that_takes_the_place_of_ones_own():
    """The program checks the owner after it has opened the file. It waits between the two checks because it reads
    its key from a FIFO."""
    put("f", b"the plaintext")
    make_key()
    for command in (("decrypt", "c"), ("encrypt", "f")):
        key_run("encrypt", "f", "-o", "c", "--force")
        os.mkfifo("pipe")
        os.mkfifo("slow")
        process = subprocess.Popen([CLI, *command, "--key-file", "slow", "-o", "pipe"], stderr=subprocess.PIPE)
        with open("slow", "wb") as slow:
            os.remove("pipe")
            reader = planted("pipe")
            slow.write(get("key"))
        assert b"of another user" in process.communicate(timeout=60)[1] and process.returncode == 2
        assert os.read(reader, 100) == b""
        os.close(reader)
        os.remove("pipe")
        os.remove("slow")


def test_outputs_of_ones_own_shell():
    put("f", b"the plaintext")
    key_run("encrypt", "f", "-o", "c")
    done = subprocess.run(["bash", "-c", f"{CLI} decrypt c --key-file key -o >(cat > got); wait $!"], timeout=60, capture_output=True)
    assert done.returncode == 0 and get("got") == b"the plaintext", done
    assert run("keygen", "-o", "/dev/stdout")[0].startswith(b"hedgerow-key-1:")


def test_one_pipe_gives_no_key_and_data():
    make_key()
    for arguments in (("encrypt", "-", "--key-file", "/dev/stdin"), ("verify", "-", "--key-file", "/dev/stdin"),
                      ("encrypt", "/dev/stdin", "-o", "-", "-R", "/proc/self/fd/0")):
        assert "one input cannot give both" in run(*arguments, stdin=get("key"), code=2)[1], arguments
    os.mkfifo("fifo")
    assert "one input cannot give both" in run("encrypt", "fifo", "-o", "c", "-i", "fifo", code=2)[1]
    put("plain", b"data")
    run("encrypt", "plain", "-o", "c", "--key-file", "/dev/stdin", stdin=get("key"))


def test_any_failure_is_its_files_own():
    """The standard library throws if the working directory was removed."""
    make_key()
    here = os.getcwd()
    os.mkdir("tree")
    os.mkdir("gone")
    done = subprocess.run(f"cd gone && rmdir ../gone && exec {CLI} encrypt --json --key-file {here}/key --tar {here}/tree -o t",
                          shell=True, capture_output=True, timeout=60)
    result = json.loads(done.stdout)
    assert done.returncode == 3 and result["input"] == f"{here}/tree" and not result["ok"], result


def test_tar_that_fails_leaves_no_whole_container_in_a_pipe():
    os.mkdir("tree")
    put("tree/f", b"data")
    environment = fake_tar(b'/bin/tar "$@"; exit 1\n')
    for armor in ((), ("--armor",)):
        out, text = key_run("encrypt", "--tar", *armor, "tree", "-o", "-", code=3, env=environment)
        assert "exit code 1" in text
        assert run("decrypt", "--key-file", "key", "-", stdin=out, code=1)[0] == b""
