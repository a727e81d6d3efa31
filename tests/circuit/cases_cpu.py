"""Targets that processors run: c, cpp, ternary, ops, neon."""
from pathlib import Path

from support import (GXX, HERE, MAIN, PROGRAM, PUT, ROOT, TABLE_MAIN, Circuit, Skip, build_and_run, call, emit, expect, includes,
                     need, refused, run_all)

CC = ("gcc", "-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function")
CXX = (GXX, "-std=c++20", "-O1", f"-I{ROOT}/src", "-Wno-psabi")
CROSS = ("aarch64-linux-gnu-g++-12", *CXX[1:])
QEMU = ("qemu-aarch64", "-L", "/usr/aarch64-linux-gnu")
CORTEX_M = ("arm-none-eabi-gcc", "-mcpu=cortex-m3", "-mthumb", "-std=c99", "-O1", "-ffreestanding", "-nostdlib",
            "-fno-tree-loop-distribute-patterns", f"-I{HERE}")


def has_cpu_flag(*flags):
    cpu = Path("/proc/cpuinfo").read_text().split() if Path("/proc/cpuinfo").exists() else []
    if not all(f in cpu for f in flags):
        raise Skip(f"this CPU has no {' '.join(flags)}")


def test_c_of_every_word(circuits, folder):
    need("gcc")
    for word in (8, 16, 32, 64):
        text = PUT + includes(circuits, "c", folder, "c", ("--word", str(word))) + f"#define WORD uint{word}_t\n"
        expect(circuits, build_and_run(folder, "c.c", text + run_all(circuits) + MAIN, CC))


def test_c_of_every_word_on_cortex_m(circuits, folder):
    need("arm-none-eabi-gcc", "qemu-arm")
    for word in (8, 16, 32, 64):
        text = '#include "cortex_m.h"\n' + TABLE_MAIN + includes(circuits, "c", folder, "c", ("--word", str(word)))
        text += f"#define WORD uint{word}_t\n" + run_all(circuits)
        expect(circuits, build_and_run(folder, "m.c", text, CORTEX_M, ("qemu-arm",)))


def cpp_program(circuits, folder, target, words, helper=""):
    """Puts all circuits with every type of the list into one program."""
    text = PUT + '#include "base/inline.hpp"\n' + helper + includes(circuits, target, folder, "hpp")
    for i, word in enumerate(words):
        text += f"namespace n{i} {{\nusing Word = {word};\n#define WORD Word\n{run_all(circuits)}}}\n"
    calls = "".join(f"n{i}::run_all();" for i in range(len(words)))
    return text + f"int main() {{ {calls} }}\n"


def test_cpp_over_words_and_gnu_vectors(circuits, folder):
    vectors = [f"unsigned __attribute__((vector_size({n})))" for n in (16, 32, 64)]
    text = cpp_program(circuits, folder, "cpp", ["std::uint64_t", *vectors])
    expect(circuits * 4, build_and_run(folder, "cpp.cpp", text, CXX))


def test_ternary_over_words(circuits, folder):
    helper = ("template <int kTable, class T>\nT ternary(T a, T b, T c) {\n  T r = 0;\n  for (int i = 0; i < 8; i++)\n"
              "    if (kTable >> i & 1) r |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);\n  return r;\n}\n")
    text = cpp_program(circuits, folder, "ternary", ["std::uint64_t"], helper)
    expect(circuits, build_and_run(folder, "ternary.cpp", text, CXX))


def test_ternary_on_avx512(circuits, folder):
    has_cpu_flag("avx512f")
    helper = ("#include <immintrin.h>\ntemplate <int kTable>\nHR_INLINE __m512i ternary(__m512i a, __m512i b, __m512i c) {\n"
              "  return _mm512_ternarylogic_epi64(a, b, c, kTable);\n}\n")
    text = cpp_program(circuits, folder, "ternary", ["__m512i"], helper)
    expect(circuits, build_and_run(folder, "ternary512.cpp", text, (*CXX, "-mavx512f")))


def ops_of(circuits, folder, isa, compiler, runner=(), any_gate=False):
    """Emits circuits in the way of a kernel: with Vec of its ISA, and with the output NOTs left to the kernel."""
    circuits = [c for c in circuits if any_gate or c.basis == "andn"]
    head = f'#define HR_ISA {isa}\n#include "isa/vec.hpp"\nusing namespace hedgerow;\nusing namespace hedgerow::{isa};\n'
    text = PUT + head + includes(circuits, "ops", folder, "hpp")
    text += "#define WORD Vec\n" + run_all(circuits, "box_{name}", "kNots_{name}") + MAIN
    expect(circuits, build_and_run(folder, f"ops_{isa}.cpp", text, compiler, runner))


