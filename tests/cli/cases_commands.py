"""list, selftest, inspect, keygen, bench, help, and the exit codes of all commands."""
import json
import os
import platform
import re
import shutil
import stat
import subprocess

from support import CLI, encrypt, get, make_key, put, run, standin


def test_version_and_help():
    assert re.fullmatch(rb"hedgerow \d+\.\d+\.\d+\n", run("--version")[0])
    text = run("--help")[0].decode()
    for word in ("encrypt", "decrypt", "list", "selftest", "inspect", "keygen", "Examples:", "Exit codes:"):
        assert word in text, word
    for command in ("encrypt", "decrypt", "list", "selftest", "inspect", "keygen"):
        assert b"--help" in run(command, "--help")[0]


def test_usage_errors():
    make_key()
    put("f", b"x")
    for arguments in ((), ("nonesuch",), ("rekey",), ("encrypt", "--nonesuch", "f"), ("list", "extra"),
                      ("encrypt", "--key-file", "key", "--segment", "100", "f"),
                      ("encrypt", "--key-file", "key", "--segment", "96K", "f"),
                      ("encrypt", "--key-file", "key", "--segment", "8M", "f"),
                      ("encrypt", "--key-file", "key", "--segment", "K", "f"),
                      ("encrypt", "--key-file", "key", "--threads", "0", "f"),
                      ("encrypt", "--key-file", "key", "--threads", "x", "f"),
                      ("encrypt", "--key-file", "key", "--passphrase-fd", "0", "f"),
                      ("encrypt", "--key-file", "f", "f"), ("keygen",),
                      ("decrypt", "--key-file", "key", "f")):
        run(*arguments, code=2)
    assert sorted(os.listdir(".")) == ["f", "key"]


def test_exit_codes_of_damaged_containers():
    container = encrypt(b"some plaintext", "--layout", "reserved")
    make_key("other")

    def decrypt(data, code, key="key"):
        out, text = run("decrypt", "--key-file", key, "-", stdin=data, code=code)
        assert out == (b"some plaintext" if code == 0 else b"")
        return text

    decrypt(container, 0)
    decrypt(container, 1, key="other")
    one_header = container[:3920] + bytes(176) + container[4096:]
    texts = [decrypt(bytes(data), code) for data, code in (
        (b"", 1), (container[:50], 1), (b"not a container " * 20, 1), (container[:-1], 1), (container[:144], 1),
        (container + b"x", 1), (container[:-1] + bytes([container[-1] ^ 1]), 1),
        (one_header[:8] + b"\4" + one_header[9:], 4), (one_header[:48] + b"nonesuch-rest-" + one_header[62:], 4))]
    assert "version 4 is unknown" in texts[-2] and "not in this program" in texts[-1]
    assert "truncated inside its header" in texts[0]


def test_unknown_cipher_and_kernel():
    make_key()
    _, text = run("encrypt", "--key-file", "key", "--cipher", "nonesuch", "-", code=4)
    assert "a container can have" in text and "kalyna-128-256" in text
    # The program refuses a kernel of another architecture. It does not know the kernels of the lab, because it does not
    # contain them.
    other = "sse" if platform.machine().startswith(("aarch", "arm")) else "neon"
    foreign = dict(os.environ, HEDGEROW_KERNEL=f"kalyna-256-256.byteslice.{other}")
    run("encrypt", "--key-file", "key", "-", code=4, env=foreign)
    for kernel in ("kalyna-256-256.table.scalar", "kalyna-256-256.reference.scalar"):
        run("encrypt", "--key-file", "key", "-", env=dict(os.environ, HEDGEROW_KERNEL=kernel))
    for command in (("list", "--kernels", "lea-128"), ("selftest",), ("encrypt", "-k", "key", "-")):
        out, text = run(*command, env=dict(os.environ, HEDGEROW_KERNEL="nonsense"))
        assert out and "HEDGEROW_KERNEL: 'nonsense' is not a kernel and is ignored" in text, text
        assert run(*command, "-q", env=dict(os.environ, HEDGEROW_KERNEL="nonsense"))[1] == ""
        for known in ("", run("list", "--kernels", "lea-128", "-q")[0].decode().split()[0]):
            assert run(*command, env=dict(os.environ, HEDGEROW_KERNEL=known))[1] == ""


