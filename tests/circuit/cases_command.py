"""The command line of `hedgerow circuit`: what it refuses, what it keeps when it is interrupted or cannot write."""
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

from support import PROGRAM, ROOT, Skip, call, circuit_of, refused


def test_help_names_what_may_be_chosen(_, folder):
    said = re.sub(r"\s+", " ", call(PROGRAM, "search", "--help"))
    for word in ("and-or-xor-not, andn, mux, lut3, nand-nor-xor", "construct: any box", "linear: a linear map",
                 "kalyna:inv3", "gost:SET:0 to 7", "cryptopro-a", "kuznyechik:linear"):
        assert word in said, word


def test_wrong_requests(circuits, folder):
    box = Path(folder, "present.hex")
    refused(2, "--seconds: Value -5 not in range", "search", box, "--seconds", "-5")
    refused(2, "a function's name has letters, digits and _, the first no digit; not x; y", "emit", "--function", "x; y", circuits[0].path)
    refused(2, "no box or file named presnet; boxes: aes", "search", "presnet")


def test_what_cannot_be_written_is_said_before_the_search(_, folder):
    box, nowhere = Path(folder, "present.hex"), Path(folder, "nowhere", "file")
    start = time.monotonic()
    for option in ("--checkpoint", "-o"):
        refused(2, f"cannot write {nowhere}", "search", box, "--runs", "0", "--seconds", "100", option, nowhere)
    assert time.monotonic() - start < 50


def test_a_circuit_that_no_file_takes_is_printed(_, folder):
    if not Path("/dev/full").exists():
        raise Skip("no /dev/full")
    done = subprocess.run([PROGRAM, "search", Path(folder, "present.hex"), "--effort", "1", "-o", "/dev/full"],
                          text=True, capture_output=True)
    assert done.returncode == 2 and "cannot write /dev/full; the circuit follows" in done.stderr, done
    path = Path(folder, "printed.gates")
    path.write_text(done.stdout[done.stdout.index("box "):])
    call(PROGRAM, "verify", "--box", Path(folder, "present.hex"), path)


def test_an_interrupted_search_keeps_its_best(_, folder):
    out, state = Path(folder, "interrupted.gates"), Path(folder, "interrupted.state")
    command = [PROGRAM, "search", Path(folder, "present.hex"), "--effort", "1", "--runs", "0", "--seconds", "300",
               "--checkpoint", state, "-o", out]
    search = subprocess.Popen(list(map(str, command)), stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    while not state.exists():  # the first run has ended
        time.sleep(0.05)
        assert search.poll() is None, search.stderr.read()
    search.send_signal(signal.SIGINT)
    said = search.communicate(timeout=100)[1]
    assert search.returncode == 130 and "interrupted" in said, f"{search.returncode}: {said}"
    call(PROGRAM, "verify", "--box", Path(folder, "present.hex"), out)


def test_verify_goes_on_after_a_bad_file(_, folder):
    tree = Path(folder, "tree")
    tree.mkdir()
    good = (ROOT / "src/circuit/sm4/sm4.andn.gates").read_text()
    swapped = re.sub(r"^outputs (\S+) (\S+)", r"outputs \2 \1", good, flags=re.M)
    tree.joinpath("1.gates").write_text(swapped)
    tree.joinpath("2.gates").write_text(good)
    done = subprocess.run([PROGRAM, "verify", tree], text=True, capture_output=True)
    assert done.returncode == 1 and "WRONG" in done.stdout and "2.gates: sm4 on all 256 inputs" in done.stdout, done
    tree.joinpath("0.gates").write_text("nonsense\n")
    tree.joinpath("3.blif").write_text(".model m\n.inputs a\n.outputs y\n.names a y\n1 1\n.end\n")
    done = subprocess.run([PROGRAM, "verify", tree], text=True, capture_output=True)
    assert done.returncode == 2 and "2.gates: sm4 on all 256 inputs" in done.stdout, done
    assert "0.gates:1: unknown line `nonsense`" in done.stderr and "3.blif: the header names no box" in done.stderr, done


def test_tables_take_the_output_nots_in(circuits, folder):
    andn, path = next(c for c in circuits if c.name == "present_andn"), Path(folder, "absorbed.gates")
    call(PROGRAM, "convert", "--basis", "lut3", andn.path, "-o", path)
    assert circuit_of(path, "present").basis == "lut3"
    assert ", 0 output NOTs," in path.read_text(), path.read_text()


def test_memory_is_bounded(_, folder):
    """Far below what a program takes to start a search of eight bits, and within a bound that holds it."""
    box = Path(folder, "present.hex")
    refused(2, "the search needs more memory than its bound, 1 MiB", "search", "kalyna:0", "--memory", "1M")
    code = f"""
import resource, subprocess, sys
done = subprocess.run({[PROGRAM, "search", str(box), "--seconds", "2", "--memory", "300M"]!r}, stdout=subprocess.DEVNULL)
sys.exit(done.returncode or resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss > 300 << 10)
"""
    call(sys.executable, "-c", code)


def test_a_circuit_is_what_its_own_header_says(circuits, folder):
    """A file that was altered by hand gives no source; the box of a file stands in the header, without its folder."""
    path, bad = Path(folder, "own.gates"), Path(folder, "altered.gates")
    call(PROGRAM, "search", Path(folder, "present.hex"), "--effort", "1", "-o", path)
    text = path.read_text()
    assert text.startswith("box present\n") and "\ntable 4 4 0c0506" in text and str(folder) not in text, text
    call(PROGRAM, "verify", path)
    bad.write_text(re.sub(r"^outputs (.*) (\S+)$", r"outputs \2 \1", text, flags=re.M))
    refused(2, "the circuit is not present", "emit", bad)


def test_files_of_other_tools_get_status_2(_, folder):
    path = Path(folder, "headerless.blif")
    path.write_text(".model m\n.inputs a\n.outputs y\n.names a y\n1 1\n.end\n")
    for command in (["verify", path], ["optimise", path], ["show", path], ["prove", path]):
        done = subprocess.run([PROGRAM, *map(str, command)], text=True, capture_output=True)
        assert done.returncode == 2 and "it by --b" in done.stderr, (command, done)


def test_constants_within_a_circuit_are_no_fault(_, folder):
    path = Path(folder, "constant.gates")
    text = "inputs 3\nt0 = x0 & x1\nt1 = t0 & ~x0\nt2 = t1 | x2\nt3 = x0 ^ x1\nt4 = t0 ^ t1\noutputs t2 t3 t4\n"
    table = bytes((x >> 2) | ((x ^ x >> 1) & 1) << 1 | (x & x >> 1 & 1) << 2 for x in range(8)).hex()
    path.write_text(f"box three\ntable 3 3 {table}\nbasis andn\n{text}")
    assert "5 -> 2 gates" in call(PROGRAM, "optimise", path, "--steps", "2000")
