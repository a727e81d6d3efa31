"""Files and pipes: names, overwriting, links, full disks, signals."""
import os
import resource
import signal
import stat
import subprocess

from support import CLI, SEGMENT, Skip, encrypt, get, largest_open_file, make_key, put, run, temporaries, wait_for


def test_default_names():
    make_key()
    plain = put("f", os.urandom(3 * SEGMENT + 7))
    run("encrypt", "--key-file", "key", "f")
    os.rename("f", "original")
    run("decrypt", "--key-file", "key", "f.hedgerow")
    assert get("f") == plain and stat.S_IMODE(os.stat("f").st_mode) == 0o600
    os.rename("f.hedgerow", "g")
    _, text = run("decrypt", "--key-file", "key", "g", code=2)
    assert "-o" in text
    assert not temporaries()


def test_several_files():
    make_key()
    for name in "abc":
        put(name, name.encode())
    run("encrypt", "--key-file", "key", "a", "none", "b", "c", code=3)
    run("encrypt", "--key-file", "key", "a", "b", "-o", "out", code=2)
    for name in "abc":
        os.remove(name)
    run("decrypt", "--key-file", "key", "a.hedgerow", "b.hedgerow", "c.hedgerow")
    assert b"".join(map(get, "abc")) == b"abc"


def test_more_files_than_descriptors():
    make_key()
    names = [f"f{i}" for i in range(100)]
    for name in names:
        put(name, name.encode())
    run("encrypt", "--key-file", "key", *names, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (32, 32)))
    assert sum(name.endswith(".hedgerow") for name in os.listdir(".")) == len(names)


def test_pipes():
    make_key()
    for size in (0, 1, SEGMENT, 5 * SEGMENT + 3):
        plain = os.urandom(size)
        for threads in "13":
            container = encrypt(plain, "--threads", threads)
            assert run("decrypt", "--threads", threads, "--key-file", "key", "-", stdin=container)[0] == plain


def test_standard_streams_that_are_files():
    make_key()
    plain = put("f", os.urandom(2 * SEGMENT))
    with open("f", "rb") as source, open("c", "wb") as target:
        run("encrypt", "--key-file", "key", "-", stdin=source, stdout=target)
    with open("c", "rb") as source, open("g", "ab") as target:
        target.write(b"before")
        target.flush()
        run("decrypt", "--key-file", "key", "-", stdin=source, stdout=target)
    assert get("g") == b"before" + plain
    with open("f", "rb") as source, open("f", "r+b") as target:
        run("encrypt", "--key-file", "key", "-", stdin=source, stdout=target, code=2)
    assert get("f") == plain


def test_overwriting():
    make_key()
    put("f", b"new")
    put("f.hedgerow", b"old")
    _, text = run("encrypt", "--key-file", "key", "f", code=2)
    assert "--force" in text and get("f.hedgerow") == b"old"
    run("encrypt", "--force", "--key-file", "key", "f")
    run("decrypt", "--key-file", "key", "f.hedgerow", code=2)
    run("decrypt", "--force", "--key-file", "key", "f.hedgerow")
    assert get("f") == b"new"


def test_failures_keep_the_old_output():
    container = encrypt(os.urandom(4 * SEGMENT))
    damaged = put("c", container[:-1] + bytes([container[-1] ^ 1]))
    put("out", b"old")
    run("decrypt", "--force", "--key-file", "key", "c", "-o", "out", code=1)
    put("c", damaged[:3 * SEGMENT])
    run("decrypt", "--force", "--key-file", "key", "c", "-o", "out", code=1)
    run("decrypt", "--key-file", "key", "c", "-o", "fresh", code=1)
    assert get("out") == b"old" and not temporaries() and not os.path.exists("fresh")


def test_input_is_not_output():
    make_key()
    put("f", b"data")
    os.symlink("f", "soft")
    os.link("f", "hard")
    for output in ("f", "./f", "soft", "hard"):
        _, text = run("encrypt", "--force", "--key-file", "key", "f", "-o", output, code=2)
        assert "same file" in text
        assert get("f") == b"data" and get("hard") == b"data"


def test_no_output_replaces_a_key():
    """An output must not replace a key. Otherwise you could no longer open other containers, nor the data that was just
    encrypted."""
    make_key()
    run("keygen", "--recipient", "-o", "identity")
    put("f", b"data")
    put("words", b"a passphrase\n")
    run("encrypt", "--key-file", "key", "f", "-o", "c")
    os.symlink("key", "soft")
    kept = {name: get(name) for name in ("key", "identity", "words")}
    for output in ("key", "./key", "soft"):
        for command in (("encrypt", "f"), ("decrypt", "c"), ("decrypt", "c", "--range", "0:1")):
            _, text = run(*command, "--force", "--key-file", "key", "-o", output, code=2)
            assert "would replace the file of a key" in text, text
    run("encrypt", "--force", "-i", "identity", "f", "-o", "identity", code=2)
    with open("words", "rb") as words:
        run("encrypt", "--force", "--passphrase-fd", str(words.fileno()), "f", "-o", "words", code=2, pass_fds=(words.fileno(),))
    put("raw", bytes(range(32)))
    put("iv", bytes(8))
    for output in ("raw", "iv"):
        run("cipher", "--force", "--cipher", "kuznyechik", "--mode", "ctr", "--encrypt", "--key-file", "raw", "--iv-file", "iv",
            "-o", output, stdin=b"data", code=2)
    run("mac", "--force", "--cipher", "kuznyechik", "--mode", "cmac", "--key-file", "raw", "-o", "raw", stdin=b"data", code=2)
    assert get("raw") == bytes(range(32)) and get("iv") == bytes(8)
    assert {name: get(name) for name in kept} == kept


