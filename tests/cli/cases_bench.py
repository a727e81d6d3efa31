"""Runs hedgerow bench and checks its table, its JSON and its exit codes. Tests never judge a figure, because they do
not time anything. The tests turned red when every failure of a device gave exit code 2, when an unknown kernel name
was not reported, and when a batch counted bytes that no message had."""
import json
import os
import re
import signal
import subprocess

from support import CLI, Skip, run, standin

FIELDS = {"cipher", "mode", "direction", "kernel", "timing", "bytes", "chunk_bytes", "threads", "mb_per_s_median", "mb_per_s_min",
          "mb_per_s_max", "tsc_cpb", "core_cpb", "core_cycles", "ns", "peer", "peer_cipher", "peer_mb_per_s",
          "peer_core_cpb", "peer_core_cycles", "ratio", "reference_name", "reference_mb_per_s", "reference_machine",
          "reference_date", "runs", "discarded", "disturbed", "compiler", "commit", "hedgerow_version", "machine",
          "machine_class", "features"}
SHORTEST = ("--seconds", "0.001")


def bench(*arguments, code=0):
    if not os.path.exists(os.path.join(os.path.dirname(CLI), "hedgerow-bench")):
        raise Skip("this build has no hedgerow-bench")
    return run("bench", *arguments, code=code)[0].decode()


def bench_json(*arguments):
    lines = [json.loads(line) for line in bench(*arguments, *SHORTEST, "--json").splitlines()]
    for line in lines:
        assert set(line) == FIELDS, set(line) ^ FIELDS
        peer = [line[k] for k in ("peer", "peer_cipher", "ratio")]
        assert all(peer) or peer == [None] * 3, line
        reference = [v for k, v in line.items() if k.startswith("reference_")]
        assert all(reference) or reference == [None] * 4, line
    return lines


def ciphers_but_for_sets():
    return {kernel["cipher"].split(":")[0] for kernel in json.loads(run("list", "--json")[0])}


def check_published(lines):
    """The published figure is the fastest one in bench/reference.toml, or null if it has no figure. It never replaces a
    peer."""
    def of(cipher, mode, direction):
        return next(l for l in lines if (l["cipher"].split(":")[0], l["mode"], l["direction"]) == (cipher, mode, direction))

    fastest = of("kuznyechik", "ecb", "enc")
    assert (fastest["reference_name"], fastest["reference_mb_per_s"]) == ("RustCrypto 0.9", 453)
    assert "Zen 5" in fastest["reference_machine"] and fastest["reference_date"] == "2026"
    assert of("gost28147", "ctr", "enc")["reference_name"] == "UAPKI"
    assert of("clefia-256", "ctr", "enc")["reference_name"] is None
    assert not {l["peer"] for l in lines} & {"RustCrypto 0.9", "UAPKI", "Oliynykov"}


def test_bench_all():
    lines = bench_json("--all")
    measured = {(l["cipher"], l["mode"], l["direction"]) for l in lines}
    assert {c.split(":")[0] for c, _, _ in measured} == ciphers_but_for_sets()
    names = sorted(c.split(":")[0] for c in {c for c, _, _ in measured})
    assert len(names) == len(set(names)), "a set of S-boxes was measured beside another"
    for cipher in {c for c, _, _ in measured}:
        assert {(m, d) for c, m, d in measured if c == cipher} == {("ecb", "enc"), ("ecb", "dec"), ("ctr", "enc")}, cipher
    for line in lines:
        assert line["timing"] == "ct" and line["mb_per_s_median"] > 0 and 0 < line["bytes"] <= 16384
        assert line["peer_cipher"] in (None, line["cipher"], "aes-256")
    seen = [(l["cipher"], l["mode"], l["direction"], l["peer"], l["peer_cipher"]) for l in lines]
    assert len(seen) == len(set(seen))
    check_peers(lines)
    check_published(lines)


def check_peers(lines):
    """A peer is compared on the ciphers that it implements, and only on these."""
    peers = {}
    for line in lines:
        if line["peer"] and line["peer_cipher"] == line["cipher"]:
            peers.setdefault(line["peer"], set()).add(line["cipher"].split(":")[0])
    expected = {"crypto++": {"lea-192", "speck-64-128", "simon-128-256", "gost28147", "kalyna-512-512"},
                "libgcrypt": {"aes-128", "aes-192", "aes-256", "gost28147", "sm4", "camellia-192"},
                "openssl": {"aes-128", "aes-192", "aes-256", "sm4", "aria-256"}, "botan": {"sm4", "camellia-256", "aria-192"},
                "gost-engine": {"kuznyechik", "magma"}, "rustcrypto kuznyechik": {"kuznyechik"},
                "rustcrypto magma": {"magma"}, "rustcrypto speck-cipher": {"speck-64-128", "speck-128-128", "speck-128-256"}}
    for name, served in peers.items():
        assert expected[name.rsplit(" ", 1)[0]] <= served, (name, served)


