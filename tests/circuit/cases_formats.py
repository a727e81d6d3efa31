"""Formats of other tools as input and output, boxes that the command knows without a file, and exact figures of small
boxes."""
import json
import keyword
import os
import random
import re
import subprocess
from pathlib import Path

from cases_masked import CHI
from support import BASES, PROGRAM, ROOT, call, committed, emit, expect, need, refused


def back(folder, path, box):
    """Reads the file again as a circuit over andn, and verifies it."""
    again = Path(folder, f"{Path(path).name}.gates")
    call(PROGRAM, "convert", path, "--box", box, "--basis", "andn", "-o", again)
    return call(PROGRAM, "verify", again)


def test_aiger_and_bristol_there_and_back(circuits, folder):
    for c in circuits:
        if not c.name.startswith("present"):
            continue
        for ending in ("aag", "bristol"):
            path = Path(folder, f"{c.name}.{ending}")
            call(PROGRAM, "convert", c.path, "-o", path)
            assert "on all 16 inputs" in back(folder, path, Path(folder, "present.hex"))
    several = ROOT / "src/circuit/gost28147/xor0.andn.gates"
    for target in ("aiger", "bristol"):
        refused(2, f"{target}: this format takes one circuit, and here are 152 circuits", "emit", several, "--target", target)
        call(PROGRAM, "emit", several, "--box", "gost:tc26-z:0:xor0", "--target", target)
    refused(2, "is not driven before it is read", "verify", wrong(folder, "late.bristol", "1 3\n1 2\n1 1\n\n2 1 0 7 2 AND\n"))
    refused(2, "is defined twice", "verify", wrong(folder, "twice.aag", "aag 2 1 0 1 1\n2\n4\n2 2 2\n"))


def wrong(folder, name, text):
    path = Path(folder, name)
    path.write_text(text)
    return path


def test_aiger_is_what_abc_reads(circuits, folder):
    need("berkeley-abc")
    c = next(c for c in circuits if c.name == "present_andn")
    path, binary, blif = (Path(folder, "abc." + e) for e in ("aag", "aig", "blif"))
    path.write_text(emit(c, "aiger"))
    call(PROGRAM, "convert", c.path, "-o", blif)
    call("berkeley-abc", "-q", f"read_blif {blif}; strash; write_aiger {binary}")
    assert "on all 16 inputs" in back(folder, binary, Path(folder, "present.hex"))


def test_structural_verilog_of_ours_and_of_yosys(circuits, folder):
    c = next(c for c in circuits if c.name == "present_andn")
    path = Path(folder, "own.v")
    path.write_text(emit(c, "verilog"))
    assert "on all 16 inputs" in back(folder, path, Path(folder, "present.hex"))
    gates = Path(folder, "primitives.v")
    gates.write_text("module m(a, b, c, y, z, w); input a, b, c; output y, z, w; wire t;\n nand g(t, a, b); "
                     "xor (y, t, c);\n assign z = ~(a | b) ^ c, w = b & 1'b1;\nendmodule\n")
    table = [(1 - (x & x >> 1 & 1)) ^ x >> 2 | ((0 if x & 3 else 1) ^ x >> 2) << 1 | (x >> 1 & 1) << 2 for x in range(8)]
    box = Path(folder, "primitives.txt")
    box.write_text(str(table) + "\n")
    assert "on all 8 inputs" in back(folder, gates, box)
    refused(2, "t is not driven", "verify", wrong(folder, "bad.v", "module m(input a, output y); wire t; assign y = t; endmodule\n"))
    refused(2, "is part of a loop", "verify", wrong(folder, "loop.v", "module m(input a, output y); assign y = ~y; endmodule\n"))


def test_standalone_cpp(circuits, folder):
    c = next(c for c in circuits if c.name == "present_andn")
    main = """#include <cstdio>
int main() { for (unsigned v = 0; v < 16; v++) { unsigned x[4], y[4], r = 0;
  for (int i = 0; i < 4; i++) x[i] = 0u - (v >> i & 1);
  present_andn(x, y); for (int i = 0; i < 4; i++) r |= (y[i] & 1) << i; std::printf("%x ", r); } }
"""
    source, program = Path(folder, "alone.cpp"), Path(folder, "alone")
    source.write_text(emit(c, "cxx") + main)
    call("g++", "-Wall", "-Wextra", "-Werror", source, "-o", program)
    assert [int(v, 16) for v in call(program).split()] == list(c.table)


