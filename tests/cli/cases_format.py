"""The format, read independently: rederive.py, rederive_slots.py and rederive_compact.py open new containers and the
stored vectors. The tests turned red when either reader ignored the second copy of the header, or read it without its
hash, when the last segment of a container of version 1 was not sealed as the final one because it was full, and when
the library wrote two fields of version 3 in another order."""
import base64
import json
import re
import sys
from pathlib import Path

import rederive
import rederive_compact
import rederive_modes
import rederive_slots

VECTORS = Path(rederive.__file__).parent
ROOT = VECTORS.parent.parent.parent
sys.path.append(str(ROOT / "tools"))
import lists  # noqa: E402

from support import SEGMENT, Skip, encrypt, get, make_key, put, run  # noqa: E402


def vector_plaintext(size):
    return bytes((167 * i + i // 256) % 256 for i in range(size))


def master_key(text):
    return 1, base64.b64decode(text.split(":")[1])


def identity(text):
    return 3, rederive_slots.read_text(text, "hedgerow-identity-")


def test_rederive_knows_the_standards():
    assert rederive.check_primitives() >= 7
    assert rederive_slots.check_slot_primitives() == 3
    assert rederive_modes.check_modes() >= 52


def test_stored_containers():
    key = (VECTORS / "key.txt").read_text()
    paths = sorted(VECTORS.glob("k*.hedgerow"))
    assert len(paths) >= 5
    for path in paths:
        plain = vector_plaintext(int(path.stem.rsplit("-", 1)[1]))
        assert rederive.open_container(path.read_bytes(), key) == plain, path.name
        assert run("decrypt", "--key-file", str(VECTORS / "key.txt"), str(path), "-o", "-")[0] == plain


def test_version_1_of_an_independent_writer():
    """A plaintext that ends with a segment, and one that ends after it."""
    key = (VECTORS / "key.txt").read_text()
    for cipher, size in (("kalyna-128-128", SEGMENT), ("kalyna-512-512", SEGMENT + 5), ("kuznyechik", SEGMENT + 5)):
        plain = vector_plaintext(size)
        put("c", rederive.seal_container(cipher, plain, key))
        assert run("decrypt", "--key-file", str(VECTORS / "key.txt"), "c", "-o", "-")[0] == plain, cipher
        put("c", get("c")[:-1] + bytes([get("c")[-1] ^ 1]))
        run("verify", "--key-file", str(VECTORS / "key.txt"), "c", code=1)


def test_stored_containers_of_version_2():
    folder = VECTORS / "version2"
    key, mine = master_key((VECTORS / "key.txt").read_text()), identity((folder / "identity.txt").read_text())
    options = {1: ("--key-file", VECTORS / "key.txt"), 3: ("-i", folder / "identity.txt")}
    opened = 0
    for path in sorted(folder.glob("*.hedgerow")):
        for credential in (key, mine):
            if credential is key and path.stem == "recipient-0":
                continue
            if credential is mine and path.stem in ("kalyna-512-512-1000", "second-333", "weak-33"):
                continue
            plain = vector_plaintext(int(path.stem.rsplit("-", 1)[1]))
            assert rederive_slots.open_container(path.read_bytes(), credential) == plain, path.name
            option, name = options[credential[0]]
            assert run("decrypt", option, str(name), str(path), "-o", "-")[0] == plain
            listed = run("rekey", option, str(name), str(path), "--list")[0].decode().splitlines()
            expected = rederive_slots.labels(path.read_bytes(), credential)
            assert [line.split("  ", 1)[0] for line in listed] == [kind for kind, _ in expected]
            assert [line[12:] for line in listed] == [label for _, label in expected]
            opened += 1
    assert opened == 12
    newer = rederive_slots.labels((folder / "interrupted-333.hedgerow").read_bytes(), key)
    assert [label for _, label in newer] == ["key.txt", "Grasshopper & sons", "z.key"]


def test_stored_containers_of_version_3():
    folder = VECTORS / "version3"
    files = {1: VECTORS / "key.txt", 3: VECTORS / "version2/identity.txt"}
    key, mine = master_key(files[1].read_text()), identity(files[3].read_text())
    opened = 0
    for name, credentials in (("everyone-333", (key, mine)), ("kuznyechik-100", (key,)), ("aes-256-20", (key,)), ("recipient-3", (mine,)),
                              ("rekeyed-0", (key, mine)), ("mail-3", (mine,))):
        path = next(folder.glob(name + ".*"))
        container = path.read_bytes()
        if path.suffix == ".txt":
            container = rederive_compact.read_armor(container)
        assert len(container) < 2000
        for credential in credentials:
            plain = vector_plaintext(int(name.rsplit("-", 1)[1]))
            assert rederive_slots.open_container(container, credential) == plain, name
            option = {1: "--key-file", 3: "-i"}[credential[0]]
            assert run("decrypt", option, str(files[credential[0]]), str(path), "-o", "-")[0] == plain, name
            opened += 1
    assert opened == len(list(folder.iterdir())) + 2
    labels = rederive_slots.labels((folder / "rekeyed-0.hedgerow").read_bytes(), mine)
    assert labels == [("key file", "key.txt"), ("recipient", "Grasshopper & sons")]


def test_the_copies_of_version_3():
    """If one copy is damaged, both readers open the container, and rekey repairs it."""
    make_key()
    plain = vector_plaintext(65536)
    key, whole = master_key(get("key").decode()), encrypt(plain, "--cipher", "kalyna-512-512", "--layout", "compact")
    size = rederive_compact.read_copy(whole)[2]
    assert whole[:size] == whole[4096:4096 + size] and not any(whole[size:4096])
    for first, last in ((0, 1), (0, 512), (9, 10), (0, 4096), (size, 4096), (4096, 4097), (4096, 4096 + size)):
        put("c", whole[:first] + bytes(b ^ 1 for b in whole[first:last]) + whole[last:])
        assert run("decrypt", "--key-file", "key", "c", "-o", "-")[0] == plain
        assert rederive_compact.expand(get("c")) == rederive_compact.expand(whole)
        harmless = first == size
        assert ("rekey" in run("verify", "--key-file", "key", "c")[1]) is not harmless
        run("rekey", "--key-file", "key", "c")
        assert get("c") == whole
    assert rederive_slots.open_container(whole, key) == plain


def test_fresh_containers_of_version_3():
    """Lengths, layouts, and that both readers agree."""
    make_key()
    key = master_key(get("key").decode())
    for size, layout, version in ((0, "automatic", 3), (65535, "automatic", 3), (65536, "automatic", 2), (5, "reserved", 2)):
        plain = vector_plaintext(size)
        container = encrypt(plain, "--layout", layout, "--cipher", "kalyna-512-512")
        assert container[8] == version, (size, layout)
        assert rederive_slots.open_container(container, key) == plain
    public = run("keygen", "--recipient", "-o", "me")[0].decode().strip()
    armored = run("encrypt", "--armor", "-r", public, "-", stdin=b"abc")[0]
    assert len(armored) <= 500
    assert rederive_slots.open_container(rederive_compact.read_armor(armored), identity(get("me").decode())) == b"abc"
    assert "automatic, compact, reserved" in run("encrypt", "--layout", "x", "--key-file", "key", "-", code=2)[1]


def test_the_header_s_copies():
    """If one copy is damaged, both readers open the container, and rekey repairs it."""
    make_key()
    key, whole = master_key(get("key").decode()), encrypt(b"abc", "--layout", "reserved")
    assert whole[:144] == whole[3920:4064] and not any(whole[144:3920])
    for first, last in ((0, 1), (0, 512), (80, 81), (0, 3920), (144, 3920), (3920, 3921), (4000, 4001), (4095, 4096), (3584, 4096)):
        put("c", whole[:first] + bytes(b ^ 1 for b in whole[first:last]) + whole[last:])
        assert run("decrypt", "--key-file", "key", "c", "-o", "-")[0] == b"abc" == rederive_slots.open_container(get("c"), key)
        harmless = (first, last) == (144, 3920)
        assert ("rekey" in run("verify", "--key-file", "key", "c")[1]) is not harmless
        run("rekey", "--key-file", "key", "c")
        assert harmless or "rekey" not in run("verify", "--key-file", "key", "c")[1]
        assert get("c")[:144] == whole[:144] and get("c")[3920:4096] == whole[3920:4096]
    put("c", whole[:144] + bytes(4096 - 144) + whole[4096:])  # in the layout of Hedgerow 0.2
    assert "rekey" not in run("verify", "--key-file", "key", "c")[1]
    run("rekey", "--key-file", "key", "c")
    assert get("c")[:4096] == whole[:4096]


def test_passphrase_read_independently():
    stored = (VECTORS / "version2/everyone-65541.hedgerow").read_bytes()
    try:
        assert rederive_slots.open_container(stored, (2, b"viburnum opulus")) == vector_plaintext(65541)
    except rederive_slots.NoArgon2:
        raise Skip("libsodium cannot be loaded") from None


def test_fresh_containers_of_every_cipher_with_an_aead():
    make_key()
    key = master_key(get("key").decode())
    ciphers = {k["cipher"] for k in json.loads(run("list", "--json")[0])}
    for cipher in sorted(c for c in ciphers if c == "kuznyechik" or c.startswith("kalyna-")):
        for size in (0, 1, 100):
            plain = vector_plaintext(size)
            container = encrypt(plain, "--cipher", cipher)
            assert rederive_slots.open_container(container, key) == plain, (cipher, size)


def container_modes():
    """Returns number -> name, from the MODE lines."""
    return {m.container: m.printed for m in lists.modes() if m.container}


def test_modes_are_those_of_the_page():
    page = (ROOT / "docs/container.md").read_text().split("## Modes")[1].split("\n## ")[0]
    assert {int(n): name for n, name in re.findall(r"^\| (\d+) \| (\S+) \|", page, re.M)} == container_modes()
    assert sorted(container_modes()) == list(range(1, 11))


def read_mode(container, key):
    """Returns the number of the mode and the plaintext, computed by the reader in Python. The plaintext is None if no
    foreign Streebog is installed."""
    number = rederive_slots.parts(container)[0][12]
    try:
        return number, rederive_slots.open_container(container, key)
    except rederive_modes.NoStreebog:
        print("SKIPPED ctr-acpkm-omac: openssl with gost-engine (libengine-gost-openssl) is not installed")
        return number, None


def test_stored_containers_of_every_mode():
    key, numbers = master_key((VECTORS / "key.txt").read_text()), set()
    for path in sorted((VECTORS / "modes").glob("*.hedgerow")):
        plain = vector_plaintext(int(path.stem.rsplit("-", 1)[1]))
        number, text = read_mode(path.read_bytes(), key)
        assert text in (plain, None), path.name
        assert run("decrypt", "--key-file", str(VECTORS / "key.txt"), str(path), "-o", "-")[0] == plain, path.name
        numbers.add(number)
    assert numbers == set(range(3, 11))


def test_fresh_containers_of_every_mode():
    make_key()
    key, numbers = master_key(get("key").decode()), set()
    for algorithm in json.loads(run("list", "--modes", "--json")[0]):
        cipher, mode = algorithm["cipher"], algorithm["mode"]
        if algorithm["kind"] != "aead" or algorithm["block_bytes"] < 16 or not cipher.startswith(("aes", "speck", "kalyna", "kuznyechik")):
            continue
        for size in (0, 100, SEGMENT + 5) if (cipher, mode) == ("kalyna-128-256", "ccm") else (0, 100):
            plain = vector_plaintext(size)
            container = encrypt(plain, "--cipher", cipher, "--mode", mode)
            number, text = read_mode(container, key)
            assert text in (plain, None), (cipher, mode, size)
            assert container_modes()[number] == mode
            numbers.add(number)
    assert numbers == set(range(1, 11))
    put("c", encrypt(b"", "--cipher", "aes-192", "--mode", "siv"))
    assert json.loads(run("inspect", "--json", "c")[0])["mode"] == "siv"
    _, text = run("encrypt", "--key-file", "key", "--cipher", "kuznyechik", "--mode", "gcm", "-", code=4)
    assert "mgm (1), ctr-acpkm-omac (7)" in text


def test_fresh_recipients():
    public = run("keygen", "--recipient", "-o", "me")[0].decode().strip()
    secret = identity(get("me").decode())
    assert rederive_slots.read_text(public, "hedgerow-public-") == rederive_slots.x25519(secret[1], bytes([9] + [0] * 31))
    container = run("encrypt", "-r", public, "-", stdin=b"abc")[0]
    assert rederive_slots.open_container(container, secret) == b"abc"
