"""Targets of other machines and languages: OpenCL C, CUDA, Python, Verilog, Graphviz. ABC proves every netlist."""
import os
import random
import re
import shutil
from pathlib import Path

from support import (CLANG, FOLDERS, GXX, PROGRAM, PUT, ROOT, MAIN, Skip, build_and_run, call, circuit_of, committed, emit, expect, includes, need, refused, run_all)

# Defines the words of CUDA that the emitted text uses, so that no toolkit is needed.
CUDA_WORDS = ("using uint32_t = unsigned;\n#define __device__ __attribute__((device))\n"
              "#define __global__ __attribute__((global))\n#define __forceinline__ inline __attribute__((always_inline))\n")
# On the host, lop3.b32 is computed from its immediate.
LOP3_ON_HOST = ("#include <cstdint>\n#define __device__ static\n#define __forceinline__ inline\n"
                "static uint32_t lop3(uint32_t a, uint32_t b, uint32_t c, unsigned table) {\n  uint32_t r = 0;\n"
                "  for (unsigned i = 0; i < 8; i++)\n"
                "    if (table >> i & 1) r |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);\n  return r;\n}\n"
                "#define asm(...) r = lop3(a, b, c, kTable)\n")


def test_opencl(circuits, folder):
    """Compiles OpenCL C for SPIR, and for this machine, where it also runs."""
    need(CLANG, "gcc")
    source = Path(folder, "all.cl")
    source.write_text(includes(circuits, "opencl", folder, "cl"))
    compile_cl = (CLANG, "-x", "cl", "-cl-std=CL1.2", "-Werror", "-c", source, "-o")
    call(*compile_cl, Path(folder, "all.bc"), "--target=spir64", "-emit-llvm")
    call(*compile_cl, Path(folder, "all.o"), "-O1", "-fPIE")
    declared = "".join(f"void {c.name}(const unsigned *x, unsigned *y);\n" for c in circuits)
    text = PUT + declared + "#define WORD unsigned\n" + run_all(circuits) + MAIN
    expect(circuits, build_and_run(folder, "cl.c", text, ("gcc", "-std=c99", "-O1", f"{folder}/all.o")))


def cuda_kernels(circuits):
    return "".join(f'extern "C" __global__ void run_{c.name}(const uint32_t* in, uint32_t* out) {{\n'
                   f"  uint32_t x[{c.inputs}], y[{c.outputs}];\n  for (int i = 0; i < {c.inputs}; i++) x[i] = in[i];\n"
                   f"  {c.name}(x, y);\n  for (int i = 0; i < {c.outputs}; i++) out[i] = y[i];\n}}\n" for c in circuits)


def test_cuda_ptx_has_lop3(circuits, folder):
    need(CLANG)
    source = Path(folder, "all.cu")
    source.write_text(CUDA_WORDS + includes(circuits, "cuda", folder, "inc") + cuda_kernels(circuits))
    ptx = call(CLANG, "-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_70", "-nocudainc", "-nocudalib", "-O1",
               "-Wno-unknown-cuda-version", "-S", source, "-o", "-")
    threes = [c for c in circuits if c.basis == "lut3"]
    for c in threes:
        body = ptx.split(f".entry run_{c.name}(")[1].split(".entry")[0]
        wanted = re.findall(rf"{c.name}_lop3<(0x..)>", emit(c, "cuda"))
        found = re.findall(r"lop3\.b32[^;]*, (\d+|0x[0-9a-f]+);", body)
        assert len(found) == len(wanted) > 0, f"{c.name}: {len(found)} lop3.b32, {len(wanted)} gates of three inputs"
        assert sorted(int(f, 0) for f in found) == sorted(int(w, 16) for w in wanted), f"{c.name}: other immediates"
    assert threes, "no circuit over lut3"


def test_cuda_on_the_host(circuits, folder):
    text = PUT + LOP3_ON_HOST + includes(circuits, "cuda", folder, "inc") + "#undef asm\n#define WORD uint32_t\n"
    expect(circuits, build_and_run(folder, "cuda.cpp", text + run_all(circuits) + MAIN, (GXX, "-std=c++20", "-O1")))


def test_device(circuits, folder):
    """The words of src/device/source/language.h: as tables, which CUDA has, and as operators for other languages."""
    tables = ("static u32 lut3(unsigned table, u32 a, u32 b, u32 c) {\n  u32 r = 0;\n  for (unsigned i = 0; i < 8; i++)\n"
              "    if (table >> i & 1) r |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);\n  return r;\n}\n"
              "#define HR_TERNARY(t, a, b, c, e) lut3(t, a, b, c)\n")
    for name, gates in (("tables", tables), ("operators", "#define HR_TERNARY(t, a, b, c, e) (e)\n")):
        text = PUT + "#include <stdint.h>\ntypedef uint32_t u32;\n#define HR_DEVICE static\n#define WORD u32\n" + gates
        text += "".join(emit(c, "device") for c in circuits)
        text += run_all(circuits, "box_{name}") + MAIN
        expect(circuits, build_and_run(folder, f"device_{name}.c", text, ("gcc", "-std=c99", "-O1", "-Wno-unused-function")))