# One process per circuit prints its outputs for all inputs as bits. The circuits run one after the other.
VHDL_BENCH = """use std.textio.all;
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
entity bench is
end entity;
architecture run of bench is
{signals}begin
{boxes}  process
    variable text_line : line;
  begin
{loops}    wait;
  end process;
end architecture;
"""


def test_vhdl_of_every_netlist(circuits, folder):
    """GHDL analyses and simulates the first circuit of each committed file, and one circuit over each basis, on all
    inputs."""
    need("ghdl")
    of_files = {c.path: c for c in reversed(committed()[0])}
    chosen = circuits + list(of_files.values())
    assert {c.basis for c in chosen} == set(BASES)
    signals, boxes, loops = "", "", ""
    for i, c in enumerate(chosen):
        signals += f"  signal x{i} : std_logic_vector({c.inputs - 1} downto 0);\n  signal y{i} : std_logic_vector({c.outputs - 1} downto 0);\n"
        boxes += f"  b{i} : entity work.{c.name} port map (x{i}, y{i});\n"
        loops += (f"    for i in 0 to {len(c.table) - 1} loop\n      x{i} <= std_logic_vector(to_unsigned(i, {c.inputs}));\n"
                  f"      wait for 1 ns;\n      write(text_line, to_bitvector(y{i}));\n      writeline(output, text_line);\n    end loop;\n")
    Path(folder, "boxes.vhd").write_text("\n".join(emit(c, "vhdl") for c in chosen))
    Path(folder, "bench.vhd").write_text(VHDL_BENCH.format(signals=signals, boxes=boxes, loops=loops))
    call("ghdl", "-a", "boxes.vhd", "bench.vhd", cwd=folder)
    bits = call("ghdl", "--elab-run", "bench", cwd=folder).split()
    expect(chosen, "\n".join(f"{int(line, 2):x}" for line in bits))
    print(f"{len(chosen)} circuits in GHDL")


# Reserved words of C, C++, Verilog, SystemVerilog and VHDL, and other names.
WORDS = """abs access alias alignas and asm assign auto begin bitor block bool buf bus byte case casez catch class clocking cmos
compl component concept const constexpr context cover decltype default delete dist do double downto edge else elsif endmodule entity
enum exit explicit export extern false file final float for forever fork friend function generate genvar global goto guarded if iff
impure inertial initial inline inout input int is label large let library linkage literal local logic long loop main map medium mod
module mutable namespace nand new next noexcept nor not null of on open operator or others out output package private process pure
rand real reg register reject rem report restrict return rol ror select severity shared short signal signed sizeof sla sll small
solve specify sra srl static string strong struct subtype supply0 switch table task template then this throw time to transport tran
tri true try type typedef typeid uint32_t union units unsigned until use uwire var variable vector vectored virtual void volatile wait
wand weak0 when while wire with wor xnor xor xor_eq std_logic ieee box sbox ENTITY If t0 x y a__b _a a_ T""".split()


def test_names_that_a_language_reserves_are_refused(circuits, folder):
    """The tool of each language must accept every name that the program accepts. The words of Python are those of its
    module."""
    need("gcc", "g++", "iverilog", "ghdl")
    c = next(c for c in circuits if c.name == "present_andn")

    def texts(target, words):
        taken, refused_words = {}, set()
        for word in words:
            done = subprocess.run([PROGRAM, "emit", c.path, "--target", target, "--function", word], text=True, capture_output=True)
            if done.returncode:
                assert done.returncode == 2 and "a function's name " in done.stderr and f"; not {word}" in done.stderr, done
                refused_words.add(word)
            else:
                taken[word] = done.stdout
        assert taken and refused_words, target
        return taken, refused_words

    for target, ending, command in (("c", "c", ("gcc", "-std=c11", "-fsyntax-only")), ("cxx", "cpp", ("g++", "-std=c++20", "-fsyntax-only")),
                                    ("verilog", "sv", ("iverilog", "-g2012", "-tnull")), ("vhdl", "vhd", ("ghdl", "-s", "--std=08"))):
        taken, refused_words = texts(target, WORDS)
        assert ("if" in refused_words) and ("sbox" in taken), target
        path = Path(folder, f"names.{ending}")
        names = {w.lower(): w for w in taken}.values() if target == "vhdl" else taken
        path.write_text("\n".join(taken[w] for w in names))
        call(*command, path)
    assert {"ENTITY", "If", "a__b", "_a", "a_", "signal"} <= refused_words, refused_words  # VHDL ignores case
    taken, refused_words = texts("python", [*keyword.kwlist, "sbox"])
    assert refused_words == set(keyword.kwlist)
    path = Path(folder, "signal.gates")
    path.write_text(Path(c.path).read_text().replace("box present", "box signal", 1))
    refused(2, "a function's name must not be a word of VHDL; not signal, after the box; name it by --function", "emit", path, "--target", "vhdl")
    assert "entity sbox is" in call(PROGRAM, "emit", path, "--target", "vhdl", "--function", "sbox")


