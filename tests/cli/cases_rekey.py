"""Several credentials: recipients, identities, passphrases together with key files, rekey, and the cost of
passphrases."""
import fcntl
import json
import os
import stat

from support import get, make_key, put, run, temporaries

DATA = bytes(range(256)) * 1000


def identity(name):
    """Makes an identity and returns its public key."""
    return run("keygen", "--recipient", "-o", name)[0].decode().strip()


def decrypt(*credential, name="c", code=0, **options):
    return run("decrypt", *credential, name, "-o", "-", code=code, **options)


def listed(*credential, name="c"):
    lines = run("rekey", name, "--list", *credential)[0].decode().splitlines()
    return [tuple(part.strip() for part in line.split("  ", 1)) for line in lines]


def with_descriptor(text):
    """Returns the number of an inheritable descriptor that supplies `text`, and the options for subprocess."""
    read, write = os.pipe()
    os.write(write, text)
    os.close(write)
    os.set_inheritable(read, True)
    return str(read), {"pass_fds": (read,)}


def test_identities():
    public = identity("me")
    assert public.startswith("hedgerow-public-") and len(public) == 64
    assert stat.S_IMODE(os.stat("me").st_mode) == 0o600
    assert public.encode() in get("me")
    run("keygen", "--recipient", "-o", "me", code=2)
    out, _ = run("keygen", "--recipient", "-o", "-")
    assert out.splitlines()[-1].startswith(b"hedgerow-identity-")
    os.chmod("me", 0o644)
    put("plain", DATA)
    assert "others can read" in run("encrypt", "-i", "me", "plain", "-o", "c")[1]


def test_many_credentials_open_one_container():
    mine, yours = identity("me"), identity("you")
    make_key()
    put("team", f"# the team\n{yours}\n".encode())
    fd, options = with_descriptor(b"words\n")
    put("plain", DATA)
    run("encrypt", "--key-file", "key", "-r", mine, "-R", "team", "--passphrase-fd", fd, "plain", "-o", "c", **options)
    for credential in (("--key-file", "key"), ("-i", "me"), ("-i", "you")):
        assert decrypt(*credential)[0] == DATA
    fd, options = with_descriptor(b"words\n")
    assert decrypt("--passphrase-fd", fd, **options)[0] == DATA
    make_key("other")
    identity("stranger")
    assert decrypt("--key-file", "other", "-i", "stranger", "-i", "you")[0] == DATA
    decrypt("--key-file", "other", "-i", "stranger", code=1)
    assert run("inspect", "c")[0].count(b"recipient") == 1
    assert b"one of 2 recipients" in run("inspect", "c")[0]


def test_what_is_no_recipient_is_refused_and_not_shown():
    public = identity("me")
    secret = get("me").decode().splitlines()[-1]
    put("plain", DATA)
    typed = public[:-1] + ("A" if public[-1] != "A" else "B")
    for text, says in ((typed, "mistyped"), (public[:-1], "48 characters"), (secret, "secret"), ("age1x", "begins")):
        _, error = run("encrypt", "-r", text, "plain", code=2)
        assert says in error, error
        assert secret[20:] not in error
    put("team", (public + "\n" + typed + "\n").encode())
    assert "line 2" in run("encrypt", "-R", "team", "plain", code=2)[1]
    assert not os.path.exists("plain.hedgerow")
    make_key()
    run("encrypt", "-r", public, "plain", "-o", "c")
    _, error = decrypt("--key-file", "key", code=2)
    assert "a recipient" in error and "-i" in error
    seventeen = [option for i in range(17) for option in ("--key-file", make_key(f"key{i}"))]
    assert "1 to 16" in run("encrypt", *seventeen, "plain", code=2)[1]
    assert not os.path.exists("plain.hedgerow")


def test_rekey():
    mine = identity("me")
    make_key()
    make_key("new.key")
    put("plain", DATA)
    run("encrypt", "--key-file", "key", "plain", "-o", "c")
    before = get("c")
    fd, options = with_descriptor(b"words\n")
    out, _ = run("rekey", "c", "--key-file", "key", "--add", "key-file:new.key", "--add", mine, "--add",
                 f"passphrase-fd:{fd}", **options)
    assert out.decode().splitlines()[1:] == ["key file    new.key", f"recipient   {mine[:28]}", "passphrase  passphrase"]
    assert get("c")[12288:] == before[12288:] and get("c")[:4096] == before[:4096]
    for credential in (("--key-file", "key"), ("--key-file", "new.key"), ("-i", "me")):
        assert decrypt(*credential)[0] == DATA
    run("rekey", "c", "-i", "me", "--remove", "key", "--remove", mine)
    decrypt("--key-file", "key", code=1)
    decrypt("-i", "me", code=2)
    assert listed("--key-file", "new.key") == [("key file", "new.key"), ("passphrase", "passphrase")]
    run("rekey", "c", "--key-file", "new.key", "--add", "key-file:key", "--label", "the \x1b[31m first", code=2)
    run("rekey", "c", "--key-file", "new.key", "--add", "key-file:key", "--label", "the first")
    assert ("key file", "the first") in listed("--key-file", "key")


def test_one_descriptor_gives_the_old_and_the_new_passphrase():
    put("plain", DATA)
    run("encrypt", "--passphrase-fd", "0", "--kdf", "interactive", "plain", "-o", "c", stdin=b"old\n")
    run("rekey", "c", "--passphrase-fd", "0", "--add", "passphrase-fd:0", "--label", "new", "--remove", "passphrase", stdin=b"old\nnew\n")
    assert decrypt("--passphrase-fd", "0", stdin=b"new\n")[0] == DATA


