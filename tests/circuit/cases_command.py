"""The command line of `hedgerow circuit`: the arguments that it refuses, and the results that it keeps if it is
interrupted or cannot write."""
import json
import os
import pty
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

from support import PROGRAM, ROOT, Skip, call, circuit_of, refused


def test_help_names_what_may_be_chosen(_, folder):
    said = re.sub(r"\s+", " ", call(PROGRAM, "search", "--help"))
    for word in ("and-or-xor-not, andn, mux, lut3, nand-nor-xor", "construct: splits f", "linear: greedy sums",
                 "kalyna:inv3", "gost:SET:0 to 7", "cryptopro-a", "kuznyechik:linear"):
        assert word in said, word


def test_each_help_ends_with_its_own_examples(_, folder):
    program = call(PROGRAM, "--help")
    commands = re.findall(r"^  (\w+)  ", program.partition("Subcommands:\n")[2], re.M)
    assert len(commands) == 12, program
    known = subprocess.run([PROGRAM, "search", "none"], text=True, capture_output=True).stderr.partition("boxes:")[2].split()
    for command, text in [("", program)] + [(c, call(PROGRAM, c, "--help")) for c in commands]:
        examples = text.partition("\nExamples:\n")[2].splitlines()
        assert examples and all(line.startswith(f"  hedgerow circuit {command}") for line in examples if line), text
        for box in re.findall(r"circuit (?:search|exact|classes|baselines) ([\w:+]+)(?: |$)", "\n".join(examples), re.M):
            assert box in known, f"no box is named {box}: {text}"


def test_wrong_requests(circuits, folder):
    box = Path(folder, "present.hex")
    for command in ("search", "optimise", "exact"):
        refused(2, "--seconds: Value -5 not in range", command, box, "--seconds", "-5")
    for name in ("x; y", "2nd", "a-b"):
        refused(2, f"a function's name must consist of letters, digits and _, and not begin with a digit; not {name}", "emit", "--function", name, circuits[0].path)
    refused(2, "no box or file named presnet; boxes: aes", "search", "presnet")
    refused(3, f"cannot read {folder}/none.gates: No such file or directory", "emit", f"{folder}/none.gates")
    refused(3, f"cannot read {folder}/none.lib: ", "show", circuits[0].path, "--cells", f"{folder}/none.lib")


def test_constant_outputs_are_refused_by_every_method(_, folder):
    box = Path(folder, "constant.txt")
    box.write_text(f"{[x & 1 | x >> 3 << 2 & 4 for x in range(256)]}\n")
    for method in ("auto", "construct", "paper2020", "paper2020-32"):
        for basis in ("andn", "lut3"):
            refused(2, "constant: output 1 is constant", "search", f"{box}:8x3", "--method", method, "--basis", basis)


def test_what_cannot_be_written_is_said_before_the_work(circuits, folder):
    """The search would take a day, so the program must check the output first."""
    box, nowhere = Path(folder, "present.hex"), Path(folder, "nowhere", "file")
    for option in ("--checkpoint", "-o"):
        refused(3, f"cannot write {nowhere}", "search", box, "--runs", "0", "--seconds", "86400", option, nowhere)
    refused(3, f"cannot write {nowhere}", "optimise", circuits[0].path, "--steps", 10**12, "--seconds", "86400", "-o", nowhere)
    refused(3, f"cannot write {nowhere}", "exact", box, "--seconds", "86400", "-o", nowhere)
    held = next(c.path for c in circuits if c.name == "present_andn")
    refused(2, f"{held} holds present over andn, not rectangle over andn", "search", "rectangle", "--runs", "0", "--seconds", "86400", "-o", held)


def test_a_circuit_that_no_file_takes_is_printed(_, folder):
    if not Path("/dev/full").exists():
        raise Skip("no /dev/full")
    done = subprocess.run([PROGRAM, "search", Path(folder, "present.hex"), "--effort", "1", "-o", "/dev/full"],
                          text=True, capture_output=True)
    assert done.returncode == 3 and "cannot write /dev/full: No space left on device; the circuit follows" in done.stderr, done
    path = Path(folder, "printed.gates")
    path.write_text(done.stdout[done.stdout.index("box "):])
    call(PROGRAM, "verify", "--box", Path(folder, "present.hex"), path)


def test_a_text_that_is_cut_is_no_success(circuits, _):
    if not Path("/dev/full").exists():
        raise Skip("no /dev/full")
    for command in (("emit", circuits[0].path), ("show",), ("list",), ("verify", circuits[0].path), ("exact",), ("classes",), ("--help",)):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([PROGRAM, *map(str, command)], text=True, stdout=full, stderr=subprocess.PIPE)
        assert done.returncode == 3 and "standard output could not be written" in done.stderr, (command, done)