def test_the_circuits_of_the_tree_are_known(_, folder):
    assert re.search(r"^aes andn \d+ .*aes\.andn\.gates$", call(PROGRAM, "list", "--box", "aes"), flags=re.M)
    assert "| kuznyechik | andn |" in call(PROGRAM, "show", "--box", "kuznyechik")


def test_exact_figures(_, folder):
    need("cadical", "cryptominisat5")
    chi = Path(folder, "chi3.txt")
    chi.write_text(str(CHI) + "\n")
    said = call(PROGRAM, "exact", chi, "--figure", "nonlinear")
    assert "2 nonlinear gates: cadical: no, cryptominisat5: no" in said, said
    assert "chi3: 3 nonlinear gates, and no fewer" in said, said
    out = Path(folder, "exact.gates")
    assert re.search(r"\d gates, and no fewer", call(PROGRAM, "exact", chi, "--figure", "gates", "--seconds", "100", "-o", out))
    call(PROGRAM, "verify", out)
    assert "AND depth 2, and no less" in call(PROGRAM, "exact", Path(folder, "present.hex"), "--figure", "and-depth")
    assert "depth 2, and no less" in call(PROGRAM, "exact", chi, "--figure", "depth")
    refused(2, "--figure depth needs --fan-in 2", "exact", chi, "--figure", "depth", "--fan-in", "3")
    refused(2, "--figure and-depth does not produce a circuit; omit --out", "exact", chi, "--figure", "and-depth", "-o", out)


def test_exact_search_refuses_constant_outputs_alone(_, folder):
    """An output of a box with five inputs is constant if it is 0, or 1, at all 32 points. Both must be refused."""
    need("cadical", "cryptominisat5")
    box = Path(folder, "eighth.txt")
    for ones in (0, 32):
        box.write_text(f"{[int(x < ones) << 1 | x & 1 for x in range(32)]}\n")
        for figure in ("gates", "nonlinear", "depth", "and-depth"):
            refused(2, "exact search is for boxes without constant outputs", "exact", f"{box}:5x2", "--figure", figure)
    box.write_text("[2, 3, 2, 3, 2, 3, 2, 3]\n")  # all functions of three inputs are quickly enumerated
    refused(2, "exact search is for boxes without constant outputs", "exact", f"{box}:3x2", "--figure", "depth")
    box.write_text(f"{[int(x < 4) << 1 | x & 1 for x in range(32)]}\n")
    assert "1 gates, and no fewer" in call(PROGRAM, "exact", f"{box}:5x2", "--figure", "gates", "--fan-in", "3")


def planted(draw, inputs, gates, fan_in):
    """Returns the table of a random circuit with this number of gates. Its last three gates are the outputs."""
    nets = [[x >> i & 1 for x in range(1 << inputs)] for i in range(inputs)]
    for _ in range(gates):
        read, function = draw.sample(nets, fan_in), draw.getrandbits(1 << fan_in)
        nets.append([function >> sum(bit << i for i, bit in enumerate(bits)) & 1 for bits in zip(*read)])
    constant = any(len(set(net)) == 1 for net in nets[-3:])
    return planted(draw, inputs, gates, fan_in) if constant else [a | b << 1 | c << 2 for a, b, c in zip(*nets[-3:])]