def test_list():
    ciphers = json.loads(run("list", "--json")[0])
    kernels = json.loads(run("list", "--kernels", "--json")[0])
    fields = {"cipher", "family", "block_bytes", "key_bytes", "rounds", "aead", "maturity", "limit_blocks", "note", "kernel"}
    table = run("list")[0].decode().partition("\n\n")[0].splitlines()[1:]
    assert len(table) == len(ciphers) and {k["cipher"] for k in kernels} == {c["cipher"] for c in ciphers}
    for cipher, line in zip(ciphers, table):
        assert set(cipher) == fields, cipher
        serving = [k["id"] for k in kernels if k["cipher"] == cipher["cipher"] and k["up_to_blocks"] is None]
        assert serving == [cipher["kernel"]], cipher
        words = line.split()
        assert words[:3] == [cipher["cipher"], str(8 * cipher["block_bytes"]), str(8 * cipher["key_bytes"])], line
        assert f"{words[0]}.{words[-1]}" == cipher["kernel"] and len(line) <= 120, line


def test_list_of_kernels():
    table = run("list", "--kernels")[0].decode()
    kernels = json.loads(run("list", "--kernels", "--json")[0])
    assert isinstance(kernels, list) and kernels
    fields = {"id", "cipher", "technique", "isa", "timing", "width_blocks", "available", "from_blocks", "up_to_blocks"}
    for kernel in kernels:
        assert set(kernel) == fields, kernel
        assert kernel["id"] == ".".join(kernel[k] for k in ("cipher", "technique", "isa"))
        assert re.search(rf"^{re.escape(kernel['id'])} +ct +\d+ +[\d-]+ +\w", table, re.M), kernel  # the last word begins the reason
        assert kernel["timing"] == "ct"
        assert isinstance(kernel["available"], bool) and kernel["width_blocks"] >= int(kernel["available"])
        assert kernel["up_to_blocks"] == 0 or kernel["available"]
    assert len({k["id"] for k in kernels}) == len(kernels)
    assert run("list", "--kernels", "-q")[0].decode().split() == [k["id"] for k in kernels]
    for cipher in {k["cipher"] for k in kernels}:
        # The chosen kernels share all lengths out.
        chosen = sorted((k for k in kernels if k["cipher"] == cipher and k["up_to_blocks"] != 0), key=lambda k: k["from_blocks"])
        assert [k["from_blocks"] for k in chosen] == [0, *(k["up_to_blocks"] + 1 for k in chosen[:-1])] and chosen[-1]["up_to_blocks"] is None, chosen
        table = json.loads(run("list", "--kernels", cipher, "--json")[0])
        assert table == [{key: k[key] for key in ("id", "from_blocks", "up_to_blocks", "width_blocks")} for k in chosen]
        lines = run("list", "--kernels", cipher)[0].decode().splitlines()[1:len(chosen) + 1]
        assert [line.split()[-1] for line in lines] == [k["id"] for k in chosen] == run("list", "--kernels", cipher, "--quiet")[0].decode().split()
        assert lines[-1].split()[0].endswith("-") and lines[0].startswith("1-"), lines
    assert run("list", "--kernels", "Kuznyechik") == run("list", "--kernels", "kuznyechik")
    assert "there is no cipher 'kalyna'; did you mean kalyna-" in run("list", "--kernels", "kalyna", code=2)[1]
    run("list", "--kernels", "kuznyechik", "--modes", code=2)
    run("list", "--kernels", "--modes", code=2)


def test_devices():
    # The devices differ between machines. We therefore check only that every backend lists its devices or says why
    # it has no devices, and that text and JSON agree.
    found = json.loads(run("devices", "--json")[0])
    assert [b["name"] for b in found["backends"]] == ["cuda", "opencl"]
    for backend in found["backends"]:
        own = [d["id"] for d in found["devices"] if d["id"].startswith(backend["name"] + ":")]
        assert backend["devices"] == len(own) and backend["ok"] == (own != []) and bool(backend["reason"]) == (own == []), backend
    assert run("devices", "-q")[0].decode().split() == [d["id"] for d in found["devices"]]
    table = run("devices")[0].decode()
    assert all(b["reason"] in table for b in found["backends"]) and all(d["id"] in table for d in found["devices"])
    kernels = run("devices", "--kernels")[0].decode().split()
    assert "kuznyechik.bitslice.cuda" in kernels and len(set(kernels)) == len(kernels)
    assert [k["id"] for k in json.loads(run("devices", "--kernels", "--json")[0])["kernels"]] == kernels