def test_a_pipe_that_would_wait_for_itself():
    make_key()
    os.mkfifo("pipe")
    _, text = run("encrypt", "--key-file", "key", "pipe", "-o", "pipe", code=2)
    assert "same file" in text


def test_symbolic_links_as_outputs():
    make_key()
    put("f", b"data")
    put("target", b"old")
    os.symlink("target", "link")
    os.symlink("nowhere", "dangling")
    for output in ("link", "dangling"):
        run("encrypt", "--key-file", "key", "f", "-o", output, code=2)
    run("encrypt", "--force", "--key-file", "key", "f", "-o", "link")
    assert get("target") == b"old" and not os.path.islink("link") and not os.path.exists("nowhere")


def test_inputs_and_outputs_that_cannot_be():
    make_key()
    put("f", b"data")
    os.mkdir("d")
    run("encrypt", "--key-file", "key", "none", code=3)
    run("encrypt", "--key-file", "key", "d", code=3)
    run("encrypt", "--key-file", "key", "f", "-o", "none/f", code=3)
    run("encrypt", "--key-file", "key", "f", "-o", "d", code=2)
    run("encrypt", "--key-file", "none", "f", code=3)
    assert sorted(os.listdir(".")) == ["d", "f", "key"]


def test_devices_as_outputs():
    make_key()
    put("f", os.urandom(3 * SEGMENT))
    run("encrypt", "--key-file", "key", "f", "-o", "/dev/null")
    run("encrypt", "--key-file", "key", "f", "-o", "/dev/full", code=3)
    with open("/dev/full", "wb") as full:
        run("encrypt", "--key-file", "key", "-", stdin=get("f"), stdout=full, code=3)
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode) and stat.S_ISCHR(os.stat("/dev/full").st_mode)


def test_file_size_limit():
    make_key()
    put("f", os.urandom(8 * SEGMENT))
    put("out", b"old")
    _, text = run("encrypt", "--force", "--key-file", "key", "f", "-o", "out", code=3,
                  preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (SEGMENT, SEGMENT)))
    assert "too large" in text and get("out") == b"old" and not temporaries()


def test_full_disk():
    make_key()
    os.mkdir("small")
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1M", "tmpfs", "small"], capture_output=True).returncode != 0:
        raise Skip("a file system cannot be mounted here")
    try:
        put("f", os.urandom(32 * SEGMENT))
        put("small/out", b"old")
        run("encrypt", "--force", "--key-file", "key", "f", "-o", "small/out", code=3)
        assert os.listdir("small") == ["out"] and get("small/out") == b"old"
    finally:
        subprocess.run(["umount", "small"], check=True)


def test_truncated_pipe():
    plain = os.urandom(5 * SEGMENT)
    container = encrypt(plain)
    for cut in (1, 16, SEGMENT, 2 * SEGMENT + 77):
        out, _ = run("decrypt", "--key-file", "key", "-", stdin=container[:-cut], code=1)
        assert plain.startswith(out) and len(out) % SEGMENT == 0 and len(out) < len(plain)


def test_reader_that_goes_away():
    container = put("c", encrypt(os.urandom(64 * SEGMENT)))
    assert container
    process = subprocess.Popen([CLI, "decrypt", "--key-file", "key", "c", "-o", "-"], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    process.stdout.read(10)
    process.stdout.close()
    assert process.wait(60) == 3 and b"Broken pipe" in process.stderr.read()


def test_tables_that_nobody_reads_end_as_other_programs_do():
    def is_there(program):
        return os.path.exists(os.path.join(os.path.dirname(CLI), f"hedgerow-{program}"))
    commands = [["list"], *([["circuit", "exact"]] if is_there("circuit") else []),
                *([["bench", "kuznyechik", "--mode", "ecb", "--seconds", "0.001"]] if is_there("bench") else [])]
    for command in commands:
        read, write = os.pipe()
        os.close(read)
        process = subprocess.Popen([CLI, *command], stdout=write, stderr=subprocess.PIPE)
        os.close(write)
        assert process.wait(60) == -signal.SIGPIPE and not process.stderr.read(), command


def start_writing():
    """Starts an encryption that overwrites `out` and waits for more input in the middle."""
    make_key()
    put("out", b"old")
    process = subprocess.Popen([CLI, "encrypt", "--force", "--segment", "64K", "--key-file", "key", "-", "-o", "out"],
                               stdin=subprocess.PIPE)
    process.stdin.write(os.urandom(4 * SEGMENT))
    process.stdin.flush()
    wait_for(lambda: largest_open_file(process) > 2 * SEGMENT, "a temporary file")
    return process


def test_terminated():
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        process = start_writing()
        process.send_signal(number)
        assert process.wait(60) == -number
        assert get("out") == b"old" and not temporaries()
        os.remove("key")