def test_labels_name_what_is_removed():
    make_key()
    put("plain", DATA)
    long = make_key("ключ-резервных-копий-бухгалтерии-2026.key")
    run("encrypt", "--key-file", "key", "--key-file", long, "plain", "-o", "c")
    fields = json.loads(run("rekey", "c", "--list", "--json", "--key-file", "key")[0])
    shown = fields["credentials"][1]
    assert long.startswith(shown["label"]) and len(shown["label"].encode()) == 59 and "label_hex" not in shown
    odd = shown["label"].encode() + b"\xd0"
    for label in (None, odd):  # other programs may cut inside a character
        for name in (shown["label"] if label is None else odd, long):
            run("encrypt", "--key-file", "key", "plain", "-o", "d", "--force")
            run("rekey", "d", "--key-file", "key", "--add", f"key-file:{long}", *(() if label is None else ("--label", label)))
            fields = json.loads(run("rekey", "d", "--list", "--json", "--key-file", "key")[0])
            assert fields["credentials"][1].get("label_hex") == (label and label.hex())
            run("rekey", "d", "--key-file", "key", "--remove", name)
            decrypt("--key-file", long, name="d", code=1)
    run("rekey", "c", "--key-file", "key", "--reencrypt", "--remove", long)
    decrypt("--key-file", long, code=1)
    assert "no credential is called" in run("rekey", "c", "--key-file", "key", "--remove", long, code=2)[1]


def test_rekey_refuses():
    make_key()
    make_key("other")
    put("plain", DATA)
    run("encrypt", "--key-file", "key", "plain", "-o", "c")
    before = get("c")
    key = ("--key-file", "key")
    for arguments, code, says in (
            ((*key, "--remove", "key"), 2, "last credential"), ((*key, "--remove", "none"), 2, "'key'"),
            ((*key, "--add", "key-file:key"), 2, "already"), ((*key, "--add", "nonsense"), 2, "allowed are"),
            ((*key, "--add", "key-file:"), 2, "allowed are"), ((*key, "--add", "passphrase-fd:x"), 2, "a number"),
            ((*key, "--add", "passphrase-fd:77"), 2, "not open"), ((*key, "--label", "x"), 2, "--add"),
            ((*key, "--list", "--reencrypt"), 2, "cannot be combined"), (("--key-file", "other"), 1, "wrong key")):
        assert says in run("rekey", "c", *arguments, code=code)[1], arguments
        assert get("c") == before
    run("rekey", "none", *key, code=3)
    run("rekey", "plain", *key, code=1)
    with open("c") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        assert "locked" in run("rekey", "c", *key, code=3)[1]
        assert decrypt(*key)[0] == DATA
    run("rekey", "c", *key)


def test_reencryption():
    mine = identity("me")
    make_key()
    put("plain", DATA)
    run("encrypt", "--key-file", "key", "-r", mine, "plain", "-o", "c")
    os.chmod("c", 0o644)
    before = get("c")
    assert "not at hand" in run("rekey", "c", "--reencrypt", "--key-file", "key", code=2)[1]
    run("rekey", "c", "--reencrypt", "--key-file", "key", "-i", "me")
    assert decrypt("-i", "me")[0] == DATA and decrypt("--key-file", "key")[0] == DATA
    run("rekey", "c", "--reencrypt", "--key-file", "key", "--remove", mine)
    decrypt("-i", "me", code=2)
    assert decrypt("--key-file", "key")[0] == DATA
    assert get("c")[80:144] != before[80:144] and get("c")[12288:] != before[12288:]
    assert stat.S_IMODE(os.stat("c").st_mode) == 0o644 and not temporaries()


def test_the_cost_of_passphrases():
    put("plain", DATA)
    fd, options = with_descriptor(b"words\n")
    run("encrypt", "--kdf", "interactive", "--passphrase-fd", fd, "plain", "-o", "c", **options)
    assert b"2 passes over 32 MiB" in run("inspect", "c")[0]
    assert "interactive, default, sensitive" in run("encrypt", "--kdf", "x", "--passphrase-fd", "0", "plain", code=2)[1]
    for limit, code, says in (("2x32M", 0, ""), ("1x64M", 0, ""), ("1x63M", 4, "2 passes"), ("1x32M", 4, "--kdf-limit 2x32M"), ("16x16M", 4, "32 MiB"),
                              ("2x", 2, "PASSESxMEMORY")):
        fd, options = with_descriptor(b"words\n")
        assert says in decrypt("--kdf-limit", limit, "--passphrase-fd", fd, code=code, **options)[1]
    help_text = " ".join(run("decrypt", "--help")[0].decode().split())
    assert "more than M of memory, or if passes times memory are more than P times M" in help_text
    dear = bytearray(get("c"))
    for copy in (4096, 8192):
        dear[copy + 48:copy + 56] = bytes([16, 0, 0, 0, 0, 0, 16, 0])
    put("dear", dear)
    fd, options = with_descriptor(b"words\n")
    error = decrypt("--passphrase-fd", fd, name="dear", code=4, **options)[1]
    assert "16 passes over 1 GiB" in error and "256 MiB" in error and "--kdf-limit 16x1G" in error