def test_an_interrupted_search_keeps_its_best(_, folder):
    out, state = Path(folder, "interrupted.gates"), Path(folder, "interrupted.state")
    command = [PROGRAM, "search", Path(folder, "present.hex"), "--effort", "1", "--runs", "0", "--seconds", "300",
               "--checkpoint", state, "-o", out]
    search = subprocess.Popen(list(map(str, command)), stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    while not state.exists():  # the first run has ended
        time.sleep(0.05)
        assert search.poll() is None, search.stderr.read()
    search.send_signal(signal.SIGINT)
    said = search.communicate(timeout=300)[1]
    assert search.returncode == 130 and "interrupted" in said, f"{search.returncode}: {said}"
    call(PROGRAM, "verify", "--box", Path(folder, "present.hex"), out)


def at_work(process):
    """True if the process catches SIGINT and has used the processor for a while since then."""
    proc = Path(f"/proc/{process.pid}")
    caught = int(re.search(r"^SigCgt:\s*(\w+)", proc.joinpath("status").read_text(), flags=re.M)[1], 16)
    used = sum(map(int, proc.joinpath("stat").read_text().rpartition(")")[2].split()[11:13])) / os.sysconf("SC_CLK_TCK")
    if not caught >> (signal.SIGINT - 1) & 1:
        assert used < 20, "it does not catch SIGINT"
        return False
    process.used_before = getattr(process, "used_before", used)
    return used >= process.used_before + 0.3


def interrupted(*command):
    """Returns the standard error of the command. The command gets SIGINT while it works and must end with status
    130."""
    running = subprocess.Popen([PROGRAM, *map(str, command)], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    try:
        while running.poll() is None and not at_work(running):
            time.sleep(0.02)
        assert running.poll() is None, running.stderr.read()
        running.send_signal(signal.SIGINT)
        said = running.communicate(timeout=300)[1]
    finally:
        running.kill()
    assert running.returncode == 130 and "interrupted" in said, f"{running.returncode}: {said}"


def test_an_interrupted_first_run_and_optimisation_end_with_130(circuits, folder):
    interrupted("search", "kalyna:0", "--effort", "4")
    path = Path(folder, "optimised.gates")
    path.write_text(Path(circuits[0].path).read_text())
    interrupted("optimise", path, "--steps", 10**12)
    call(PROGRAM, "verify", path)


def random_box(folder):
    """A random permutation of eight bits, so that the search finds no structure in its table."""
    table = list(range(256))
    random.Random(8).shuffle(table)
    path = Path(folder, "random.hex")
    path.write_text(bytes(table).hex() + "\n")
    return path


# Runs the rest of its arguments and prints their status. It also prints when a child took more than that many KiB, or
# more than 40 s of the processor. The bound does not include the program itself, its stack and its libraries.
MEASURED = ("import resource, subprocess, sys\nresource.setrlimit(resource.RLIMIT_CPU, (40, 40))\ndone = subprocess.run(sys.argv[2:])\n"
            "most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss\n"
            "sys.exit(f'{most} KiB' if most > int(sys.argv[1]) + (32 << 10) else done.returncode)\n")


def test_time_and_memory_are_bounded_for_every_box_and_effort(circuits, folder):
    """The first run would take minutes of the processor, for example for a box of eight bits. The search must return a
    circuit when the time is over, within the memory limit."""
    for basis, method, effort in (("andn", "construct", 4), ("lut3", "auto", 4), ("andn", "auto", 3)):
        out = Path(folder, f"bounded.{method}.{basis}.gates")
        call(sys.executable, "-c", MEASURED, 600 << 10, PROGRAM, "search", random_box(folder), "--basis", basis, "--method", method,
             "--effort", effort, "--seconds", 1, "--memory", "600M", "-o", out)
        call(PROGRAM, "verify", out)
    call(sys.executable, "-c", MEASURED, 600 << 10, PROGRAM, "search", "clefia:m0", "--effort", 4, "--seconds", 1, "--memory", "600M")


def test_a_search_stays_within_less_memory_than_it_would_take(_, folder):
    """Without a bound this search takes 210 MiB, because it looks for a structure that does not exist. With a lower
    bound it must skip this part."""
    out = Path(folder, "within.gates")
    call(sys.executable, "-c", MEASURED, 100 << 10, PROGRAM, "search", random_box(folder), "--method", "auto", "--effort", 4,
         "--seconds", 2, "--memory", "100M", "-o", out)
    call(PROGRAM, "verify", out)


def test_no_figure_is_shown_before_the_first_find(_, folder):
    """Progress on a terminal. A run of effort 4 takes a while, so there is no figure to show at the beginning."""
    ours, theirs = pty.openpty()
    search = subprocess.Popen([PROGRAM, "search", random_box(folder), "--effort", "4", "--seconds", "2"], stderr=theirs,
                              stdout=subprocess.DEVNULL)
    os.close(theirs)
    said = b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:  # the other end is closed
            part = b""
        if not part:
            break
        said += part
    os.close(ours)
    assert search.wait() == 0 and b"none yet" in said and b"best 0 gates" not in said, said


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
    """A bound of 1 MiB is far too small to start a search of eight bits. The second search must stay within its
    bound."""
    box = Path(folder, "present.hex")
    refused(2, "the search needs more memory than its limit, 1 MiB", "search", "kalyna:0", "--memory", "1M")
    call(sys.executable, "-c", MEASURED, 300 << 10, PROGRAM, "search", box, "--seconds", "2", "--memory", "300M")


def test_a_circuit_is_what_its_own_header_says(circuits, folder):
    """A file that was changed by hand must not give source code. The header names the box of a file without its
    folder."""
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


def test_a_front_has_no_circuit_that_another_is_as_good_as(_, folder):
    box, out = Path(folder, "present.hex"), Path(folder, "front.gates")
    said = call(PROGRAM, "search", box, "--objective", "gates,depth", "--pareto", "--effort", "1", "--runs", "14", "-o", out)
    rows = [line.strip("| ").split(" | ") for line in said.splitlines() if line.startswith("|")][2:]
    figures = [(int(r[0]), int(r[1])) for r in rows]
    assert len(figures) > 1 and figures == sorted(figures), said
    assert all(a[1] > b[1] for a, b in zip(figures, figures[1:])), said
    for (gates, depth), row in zip(figures, rows):
        path = Path(row[-1])
        assert path.name == f"front.gates-{gates}.depth-{depth}.gates", row
        call(PROGRAM, "verify", "--box", box, path)
        shown = json.loads(call(PROGRAM, "show", "--json", path))
        assert (shown["gates"], shown["depth"]) == (gates, depth), shown
    refused(2, "a Pareto front needs two objectives", "search", box, "--pareto")


LIBERTY = """library (small) { /* a "comment" */
  cell (INV) { area : 2; pin (A) { direction : input; } pin (Y) { direction : output; function : "!A"; } }
  cell (NAND2_X1) { area : 4.0; pin (Y) { function : "(A & B)'"; } }
  cell (NAND2_X2) { area : 6.0; pin (Y) { function : "!(A*B)"; } }
  cell (NOR2) { area : 4; pin (Y) { function : "!(B+A)"; } }
  cell (XOR2) { area : 10; pin (Z) { function : "(A !B) | (!A B)"; } }
  cell (MUX2) { area : 9; pin (Z) { function : "(S I1) + (S' I0)"; } }
  cell (DFF) { area : 1; ff (IQ, IQN) { next_state : "D"; } pin (Q) { function : "IQ"; } }
  cell (HA) { area : 1; pin (S) { function : "A^B"; } pin (C) { function : "A B"; } }
}
"""


def test_areas_are_those_of_the_library(circuits, folder):
    def area(path, *options):
        return json.loads(call(PROGRAM, "show", "--json", path, *options))["area"]
    path, liberty, cells = Path(folder, "five.gates"), Path(folder, "cells.lib"), Path(folder, "own.tsv")
    path.write_text("box five\nbasis andn\ninputs 3\nt0 = x0 & x1\nt1 = t0 ^ x2\nt2 = t1 & ~x0\noutputs ~t2\n")
    assert area(path) == 1.5 + 2.5 + 1.5  # circuit/core/cells.tsv; this basis has no output NOTs
    liberty.write_text(LIBERTY)
    assert area(path, "--cells", liberty) == 1.5 + 2.5 + 1.5  # and: nand and not; andn: nor and not
    cells.write_text("nand 1\nnot 0.67\nnor 1\nxor 2.33\n")
    assert abs(area(path, "--cells", cells) - (1.67 + 2.33 + 1.67)) < 1e-9
    assert area(next(c for c in circuits if c.name == "present_lut3").path) is None
    for text, message in (("nand 1\nfoo 2\n", ":2: no kind of gate: foo"), ("nand -1\n", ":1: a cell's name, then its area"),
                          ("nand 1\nnand 2\n", ":2: nand occurs twice"), ("library (x) {", "a brace is not closed"),
                          ("library (x) { }", "no NAND of two inputs"), ("xor 2\n", "no cell for and")):
        cells.write_text(text)
        refused(2, message, "show", path, "--cells", cells)
    out = Path(folder, "area.gates")
    said = call(PROGRAM, "search", Path(folder, "present.hex"), "--basis", "nand-nor-xor", "--objective", "area", "--cells", liberty, "-o", out)
    assert "present nand-nor-xor" in said and area(out, "--cells", liberty) > 10