def test_python(circuits, folder):
    for c in circuits:
        names = {}
        exec(emit(c, "python"), names)  # Python computes planes of any length, so all inputs run together
        entries = len(c.table)
        planes = [sum((v >> i & 1) << v for v in range(entries)) for i in range(c.inputs)]
        out = names[c.name](planes)
        got = [sum((out[o] >> v & 1) << o for o in range(c.outputs)) for v in range(entries)]
        assert tuple(got) == c.table, c.name


def test_verilog_of_netlists(circuits, folder):
    """Every sixth committed netlist, from a random one on, because a simulator takes long to start. All netlists, if
    HEDGEROW_TEST_FULL is set."""
    need("iverilog", "vvp")
    boxes, unknown = committed()
    first, step = (0, 1) if os.environ.get("HEDGEROW_TEST_FULL") else (random.randrange(6), 6)
    print(f"netlists {first}, {first + step}, ... in Icarus Verilog")
    boxes = boxes[first::step]
    for c in circuits + boxes:
        source, program = Path(folder, f"{c.name}.v"), Path(folder, f"{c.name}.vvp")
        source.write_text(emit(c, "verilog"))
        call("iverilog", "-g2005", f"-DBOX={c.name}", f"-DINPUTS={c.inputs}", f"-DOUTPUTS={c.outputs}", "-o", program,
             ROOT / "hardware/box_tb.v", source)
        expect([c], call("vvp", "-n", program))
    print(f"{len(boxes)} committed netlists in Icarus Verilog; no boxes known here: {unknown or 'none'}")


def test_convert(circuits, folder):
    """The convert command accepts only andn, and keeps a file that has an equally good circuit."""
    andn, mux = (next(c for c in circuits if c.name == f"present_{basis}") for basis in ("andn", "mux"))
    path = Path(folder, "converted.gates")
    convert = (PROGRAM, "convert", "--basis", "nand-nor-xor", "-o", path)
    call(*convert, andn.path)
    assert circuit_of(path, "present").basis == "nand-nor-xor"
    call(PROGRAM, "verify", "--box", Path(folder, "present.hex"), path)
    assert "keeps" in call(*convert, andn.path)
    call("sh", "-c", '! "$@"', "sh", *convert, mux.path)


def test_blif_there_and_back(circuits, folder):
    """BLIF converts back to exactly the original netlist. For a foreign BLIF, options give box and basis."""
    for c in circuits:
        if c.path.endswith(".blif"):
            continue
        blif, back = Path(folder, "there.blif"), Path(folder, "back.gates")
        call(PROGRAM, "convert", c.path, "-o", blif)
        call(PROGRAM, "convert", blif, "-o", back)
        assert back.read_bytes() == Path(c.path).read_bytes(), c.name
    bare = Path(folder, "bare.blif")
    bare.write_text("".join(line for line in blif.read_text().splitlines(True) if not line.startswith("#")))
    refused(2, "names no basis; give it by --basis", "convert", bare, "-o", back)
    call(PROGRAM, "convert", bare, "--box", Path(folder, "present.hex"), "--basis", circuits[-2].basis, "-o", back)
    call(PROGRAM, "verify", back)


def test_a_circuit_that_is_altered_is_refused(circuits, folder):
    """The header and the circuit differ, the circuit computes another box, or a gate is unknown. The program must fail
    with the right code and message, and without output."""
    good = Path(circuits[0].path).read_text()
    path, out = Path(folder, "altered.gates"), Path(folder, "altered.c")
    gate = re.search(r"\bt(\d+) = ([xt]\d+)([&|])([xt]\d+)\b", good)
    other = gate[0].replace(gate[3], "^")
    for text, message in ((good.replace(gate[0], other), "is wrong at input"),
                          (good.replace("basis andn: 3", "basis andn: 4"), "the header says"),
                          (good.replace(gate[0], f"t{gate[1]} = {gate[2]} + {gate[4]}"), "is not a gate; a gate is")):
        assert text != good
        path.write_text(text)
        refused(2, message, "emit", "--target", "c", path, "-o", out)
        for more in ((), ("--box", circuits[0].box)):  # a copy that other tools can read needs no warning
            refused(2, message, "convert", path, *more, "-o", out.with_suffix(".blif"))
        assert not out.exists() and not out.with_suffix(".blif").exists()


def test_graphviz(circuits, folder):
    """The parser of Graphviz reads the text. nop is used because dot would compute a layout, which takes seconds."""
    need("nop")
    for c in circuits:
        path = Path(folder, "g.dot")
        path.write_text(emit(c, "graphviz"))
        gates = len(re.findall(r"^t\d+ = |; |^\.names ", Path(c.path).read_text(), flags=re.M))
        text = call("nop", path)
        boxes = len(re.findall(r"shape=box", text))
        nodes = len(re.findall(r"^\s*n\d+\s+\[", text, flags=re.M))
        assert boxes == c.inputs + c.outputs, f"{c.name}: {boxes} inputs and outputs"
        assert gates >= nodes - c.inputs > 0, f"{c.name}: {nodes} nodes of {gates} gates"


def test_every_netlist_is_proven_and_a_mutant_refuted(_, folder):
    if not any(map(shutil.which, ("berkeley-abc", "yosys-abc", "abc"))):
        raise Skip("no ABC")
    known, unknown = committed()
    said = call(PROGRAM, "prove", *FOLDERS)
    assert said.count("a mutant refuted") == len(known) + len(unknown) == said.count("proven"), said
    print(f"{len(known) + len(unknown)} netlists proven")