def test_bench_all_as_a_table():
    text = bench("--all", "--mode", "ctr", *SHORTEST)
    head, table = text.split("\n\n", 1)
    assert "Zen 5" in head
    title, *rows = table.splitlines()
    for word in ("cipher", "kernel", "MB/s", "cpb", "beside", "scale", "published"):
        assert word in title, word
    assert len(rows) == len(ciphers_but_for_sets())
    for row in (title, *rows):
        assert len(row) <= 140, row


def test_bench_of_one_cipher():
    lines = bench_json("magma", "--mode", "ecb,ctr", "--direction", "enc")
    assert [(l["mode"], l["peer"], l["bytes"]) for l in lines] == [("ecb", None, 16384), ("ctr", None, 16384)]
    table = bench("magma", "--mode", "ctr", *SHORTEST)
    assert re.search(r"^magma .* 346 AVX2", table, re.M) and "published" in table


def test_placements():
    line = json.loads(bench("lea-128", "--mode", "ctr", "--placements", *SHORTEST, "--json"))
    cycles = line.pop("placements_core_cycles")
    assert len(cycles) == 16 and set(line) == FIELDS
    assert line["core_cycles"] is None or abs(line["core_cycles"] - max(cycles)) < 1
    table = bench("lea-128", "--mode", "ctr", "--placements", *SHORTEST)
    assert re.search(r"^lea-128\.arx\.\S+ +ctr +enc +16384 ", table, re.M), table


def test_calls_that_take_a_chunk():
    lines = bench_json("lea-128", "speck-48-96", "--mode", "ecb,gcm,cmac", "--direction", "enc", "--size", "16K,64K", "--chunk", "20K", "--memcpy")
    of = {(l["cipher"], l["mode"], l["bytes"]): l for l in lines}
    assert of["lea-128", "ecb", 16384]["chunk_bytes"] is None
    assert {l["chunk_bytes"] for l in lines if l["mode"] != "ecb"} == {None}
    # The chunk is whole pages that are also whole blocks. For example, 20 KiB are five pages, and 12 KiB are three.
    for cipher, size, chunk in (("lea-128", 65536, 20480), ("speck-48-96", 65532, 12288)):
        line = of[cipher, "ecb", size]
        assert line["chunk_bytes"] == chunk and line["peer"] == "memcpy"
        for whose in ("", "peer_"):
            cycles, a_byte = line[whose + "core_cycles"], line[whose + "core_cpb"]
            assert cycles is None or abs(cycles / chunk - a_byte) < 0.01 * a_byte, line


def test_bench_usage_errors():
    for arguments in (("nonesuch",), ("--nonesuch",), ("--all", "magma"), ("--all", "--all-kernels"),
                      ("--all", "--kernel", "magma.reference.scalar"), ("--kernel", "nonesuch"), ("--mode", "nonesuch"),
                      ("--direction", "up"), ("--size", "0"), ("--size", "x"), ("magma", "--placements", "--peers"), ("--chunk", "1"),
                      ("--chunk", "64K", "--peers"), ("--chunk", "64K", "--placements"), ("--chunk", "64K", "--all"), ("--seconds", "0"), ("--threads", "0"),
                      ("magma", "--mode", "gcm")):
        assert bench(*arguments, code=2) == ""


def test_bench_help_ends_with_examples_that_work():
    examples = bench("--help").partition("\nExamples:\n")[2].strip("\n").splitlines()
    assert len(examples) == 3 and all(line.startswith("  hedgerow bench ") for line in examples), examples
    for line in examples[1:]:
        assert bench(*line.split("(")[0].split()[2:], "--seconds", "0.001"), line


DEVICE_FIELDS = {"device", "name", "architecture", "driver", "compute_units", "clock_mhz", "cipher", "kernel", "bytes", "unit", "keystream",
                 "in_place", "host_to_host", "mode", "hash", "seal", "copy_in", "copy_out", "bound", "share_of_bound", "share_of_copy",
                 "seal_bound", "equal_to_cpu", "commit", "compiler"}


def bench_device(*arguments, code=0, device="cuda:0", **environment):
    bench("--help")  # raises Skip if it is missing
    return run("bench", "--device", device, *arguments, *SHORTEST, code=code, env={**standin(), **environment})