def test_containers_on_devices():
    make_key()
    plain = put("plain", os.urandom(300_000))
    gcm = ("--cipher", "speck-128-128")
    on = {"env": {**standin(), "HEDGEROW_DEVICE_KERNEL": "speck-128-128.words.cuda"}}
    device = ("--key-file", "key", "--device", "cuda:0")
    # The CPU opens a container that a device made, and a device opens one that the CPU made.
    run("encrypt", *device, *gcm, "--segment", "64K", "plain", "-o", "made", **on)
    assert run("decrypt", "--key-file", "key", "made", "-o", "-")[0] == plain
    run("encrypt", "--key-file", "key", *gcm, "--segment", "64K", "plain", "-o", "other")
    assert run("decrypt", *device, "other", "-o", "-", **on)[0] == plain
    for size in (0, 1, 65536, 65537):
        put("short", plain[:size])
        run("encrypt", *device, *gcm, "--segment", "64K", "short", "-o", "made", "--force", **on)
        assert run("decrypt", *device, "made", "-o", "-", **on)[0] == plain[:size]
        assert run("verify", *device, "made", **on)[0].endswith(b"authentic, %d bytes of plaintext\n" % size)
    # A changed or cut container is refused, and no unauthenticated data is written.
    sealed = bytearray(get("other"))
    sealed[-40] ^= 1
    put("changed", sealed)
    _, text = run("decrypt", *device, "changed", "-o", "opened", code=1, **on)
    assert "not authentic" in text and not os.path.exists("opened"), text
    put("cut", get("other")[:-70_000])
    _, text = run("decrypt", *device, "cut", "-o", "opened", code=1, **on)
    assert not os.path.exists("opened"), text
    # verify continues after a damaged container, and reads armor and pipes. The device opens the segments: verify
    # reports it if the device is lost.
    out, text = run("verify", *device, "other", "changed", "made", "cut", code=1, **on)
    assert out.count(b": authentic,") == 2 and "changed: " in text and "cut: " in text, (out, text)
    run("encrypt", "--key-file", "key", *gcm, "--armor", "plain", "-o", "armored")
    assert b"300000 bytes" in run("verify", *device, "armored", **on)[0]
    assert b"300000 bytes" in run("verify", *device, "-", stdin=get("other"), **on)[0]


def test_devices_that_are_lost():
    make_key()
    plain = put("plain", os.urandom(3_000_000))
    gcm = ("--cipher", "speck-128-128", "--segment", "64K")
    run("encrypt", "--key-file", "key", *gcm, "plain", "-o", "sealed")
    device = ("--key-file", "key", "--device", "cuda:0")
    for after in (0, 60, 120):  # first while it computes known answers, then after some segments
        on = {"env": {**standin(), "HEDGEROW_DEVICE_KERNEL": "speck-128-128.words.cuda", "STANDIN_FAIL": f"run.kernel:{after}"}}
        for command in (("encrypt", *gcm, "plain", "-o", "made"), ("decrypt", "sealed", "-o", "made"), ("verify", "sealed")):
            out, text = run(command[0], *device, *command[1:], code=3, **on)
            assert out == b"" and "cuda:0" in text and not os.path.exists("made"), (command, after, text)
        _, text = run("encrypt", *device, "--allow-cpu", *gcm, "plain", "-o", "made", **on)
        assert "the CPU does it" in text and run("decrypt", "--key-file", "key", "made", "-o", "-")[0] == plain, (after, text)
        os.remove("made")
        out, text = run("decrypt", *device, "--allow-cpu", "sealed", "-o", "-", **on)
        assert out == plain and "the CPU does it" in text, (after, text)
        out, text = run("verify", *device, "--allow-cpu", "sealed", **on)
        assert b"authentic, 3000000 bytes" in out and "the CPU does it" in text, (after, text)


