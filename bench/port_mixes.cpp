// port_mixes: how many cycles mixes of instructions on vectors of 32 and of 64 bytes take that wait for nothing, beside
// what the ports of the class let through (tools/lists_kernels.py, PORTS). It shows what no table of ports says: on
// Intel cores of the class intel-512 a store of 64 bytes takes time from operations of three inputs, though no port
// serves both.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "isa/machine.hpp"
#include "measure.hpp"

#ifdef __x86_64__

namespace {

using namespace hedgerow::bench;

alignas(4096) unsigned char memory[8192];
constexpr int kTurns = 100, kSamples = 100, kMostSamples = 20000, kRuns = 64;

// Core cycles of a turn: the median of samples in which the core was this thread's alone (docs/measuring.md).
template <class Run>
void show(const char* what, double by_ports, Run run) {
  std::vector<double> cycles;
  for (int i = 0; i < kMostSamples && cycles.size() < kSamples; i++) {
    const Sample sample = timed(kRuns, run, [] {});
    if (sample.alone >= kMinAlone) cycles.push_back(sample.core / (kRuns * kTurns));
  }
  std::printf("%-62s %7.2f ", what, by_ports);
  if (cycles.size() < kSamples / 4) {
    std::printf("disturbed\n");
    return;
  }
  const auto middle = cycles.begin() + (long)cycles.size() / 2;
  std::nth_element(cycles.begin(), middle, cycles.end());
  std::printf("%9.2f\n", *middle);
}

// kTurns turns of `text`, in which %0 is the memory; registers 30 and 31 are read only.
#define TURNS(text)                                                                             \
  [] {                                                                                          \
    __asm__ volatile("mov $100, %%eax\n.p2align 6\n1:\n" text "dec %%eax\njnz 1b\n"             \
                     :                                                                          \
                     : "r"(memory)                                                              \
                     : "eax", "memory", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", \
                       "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14",     \
                       "xmm15");                                                                \
  }
#define FOUR(text) ".irp r,0,1,2,3\n" text ".endr\n"
#define TWO_TERNARY \
  "vpternlogq $0x96, %%zmm30, %%zmm31, %%zmm\\r\nvpternlogq $0x96, %%zmm30, %%zmm31, %%zmm1\\r\n"
#define TWO_SUMS "vpxorq %%zmm30, %%zmm\\r, %%zmm\\r\nvpxorq %%zmm30, %%zmm1\\r, %%zmm1\\r\n"
#define STORE "vmovdqa64 %%zmm20, 2048 + 64 * \\r(%0)\n"
#define HALF_STORE "vmovdqa64 %%ymm20, 2048 + 64 * \\r(%0)\n"
#define TWO_LOADS "vmovdqa64 64 * \\r(%0), %%zmm21\nvmovdqa64 4096 + 64 * \\r(%0), %%zmm22\n"
#define TWO_SPLATS "vpbroadcastd 4 * \\r(%0), %%zmm21\nvpbroadcastd 64 + 4 * \\r(%0), %%zmm22\n"
#define ROTATE "vprold $7, %%zmm30, %%zmm\\r\n"
#define SHUFFLE "vpshufb %%zmm30, %%zmm31, %%zmm1\\r\n"
#define AFFINE "vgf2p8affineqb $0, %%zmm30, %%zmm31, %%zmm\\r\n"
#define AFFINE_AGAIN "vgf2p8affineqb $0, %%zmm30, %%zmm1, %%zmm1\n"
#define SUM_AGAIN "vpxorq %%zmm30, %%zmm1, %%zmm1\n"
#define LOOK_UP "vpermi2b %%zmm30, %%zmm31, %%zmm2\\r\n"
#define MASK "vpmovb2m %%zmm30, %%k1\n"
#define STORE_LANE "vextracti64x2 $1, %%zmm20, 2048 + 16 * \\r(%0)\n"
#define LOAD_LANE "vinserti64x2 $1, 16 * \\r(%0), %%zmm30, %%zmm21\n"
#define GATES(x, k) \
  "vpternlogq $0x6a, %%zmm30, %%zmm31, " x "\nvpternlogq $0x96, " k ", %%zmm30, " x "\n"
#define KEY(at) "vpbroadcastd " at " + 4 * \\r(%0), %%zmm20\n"
#define SIMON_PLANE                                                                           \
  "vmovdqa64 64 * \\r(%0), %%zmm8\n" KEY("2048")                                              \
      GATES("%%zmm8", "%%zmm20") "vmovdqa64 1024 + 64 * \\r(%0), %%zmm9\n" KEY("2148") GATES( \
          "%%zmm9", "%%zmm20") "vmovdqa64 4096 + 64 * \\r(%0), %%zmm10\n" KEY("2248")         \
          GATES("%%zmm10", "%%zmm20") KEY("2348") GATES(                                      \
              "%%zmm9",                                                                       \
              "%%zmm20") "vmovdqa64 %%zmm9, 1024 + 64 * \\r(%0)\nvmovdqa64 %%zmm8, 64 * \\r(%0)\n"

#define SIXTEEN(text) ".irp r,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n" text ".endr\n"
#define TERNARY(a, b) "vpternlogq $0x96, %%zmm" a ", %%zmm" b ", %%zmm\\r\n"
#define LOAD_OF(at) "vmovdqa64 " at " + 64 * (\\r %% 8)(%0), %%zmm"
// A plane of a step of SIMON, bit-sliced: four gates, three loads, a store.
#define SIMON_STEP                                                                              \
  LOAD_OF("0")                                                                                  \
  "\\r\n" LOAD_OF("1024") "20\n" TERNARY("20", "30") LOAD_OF("4096") "21\n" TERNARY("21", "29") \
      TERNARY("28", "27") TERNARY("26", "25") "vmovdqa64 %%zmm\\r, 2048 + 64 * (\\r %% 8)(%0)\n"
// An eighth of both transposes of four planes: bits, bytes, and the planes between them.
#define TRANSPOSE(r) \
  ".irp r," r                                                                                     \
  "\n" LOAD_OF("0") "20\nvprold $7, %%zmm30, %%zmm\\r\n" TERNARY(                                 \
      "20", "30") "vpunpcklbw %%zmm28, %%zmm29, %%zmm1\\r\nvprold $7, %%zmm31, %%zmm\\r\n" TERNARY( \
      "26", "27") "vpunpckhbw %%zmm28, %%zmm29, %%zmm2\nvmovdqa64 %%zmm1\\r, 2048 + 64 * "         \
                  "\\r(%0)\n.endr\n"
// A sixteenth of a round of Kalyna, byte-sliced, with choices by masks.
#define GFNI_OF(a, b) "vgf2p8affineqb $0, %%zmm" a ", %%zmm" b ", %%zmm\\r\n"
#define LOOK_UP_OF(a, b) "vpermi2b %%zmm" a ", %%zmm" b ", %%zmm\\r\n"
#define KALYNA_ROUND                                                                            \
  TERNARY("20", "21")                                                                           \
  GFNI_OF("22", "23")                                                                           \
  "vpmovb2m %%zmm24, %%k1\n" LOOK_UP_OF("26", "27") TERNARY(                                    \
      "28", "29") "vpxorq %%zmm30, %%zmm31, %%zmm\\r\n" GFNI_OF("20", "24") TERNARY("21", "25") \
      LOOK_UP_OF("22", "26") "vpblendmb %%zmm23, %%zmm27, %%zmm\\r%{%%k1%}\n" TERNARY("24", "28")
#define CHAINS_OF_64(text, registers) ".irp r," registers "\n" text ", %%zmm\\r, %%zmm\\r\n.endr\n"
#define ADD_AND_XOR(r) CHAINS_OF_64("vpaddd %%zmm30", r) CHAINS_OF_64("vpxord %%zmm30", r)
#define TURN_64(r) ".irp r," r "\nvprold $7, %%zmm\\r, %%zmm\\r\n.endr\n"
// Chains of additions, sums and rotations as in Cypress.
#define CHAINS_64(r) ADD_AND_XOR(r) TURN_64(r) ADD_AND_XOR(r) TURN_64(r) ADD_AND_XOR(r)

// Vectors of 32 bytes: registers 14 and 15 are read only.
#define SUMS(a, b) "vpxor %%ymm14, %%ymm15, %%ymm" a "\nvpxor %%ymm14, %%ymm15, %%ymm" b "\n"
#define TWO_SUMS_32 SUMS("\\r", "1\\r")
#define OF_32(name, a) name " %%ymm14, %%ymm15, %%ymm" a "\n"
#define TWO_OF_32(name) OF_32(name, "\\r") OF_32(name, "1\\r")
#define TWO_SHIFTS_32 "vpslld $7, %%ymm15, %%ymm\\r\nvpsrld $7, %%ymm14, %%ymm1\\r\n"
#define TWO_BLENDS_32                                                                    \
  "vpblendvb %%ymm14, %%ymm15, %%ymm14, %%ymm\\r\nvpblendvb %%ymm14, %%ymm15, %%ymm14, " \
  "%%ymm1\\r\n"
#define TWO_LOADS_32 "vmovdqa 32 * \\r(%0), %%ymm8\nvmovdqa 4096 + 32 * \\r(%0), %%ymm9\n"
#define STORE_32 "vmovdqa %%ymm15, 2048 + 32 * \\r(%0)\n"
// Chains of eight operations, each of which needs the one before, one step of all chains after the other.
#define CHAINS(text, registers) \
  ".irp r," registers "\n" text " %%ymm14, %%ymm\\r, %%ymm\\r\n.endr\n"
#define SUM_AND_XOR(r) CHAINS("vpaddd", r) CHAINS("vpxor", r)
#define OF_EIGHT(r) \
  SUM_AND_XOR(r) SUM_AND_XOR(r) SUM_AND_XOR(r) CHAINS("vpshufb", r) CHAINS("vpaddd", r)

// Rotations of words of 16 bits, each of which needs the one before.
#define ROTATION_32                                         \
  "vpsllw $2, %%ymm0, %%ymm1\nvpsrlw $14, %%ymm0, %%ymm0\n" \
  "vpor %%ymm0, %%ymm1, %%ymm0\n"
// A round of decryption of SPARX, a branch: ten operations, seven of them one after the other. Words in registers r and
// 1r, what is at work in 8 and 9; register 15 stands for the keys.
#define SPARX_ROUND                                                                            \
  "vpxor %%ymm\\r, %%ymm1\\r, %%ymm8\nvpsllw $14, %%ymm8, %%ymm9\nvpsrlw $2, %%ymm8, %%ymm8\n" \
  "vpor %%ymm8, %%ymm9, %%ymm8\nvpsubw %%ymm8, %%ymm\\r, %%ymm\\r\n"                           \
  "vpxor %%ymm15, %%ymm\\r, %%ymm\\r\nvpxor %%ymm15, %%ymm8, %%ymm1\\r\n"                      \
  "vpsllw $7, %%ymm\\r, %%ymm9\nvpsrlw $9, %%ymm\\r, %%ymm\\r\nvpor %%ymm\\r, %%ymm9, %%ymm\\r\n"

// Whether the class has operations of 512 bits pass the units in one piece.
bool amd_has_full_width() { return hedgerow::machine_class() == hedgerow::MachineClass::k_zen5; }

// By the ports of a core of the class intel-512, and of one of AMD; `zen4`, if that has more of them.
void show_32(const char* what, double intel, double amd, auto run, double zen4 = 0) {
  const bool is_zen4 = zen4 > 0 && __builtin_cpu_supports("avx512f") && !amd_has_full_width();
  show(what, !__builtin_cpu_is("amd") ? intel : is_zen4 ? zen4 : amd, run);
}

void show_32_bytes() {
  show_32("32 bytes: 8 sums", 8 / 3., 2, TURNS(FOUR(TWO_SUMS_32)));
  show_32("32 bytes: 8 additions", 8 / 3., 2, TURNS(FOUR(TWO_OF_32("vpaddd"))));
  show_32("32 bytes: 8 shifts", 4, 4, TURNS(FOUR(TWO_SHIFTS_32)));
  show_32("32 bytes: 8 byte shuffles", 4, 4, TURNS(FOUR(TWO_OF_32("vpshufb"))));
  show_32("32 bytes: 8 unpacks", 4, 4, TURNS(FOUR(TWO_OF_32("vpunpcklbw"))), 8 / 3.);
  show_32("32 bytes: 8 byte shuffles, 8 shifts", 16 / 3., 8,
          TURNS(FOUR(TWO_OF_32("vpshufb") TWO_SHIFTS_32)), 16 / 3.);
  show_32("32 bytes: 8 byte shuffles, 8 sums", 16 / 3., 4,
          TURNS(FOUR(TWO_OF_32("vpshufb") TWO_SUMS_32)));
  show_32("32 bytes: 8 shifts, 8 sums", 16 / 3., 4, TURNS(FOUR(TWO_SHIFTS_32 TWO_SUMS_32)));
  show_32("32 bytes: 8 compares", 4, 4, TURNS(FOUR(TWO_OF_32("vpcmpgtb"))));
  show_32("32 bytes: 8 minima", 4, 4, TURNS(FOUR(TWO_OF_32("vpminub"))));
  show_32("32 bytes: 8 blends by bytes", 16 / 3., 4, TURNS(FOUR(TWO_BLENDS_32)));
  show_32("32 bytes: 8 loads", 4, 4, TURNS(FOUR(TWO_LOADS_32)));
  show_32("32 bytes: 4 stores", 2, 4, TURNS(FOUR(STORE_32)));
  show_32("32 bytes: 8 sums, 8 loads", 4, 4, TURNS(FOUR(TWO_SUMS_32 TWO_LOADS_32)));
  show_32("32 bytes: 8 sums, 4 stores", 8 / 3., 4, TURNS(FOUR(TWO_SUMS_32 STORE_32)));
  show_32("32 bytes: 16 sums, 4 stores", 16 / 3., 4, TURNS(FOUR(TWO_SUMS_32 TWO_SUMS_32 STORE_32)));
  show_32("32 bytes: 16 sums, 8 loads, 4 stores", 16 / 3., 4,
          TURNS(FOUR(TWO_SUMS_32 TWO_LOADS_32 TWO_SUMS_32 STORE_32)));
  show_32("32 bytes: 4 chains of 8 operations", 32 / 3., 8, TURNS(OF_EIGHT("0,1,2,3")));
  show_32("32 bytes: 6 chains of 8 operations", 16, 12, TURNS(OF_EIGHT("0,1,2,3,8,9")));
  show_32("32 bytes: 10 chains of 8 operations", 80 / 3., 20,
          TURNS(OF_EIGHT("0,1,2,3,8,9,10,11,12,13")));
  show_32("32 bytes: 8 rotations by shifts, one after the other", 16, 16,
          TURNS(".rept 8\n" ROTATION_32 ".endr\n"));
  show_32("32 bytes: a round of 4 branches of SPARX, deciphering", 40 / 3., 10,
          TURNS(".irp r,0,1,2,3\n" SPARX_ROUND ".endr\n"));
  if (!__builtin_cpu_supports("vpclmulqdq")) return;
  show_32("32 bytes: 8 rounds of AES", 8, 4, TURNS(FOUR(TWO_OF_32("vaesenc"))));
  show_32("32 bytes: 4 carry-less products", 4, 8,
          TURNS(FOUR("vpclmulqdq $1, %%ymm14, %%ymm15, %%ymm\\r\n")));
}

// By the ports of a core of the class intel-512, and of one of zen4, whose operations take their ports for two cycles;
// of zen5 for one.
void show_64(const char* what, double intel, double zen4, auto run) {
  show(what, !__builtin_cpu_is("amd") ? intel : amd_has_full_width() ? zen4 / 2 : zen4, run);
}

void show_64_bytes() {
  // zen4: operations of three inputs beside others (tools/lists_kernels.py).
  const auto mixed = [](int three, int others) {
    return (three + others) / 2. + (1 / 1.72 - 0.5) * std::max(0., three - others / 2.);
  };
  const double t = mixed(8, 0);
  show_64("8 ternary", 4, t, TURNS(FOUR(TWO_TERNARY)));
  show_64("8 ternary, 4 stores of 64 bytes", 4, 8, TURNS(FOUR(TWO_TERNARY STORE)));
  show_64("8 ternary, 4 stores of 32 bytes", 4, t, TURNS(FOUR(TWO_TERNARY HALF_STORE)));
  show_64("8 sums of two, 4 stores of 64 bytes", 4, 8, TURNS(FOUR(TWO_SUMS STORE)));
  show_64("8 ternary, 8 loads of 64 bytes", 4, 8, TURNS(FOUR(TWO_TERNARY TWO_LOADS)));
  show_64("8 ternary, 8 loads of 4 bytes to all lanes", 4, t, TURNS(FOUR(TWO_TERNARY TWO_SPLATS)));
  show_64("four rounds of 4 planes of SIMON, bit-sliced", 16, 4 * t, TURNS(FOUR(SIMON_PLANE)));
  show_64("64 ternary, 48 loads, 16 stores of 64 bytes", 32, 48, TURNS(SIXTEEN(SIMON_STEP)));
  show_64("64 bytes: 4 chains of 8 operations", 16, 16, TURNS(CHAINS_64("0,1,2,3")));
  show_64("64 bytes: 8 chains of 8 operations", 32, 32, TURNS(CHAINS_64("0,1,2,3,4,5,6,7")));
  show_64("8 loads of 64 bytes", 4, 8, TURNS(FOUR(TWO_LOADS)));
  show_64("8 stores of 64 bytes", 8, 16, TURNS(FOUR(STORE STORE)));
  show_64("8 rotates", 8, 8, TURNS(FOUR(ROTATE ROTATE)));
  show_64("8 byte shuffles", 8, 8, TURNS(FOUR(SHUFFLE SHUFFLE)));
  show_64("4 rotates, 4 byte shuffles", 4, 8 / 1.5, TURNS(FOUR(ROTATE SHUFFLE)));
  show_64("8 byte shuffles, 4 stores of an upper lane", 8, 12,
          TURNS(FOUR(SHUFFLE SHUFFLE STORE_LANE)));
  show_64("8 ternary, 4 loads to an upper lane", 6, mixed(8, 4),
          TURNS(FOUR(TWO_TERNARY LOAD_LANE)));
  show_64("16 rotates, 16 unpacks, 16 ternary, 8 loads, 8 stores", 24, 24,
          TURNS(TRANSPOSE("0,1,2,3,4,5,6,7")));
  if (!__builtin_cpu_supports("gfni") || !__builtin_cpu_supports("avx512vbmi")) return;
  show_64("8 GFNI", 8, 8, TURNS(FOUR(AFFINE AFFINE)));
  // By latencies: three cycles and one.
  show("8 GFNI, one after the other", 24, TURNS(FOUR(AFFINE_AGAIN AFFINE_AGAIN)));
  show("8 times GFNI and a sum, one after the other", 32,
       TURNS(FOUR(AFFINE_AGAIN SUM_AGAIN AFFINE_AGAIN SUM_AGAIN)));
  show_64("4 GFNI, 4 byte shuffles", 4, 8 / 1.5, TURNS(FOUR(AFFINE SHUFFLE)));
  show_64("4 vpermi2b", 8, 4, TURNS(FOUR(LOOK_UP)));
  show_64("4 vpermi2b, 8 ternary", 10, mixed(12, 0), TURNS(FOUR(TWO_TERNARY LOOK_UP)));
  show_64("8 masks of signs", 8, 8, TURNS(FOUR(MASK MASK)));
  show_64("64 ternary, 32 GFNI, 32 vpermi2b, 16 masks, 16 choices, 16 sums", 112, mixed(96, 80),
          TURNS(SIXTEEN(KALYNA_ROUND)));
}

}  // namespace

int main() {
  std::printf("%-62s %7s %9s\n", "a turn", "by ports", "measured");
  if (__builtin_cpu_supports("avx2")) show_32_bytes();
  if (__builtin_cpu_supports("avx512f")) show_64_bytes();
}
#else
int main() { std::puts("port_mixes: x86-64 alone"); }
#endif