def test_bench_of_devices():
    words = ("speck-128-128", "--kernel", "speck-128-128.words.cuda", "--size", "16K", "--check")
    row = json.loads(bench_device(*words, "--json")[0])
    assert set(row) == DEVICE_FIELDS, set(row) ^ DEVICE_FIELDS
    assert (row["kernel"], row["bytes"], row["mode"], row["equal_to_cpu"]) == ("speck-128-128.words.cuda", 16384, "gcm", True)
    for figure in ("keystream", "in_place", "host_to_host", "seal", "copy_in", "copy_out"):
        assert 0 < row[figure]["least"] <= row[figure]["median"] <= row[figure]["most"], (figure, row)
    assert row["bound"] > 0 and row["seal_bound"] > 0 and row["share_of_copy"] > 0
    table = bench_device(*words)[0].decode().splitlines()
    assert len(table) == 3 and table[2].startswith("speck-128-128.words.cuda ") and table[2].endswith(" equal"), table
    assert len(json.loads(bench_device(*words, "--inputs", "--json")[0])["inputs"]) == 3
    assert "--device" in bench("--help")


def test_bench_of_devices_that_fail():
    cipher = ("speck-128-128", "--size", "16K")
    for code, said, device, arguments in (
            (2, "no cipher is called nonesuch", "cuda:0", ("nonesuch",)),
            (2, "no kernel of devices is called nonesuch", "cuda:0", ("--kernel", "nonesuch")),
            (2, "is no kernel of speck-128-128", "cuda:0", (*cipher, "--kernel", "magma.bitslice.cuda")),
            (2, "another cipher or backend", "cuda:0", (*cipher, "--kernel", "speck-128-128.words.opencl")),
            (2, "--size", "cuda:0", ("--size", "0")), (2, "--size", "cuda:0", ("--size", "-3")), (2, "--size", "cuda:0", ("--size", "2T")),
            (2, "--threads", "cuda:0", ("--threads", "2")), (2, '"gpu:0" is no device', "gpu:0", cipher),
            (4, "cuda:7", "cuda:7", cipher), (3, "no device memory", "cuda:0", ("--size", "512G"))):
        out, text = bench_device(*arguments, code=code, device=device)
        assert said in text and b"GB/s" not in out.split(b"\n", 2)[-1], (arguments, out, text)
    out, text = bench_device(*cipher, code=4, LD_LIBRARY_PATH="/nonexistent")
    assert out == b"" and "libcuda.so.1" in text, text
    _, text = bench_device(*cipher, "--kernel", "speck-128-128.words.cuda", code=3, STANDIN_FAIL="run.kernel:0")
    assert "not measured: speck-128-128.words.cuda: cuda:0" in text and "LAUNCH_FAILED" in text, text


def test_figures_that_are_cut_are_no_success():
    if not os.path.exists("/dev/full"):
        raise Skip("no /dev/full")
    bench("--help")  # raises Skip if it is missing
    for form in ((), ("--json",)):
        with open("/dev/full", "wb") as full:
            _, text = run("bench", "kuznyechik", "--mode", "ecb", "--direction", "enc", *SHORTEST, *form, stdout=full, code=3)
        assert "standard output could not be written" in text, text


def test_batches_count_what_they_process():
    """Every message has whole blocks, and at least one, so that the figure counts no bytes that nobody processed."""
    for cipher, mode, size, expected in (("speck-96-96", "ctr:64", "16K", 64 * 252), ("kalyna-512-512", "cbc:64", "2K", 64 * 64),
                                         ("aes-128", "cbc:100", "16K", 16000), ("aes-128", "cmac:7", "100", 7 * 16)):
        row, = bench_json(cipher, "--mode", mode, "--direction", "enc", "--size", size)
        assert row["bytes"] == expected, row
    for wrong in ("cbc:0", "cbc:", "cbc:x", "cbc:-1", "cbc:9999999"):
        assert "is no batch" in run("bench", "aes-128", "--mode", wrong, code=2)[1]


def test_a_lost_reader_ends_it_silently_unless_the_caller_ignores_that():
    bench("--help")  # raises Skip if it is missing
    read, write = os.pipe()
    os.close(read)
    command = [CLI, "bench", "kuznyechik", "--mode", "ecb", "--direction", "enc", *SHORTEST]
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, timeout=120)
    assert done.returncode == -signal.SIGPIPE and b"could not" not in done.stderr, done
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, timeout=120, restore_signals=False,
                          preexec_fn=lambda: signal.signal(signal.SIGPIPE, signal.SIG_IGN))
    os.close(write)
    assert done.returncode == 3 and b"standard output could not be written" in done.stderr, done