def test_containers_that_no_device_can_make():
    make_key()
    put("plain", b"x" * 100)
    key = ("--key-file", "key")
    for device, code in (("cuda:99", 4), ("gpu", 2)):
        _, text = run("encrypt", *key, "--device", device, "plain", "-o", "made", code=code)
        assert device in text and not os.path.exists("made"), text
    # With --allow-cpu the CPU does the work and a note says so. An invalid device name is refused all the same.
    _, text = run("encrypt", *key, "--device", "cuda:99", "--allow-cpu", "plain", "-o", "made")
    assert "the CPU does it" in text and "cuda:99" in text, text
    out, text = run("decrypt", *key, "--device", "cuda:99", "--allow-cpu", "-q", "made", "-o", "-")
    assert out == b"x" * 100 and text == "", text
    run("encrypt", *key, "--device", "gpu", "--allow-cpu", "plain", "-o", "none", code=2)
    run("encrypt", *key, "--device", "", "--allow-cpu", "plain", "-o", "none", code=2)
    run("encrypt", *key, "--allow-cpu", "plain", "-o", "none", code=2)
    _, text = run("verify", *key, "--device", "cuda:99", "made", code=4)
    assert "cuda:99" in text, text
    out, text = run("verify", *key, "--device", "cuda:99", "--allow-cpu", "made")
    assert b"authentic" in out and "the CPU does it" in text, text
    run("verify", *key, "--device", "gpu", "--allow-cpu", "made", code=2)
    run("verify", *key, "--allow-cpu", "made", code=2)
    run("decrypt", *key, "--device", "cuda:99", "--range", "0:1", "made", code=2)
    # First an AEAD that devices do not support, then a kernel source that does not compile.
    on = standin()
    _, text = run("encrypt", *key, "--device", "cuda:0", "--cipher", "speck-128-128", "--mode", "ccm", "plain", "-o", "none", code=4, env=on)
    assert "only gcm and mgm" in text and not os.path.exists("none"), text
    run("encrypt", *key, "--cipher", "speck-128-128", "--mode", "ccm", "plain", "-o", "ccm")
    _, text = run("verify", *key, "--device", "cuda:0", "ccm", code=4, env=on)
    assert "only gcm and mgm" in text, text
    os.mkdir("bin")
    put("bin/cc", b"#!/bin/sh\necho no such thing\nexit 1\n")
    os.chmod("bin/cc", 0o755)
    broken = {**on, "PATH": f"{os.getcwd()}/bin:/usr/bin:/bin", "HEDGEROW_DEVICE_KERNEL": "speck-128-128.words.cuda"}
    _, text = run("encrypt", *key, "--device", "cuda:0", "--cipher", "speck-128-128", "plain", "-o", "none", code=3, env=broken)
    assert "no such thing" in text and not os.path.exists("none"), text
    _, text = run("encrypt", *key, "--device", "cuda:0", "--allow-cpu", "--cipher", "speck-128-128", "plain", "-o", "some", env=broken)
    assert "the CPU does it" in text and run("decrypt", *key, "some", "-o", "-")[0] == b"x" * 100


def test_output_that_cannot_be_written():
    with open("/dev/full", "wb") as full:
        for arguments in (("list",), ("list", "--json"), ("selftest",)):
            run(*arguments, stdout=full, code=3)


def test_selftest():
    text = run("selftest")[0].decode()
    assert re.search(r"\d+ known answers passed, 0 failed", text)
    available = [k["id"] for k in json.loads(run("list", "--kernels", "--json")[0]) if k["available"]]
    for kernel in available:
        assert re.search(rf"^{re.escape(kernel)} +ok", text, re.M), kernel


def test_inspect():
    put("c", encrypt(b"x" * 100, "--cipher", "kuznyechik"))
    fields = json.loads(run("inspect", "--json", "c")[0])
    assert fields["cipher"] == "kuznyechik" and fields["mode"] == "mgm" and fields["kdf"] == "none"
    assert fields["segment_bytes"] == 64 << 10 and fields["plaintext_bytes"] == 100
    assert b"kuznyechik" in run("inspect", "c")[0]
    piped = json.loads(run("inspect", "--json", "-", stdin=get("c"))[0])
    assert piped["plaintext_bytes"] is None
    run("inspect", "key", code=1)
    run("inspect", "none", code=3)


def test_keygen():
    make_key("k")
    assert stat.S_IMODE(os.stat("k").st_mode) == 0o600
    assert re.fullmatch(rb"hedgerow-key-1:[A-Za-z0-9+/]{86}==\n", get("k"))
    before = get("k")
    run("keygen", "-o", "k", code=2)
    assert get("k") == before
    run("keygen", "-o", "none/k", code=3)
    make_key("l")
    assert get("l") != before


def test_exposed_key_file_is_told():
    make_key()
    assert run("encrypt", "--key-file", "key", "-", stdin=b"x")[1] == ""
    os.chmod("key", 0o644)
    assert "others can read" in run("encrypt", "--key-file", "key", "-", stdin=b"x")[1]


def test_bench_is_a_program_beside_this_one():
    shutil.copy(CLI, "hedgerow")
    run_external("hedgerow", "bench", "--help", code=4)
    for folder in ("libexec/hedgerow", "."):
        os.makedirs(folder, exist_ok=True)
        put(f"{folder}/hedgerow-lab", f"#!/bin/sh\necho {folder} \"$@\"\nexit 7\n".encode())
        os.chmod(f"{folder}/hedgerow-lab", 0o755)
    os.makedirs("bin")
    shutil.copy(CLI, "bin/hedgerow")
    for program, folder in (("hedgerow", "."), ("bin/hedgerow", "libexec/hedgerow")):
        out, _ = run_external(program, "lab", "--help", "a b", code=7)
        assert out.decode() == f"{folder} --help a b\n"


def run_external(program, *arguments, code):

    done = subprocess.run([os.path.abspath(program), *arguments], capture_output=True, timeout=60)
    assert done.returncode == code, done
    return done.stdout, done.stderr
