"""Messages about wrong command lines and environments. Output must arrive completely, or the program must report an
error."""
import json
import os
import re
import signal
import stat
import subprocess

from support import CLI, encrypt, get, make_key, put, run


def test_wrong_command_lines_are_named():
    for arguments, words in ((("encrpt", "f"), ("'encrpt'", "encrypt?", "hedgerow --help")),
                             (("lsit",), ("'lsit'", "list?")), (("nonesuch",), ("'nonesuch'", "encrypt, decrypt")),
                             (("a\x1bb",), ("'a\\x1bb'",)), ((), ("encrypt, decrypt",)), (("--bogus",), ("'--bogus'",)),
                             (("--versoin",), ("--version?",)), (("rekey",), ("FILE", "hedgerow rekey --help")),
                             (("encrypt", "--threds", "3", "f"), ("'--threds'", "--threads?")),
                             (("encrypt", "-b"), ("'-b'", "hedgerow encrypt --help")),
                             (("encrypt", "--threads", "0", "f"), ("--threads", "not in range", "256")),
                             (("encrypt", "--key-file"), ("--key-file",)), (("list", "extra"), ("'extra'",)),
                             (("list", "[extra]"), ("'[extra]'",))):
        out, text = run(*arguments, code=2)
        assert out == b"" and text.startswith("hedgerow: ") and text.count("\n") == 1, text
        for word in words:
            assert word in text, (arguments, text)


def test_names_of_ciphers():
    make_key()
    put("f", b"x")
    put("raw", b"k" * 32)
    os.chmod("raw", 0o600)
    for typed, meant in (("aes", "aes-256"), ("AES", "aes-256"), ("aes256", "aes-256"), ("Aes_128", "aes-128"), ("kuznechik", "kuznyechik"),
                         ("KUZ", "kuznyechik")):
        assert f"did you mean {meant}?" in run("encrypt", "-k", "key", "--cipher", typed, "f", code=4)[1]
        assert f"did you mean {meant}?" in run("mac", "-k", "raw", "--cipher", typed, "--mode", "cmac", code=4)[1]
    _, text = run("encrypt", "-k", "key", "--cipher", "chacha20", "f", code=4)
    assert "did you mean" not in text and "aes-256" in text
    for cipher, mode in (("AES-256", "GCM"), ("Kuznyechik", "Mgm")):
        run("encrypt", "-k", "key", "--cipher", cipher, "--mode", mode, "f", "--force")
        assert f"{cipher.lower()}, {mode.lower()}" in run("inspect", "f.hedgerow")[0].decode()
    tags = {run("mac", "-k", "raw", "--cipher", cipher, "--mode", mode, stdin=b"data")[0]
            for cipher, mode in (("aes-256", "cmac"), ("AES-256", "CMAC"))}
    assert len(tags) == 1


def test_hidden_commands_are_not_listed():
    for arguments in ((), ("nonesuch",)):
        assert "generate" not in run(*arguments, code=2)[1]
    assert run("generate", "bash")[0]


def test_what_is_printed_arrives_or_is_told():
    put("c", encrypt(b"data"))
    with open("/dev/full", "wb") as full:
        for arguments in (("--version",), ("--help",), ("encrypt", "--help"), ("list",), ("list", "--json"), ("inspect", "c"),
                          ("keygen", "-o", "-")):
            _, text = run(*arguments, stdout=full, code=3)
            assert text.startswith("hedgerow: ") and text.count("\n") == 1, text


def test_readers_of_tables_may_go_away():
    for arguments in (("list",), ("list", "--json"), ("selftest",), ("--help",)):
        read, write = os.pipe()
        os.close(read)
        done = subprocess.run([CLI, *arguments], stdout=write, stderr=subprocess.PIPE, timeout=120)
        assert done.returncode == -signal.SIGPIPE and done.stderr == b"", (arguments, done)
        # A caller that ignores the signal expects an error message.
        done = subprocess.run([CLI, *arguments], stdout=write, stderr=subprocess.PIPE, timeout=120, restore_signals=False,
                              preexec_fn=lambda: signal.signal(signal.SIGPIPE, signal.SIG_IGN))
        assert done.returncode == 3 and done.stderr != b"", (arguments, done)
        os.close(write)


def test_a_key_on_standard_output():
    form = rb"hedgerow-key-1:[A-Za-z0-9+/]{86}==\n"
    for output in ("-", "/dev/stdout"):
        key = run("keygen", "-o", output)[0]
        assert re.fullmatch(form, key) and os.listdir(".") == []
    os.mkfifo("pipe")
    reader = subprocess.Popen(["cat", "pipe"], stdout=subprocess.PIPE)
    run("keygen", "-o", "pipe")
    assert re.fullmatch(form, reader.communicate(timeout=60)[0]) and stat.S_ISFIFO(os.stat("pipe").st_mode)


def test_lines_that_end_as_on_windows():
    make_key()
    put("windows", get("key").rstrip(b"\n") + b"\r\n")
    os.chmod("windows", 0o600)
    put("c", encrypt(b"data"))
    assert run("decrypt", "--key-file", "windows", "c", "-o", "-")[0] == b"data"
    put("d", b"data")
    run("encrypt", "--passphrase-fd", "0", "d", stdin=b"viburnum\r\n")
    assert run("decrypt", "--passphrase-fd", "0", "d.hedgerow", "-o", "-", stdin=b"viburnum\n")[0] == b"data"
    run("decrypt", "--passphrase-fd", "0", "d.hedgerow", "-o", "-", stdin=b"viburnum\r", code=1)


def test_key_files_that_others_may_change():
    make_key()
    put("f", b"data")
    for mode, told in ((0o600, False), (0o620, True), (0o602, True), (0o640, True), (0o400, False)):
        os.chmod("key", mode)
        assert ("chmod 600" in run("encrypt", "--key-file", "key", "f", "-o", "-")[1]) == told, oct(mode)


def test_features_that_no_cpu_has():
    for value, name in (("nonsense", "nonsense"), ("avx2,avx-512", "avx-512"), ("avx2, gfni", " gfni"), ("ALL", "ALL")):
        _, text = run("list", env=dict(os.environ, HEDGEROW_CPU_DISABLE=value), code=2)
        assert f"'{name}'" in text and "avx512icelake" in text and "all" in text
        done = subprocess.run([CLI, "list", "--json"], env=dict(os.environ, HEDGEROW_CPU_DISABLE=value), capture_output=True, timeout=60)
        failure = json.loads(done.stdout)
        assert done.returncode == failure["exit_code"] == 2 and f"'{name}'" in failure["error"] and done.stderr == b""
    for value in ("", "all", "avx2", "avx512,gfni", "neon,"):
        run("list", env=dict(os.environ, HEDGEROW_CPU_DISABLE=value))


def test_names_in_errors_do_nothing_to_the_terminal():
    make_key()
    for name, shown in (("\x1b]0;title\x07", r"\x1b]0;title\x07"), ("a\nb", r"a\nb"), ("\u202egnp", r"\u202egnp"),
                        ("\x9b31m", r"\x9b31m"), ("größe", "größe"), (b"\xff\xfe", r"\xff\xfe"), (b"\xc3", r"\xc3")):
        _, text = run("encrypt", "--key-file", "key", name, code=3)
        assert text == f"hedgerow: {shown}: could not be opened: No such file or directory\n", text
        put(name, b"x")
        _, text = run("encrypt", "--key-file", name, "key", code=2)
        assert shown in text and text.count("\n") == 1, text