def test_ops_scalar(circuits, folder):
    ops_of(circuits, folder, "scalar", CXX)


def test_ops_avx2(circuits, folder):
    has_cpu_flag("avx2")
    ops_of(circuits, folder, "avx2", (*CXX, "-mavx2"))


def test_ops_avx512(circuits, folder):
    has_cpu_flag("avx512f", "avx512bw", "avx512vl", "avx512dq")
    ops_of(circuits, folder, "avx512", (*CXX, "-mavx512f", "-mavx512bw", "-mavx512vl", "-mavx512dq"), any_gate=True)


def test_ops_neon(circuits, folder):
    need(CROSS[0], QEMU[0])
    ops_of(circuits, folder, "neon", CROSS, QEMU)


IN_PLACE = """box first
table 4 4 {}
basis andn
inputs 4
t0 = x0 & x1
t1 = x1 | x2
outputs t0 x0 ~x1 t1
box last
table 6 4 {}
basis andn
inputs 6
t0 = x0 & x1
t1 = t0 ^ x2
t2 = x4 & ~x1
t3 = x5 ^ x0
outputs t1 x2 t2 t3
"""


def test_ops_in_place(_, folder):
    """The outputs overwrite the inputs that the comment of each function names. Some outputs are such inputs."""
    def bits(x):
        return [x >> i & 1 for i in range(6)]
    first = [a & b | a << 1 | (1 - b) << 2 | (b | c) << 3 for a, b, c, *_ in map(bits, range(16))]
    last = [(a & b ^ c) | c << 1 | (e & (1 - b)) << 2 | (f ^ a) << 3 for a, b, c, _, e, f in map(bits, range(64))]
    path = Path(folder, "in_place.gates")
    path.write_text(IN_PLACE.format(bytes(first).hex(), bytes(last).hex()))
    circuits = [Circuit(path, name, "andn", name, tuple(table), 4) for name, table in (("first", first), ("last", last))]
    for circuit, place in zip(circuits, ("x", "x + 2")):
        assert f"// y may be {place}\n" in emit(circuit, "ops")
    text = PUT + '#define HR_ISA scalar\n#include "isa/vec.hpp"\nusing namespace hedgerow;\nusing namespace hedgerow::scalar;\n'
    text += includes(circuits, "ops", folder, "hpp") + "#define WORD Vec\n"
    for name, own in (("first", 0), ("last", 2)):
        text += (f"static void in_place_{name}(Vec* x, Vec* y) {{\n  box_{name}(x, x + {own});\n"
                 f"  for (int i = 0; i < 4; i++) y[i] = x[{own} + i];\n}}\n")
    text += run_all(circuits, "in_place_{name}", "kNots_{name}") + MAIN
    expect(circuits, build_and_run(folder, "in_place.cpp", text, CXX))


def test_ops_refuses_nots_that_its_constant_cannot_hold(_, folder):
    path = Path(folder, "many.gates")
    text = f"basis andn\ninputs 3\nt0 = x0 & x1\noutputs {'~t0 ' * 64}t0 t0\n"
    path.write_text(text)
    assert "kNots_box = 0xffffffffffffffff;" in call(PROGRAM, "emit", path, "--target", "ops")
    path.write_text(text.replace(" t0\n", " ~t0\n"))
    refused(2, "kNots has 64 bits, and output 65 needs a NOT", "emit", path, "--target", "ops")


def test_neon_intrinsics(circuits, folder):
    """Compiles without SHA3 and with it. With SHA3 the code must contain EOR3, BCAX, ORN and BSL."""
    need(CROSS[0], QEMU[0], "aarch64-linux-gnu-objdump")
    text = PUT + includes(circuits, "neon", folder, "h") + "#define WORD uint8x16_t\n" + run_all(circuits) + MAIN
    expect(circuits, build_and_run(folder, "neon.cpp", text, CROSS, QEMU))
    expect(circuits, build_and_run(folder, "neon3.cpp", text, (*CROSS, "-march=armv8.2-a+sha3"), (QEMU[0], "-cpu", "max", *QEMU[1:])))
    code = call("aarch64-linux-gnu-objdump", "-d", "--no-show-raw-insn", f"{folder}/neon3.cpp.run")
    for instruction in ("eor3", "bcax", "bic", "orn", "bsl|bit|bif"):
        assert any(f"\t{i}\t" in code for i in instruction.split("|")), f"no {instruction}"