def test_what_a_circuit_has_is_not_ruled_out(_, folder):
    """A box was made by a circuit with a known number of gates. A formula that excludes too much has no solution
    with this number."""
    need("cadical", "cryptominisat5")
    seed = int(os.environ.get("HEDGEROW_TEST_SEED", random.randrange(1 << 32)))
    print(f"HEDGEROW_TEST_SEED={seed}")
    draw, box = random.Random(seed), Path(folder, "planted.txt")
    for inputs, gates, fan_in in ((4, 5, 2), (4, 6, 2), (4, 6, 2), (4, 4, 3), (5, 4, 3), (5, 5, 3)) * 3:
        table = planted(draw, inputs, gates, fan_in)
        box.write_text(f"{table}\n")
        said = call(PROGRAM, "exact", f"{box}:{inputs}x3", "--figure", "gates", "--fan-in", fan_in, "--seconds", 200)
        least = int(re.search(r"(\d+) gates, and no fewer", said)[1])
        assert least <= gates, (seed, table, fan_in, said)


def test_exact_figures_of_tables_and_the_committed_ones(_, folder):
    """Exact figures of chi, which needs three products but one table fewer. Some rows of the committed table are
    computed again, without the long questions."""
    need("cadical", "cryptominisat5")
    _, head, *rows = (line.split("\t") for line in (ROOT / "circuit/exact/exact.tsv").read_text().splitlines())
    figures = {(box, *column.split(" ", 1)): tuple(map(int, cell.split(" ", 2)[:2]))
               for box, *cells in rows for column, cell in zip(head[1:], cells)}
    assert len(figures) == 2080
    wrong = Path(folder, "wrong.tsv")
    wrong.write_text((ROOT / "circuit/exact/exact.tsv").read_text().replace("4 4 dimension", "5 4 dimension", 1))
    refused(2, "wrong.tsv:3: nonlinear is LEAST FOUND PROOF", "exact", "--compute", wrong, "--seconds", "1")
    assert all(least <= found for least, found in figures.values())
    assert figures["rectangle", "nonlinear", "any of two inputs"] == (4, 4)
    assert figures["rectangle", "depth", "lut3"] == (2, 2)
    classes = [line.split("\t") for line in (ROOT / "circuit/exact/classes4.tsv").read_text().splitlines()]
    for box in ("rectangle", "gost:tc26-z:0", "gost:cryptopro-a:3"):
        said = call(PROGRAM, "classes", box)
        number = int(re.search(r"class (\d+) of", said)[1])
        assert figures[box, "nonlinear", "any of two inputs"] == (int(classes[number + 1][7]),) * 2, box
        for basis in ("andn", "lut3", "and-or-xor-not"):
            circuits = [json.loads(line) for line in call(PROGRAM, "search", box, "--basis", basis, "--effort", "1", "--runs", "2", "-o",
                        Path(folder, "least.gates")) and call(PROGRAM, "show", "--json", Path(folder, "least.gates")).splitlines()]
            Path(folder, "least.gates").unlink()
            least = {figure: figures[box, figure, basis][0] for figure in ("gates", "depth")}
            assert circuits[0]["depth"] >= least["depth"] and circuits[0]["gates"] + circuits[0]["output_nots"] >= least["gates"], (box, basis)


def test_the_class_of_a_box_and_its_circuit(_, folder):
    out = Path(folder, "class.gates")
    said = call(PROGRAM, "classes", Path(folder, "present.hex"), "-o", out)
    assert "4 ANDs and no fewer, AND depth 2 and no less" in said and "(optimal)" in said, said
    call(PROGRAM, "verify", out)
    assert len(re.findall("[&|]", out.read_text())) == 4, out.read_text()
    refused(2, "only permutations of four bits have classes, not aes", "classes", "aes")


def test_the_table_of_classes_is_made_again(_, folder):
    """Computes a sample of the committed table again: some rows are removed and must return with the same figures."""
    need("cadical", "cryptominisat5")
    rows = (ROOT / "circuit/exact/classes4.tsv").read_text().splitlines(keepends=True)
    path, chosen = Path(folder, "classes4.tsv"), [3, 60, 150, 290, 302]
    emptied = list(rows)
    for i in chosen:
        fields = rows[i].split("\t")
        emptied[i] = "\t".join([*fields[:7], "-", fields[8], "-", "-\n"])
    path.write_text("".join(emptied))
    call(PROGRAM, "classes", "--compute", path)
    again = path.read_text().splitlines(keepends=True)
    for i in chosen:
        assert again[i].split("\t")[:9] == rows[i].split("\t")[:9], (again[i], rows[i])
