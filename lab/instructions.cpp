// Measures latency and throughput of the instructions that the 2017 paper lists. A call runs a chain, or eight
// independent chains, of a thousand instructions. The subjects are "latency:NAME" and "throughput:NAME". The "bytes" of
// a sample are instructions.
#include <stdio.h>
#include <string.h>

#include "isa/cpu.hpp"
#include "subjects.hpp"

namespace hedgerow::lab {

#if defined(__x86_64__)
namespace {

alignas(64) const int kZeros[64] = {};
constexpr std::size_t kCount = 1000;

#define HR_CHAIN(text) \
  __asm__ volatile(".rept 1000\n" text "\n.endr" : : "r"(kZeros) : "ymm0", "ymm1", "ymm2", "memory")
// Eight targets, one after another.
#define HR_EIGHT(text)                                                                       \
  __asm__ volatile(".rept 125\n.irp n,0,1,2,3,4,5,6,7\n" text "\n.endr\n.endr"               \
                   :                                                                         \
                   : "r"(kZeros)                                                             \
                   : "ymm0", "ymm1", "ymm2", "ymm3", "ymm4", "ymm5", "ymm6", "ymm7", "ymm8", \
                     "ymm9", "ymm10", "ymm15", "memory")
// A gather clears its mask, so a comparison sets it again. The index is the result of the previous gather.
void latency_vpxor() { HR_CHAIN("vpxor %%ymm1, %%ymm0, %%ymm0"); }
void latency_vpshufb() { HR_CHAIN("vpshufb %%ymm1, %%ymm0, %%ymm0"); }
void latency_vpgatherdd() {
  __asm__ volatile("vpxor %%ymm0, %%ymm0, %%ymm0" : : : "ymm0");
  HR_CHAIN(
      "vpcmpeqd %%ymm2, %%ymm2, %%ymm2\nvpgatherdd %%ymm2, (%0,%%ymm0,4), %%ymm1\n"
      "vmovdqa %%ymm1, %%ymm0");
}
void latency_vpgatherqq() {
  __asm__ volatile("vpxor %%ymm0, %%ymm0, %%ymm0" : : : "ymm0");
  HR_CHAIN(
      "vpcmpeqd %%ymm2, %%ymm2, %%ymm2\nvpgatherqq %%ymm2, (%0,%%ymm0,8), %%ymm1\n"
      "vmovdqa %%ymm1, %%ymm0");
}
void latency_vpgatherdq() {
  __asm__ volatile("vpxor %%ymm0, %%ymm0, %%ymm0" : : : "ymm0");
  HR_CHAIN(
      "vpcmpeqd %%ymm2, %%ymm2, %%ymm2\nvpgatherdq %%ymm2, (%0,%%xmm0,8), %%ymm1\n"
      "vmovdqa %%ymm1, %%ymm0");
}
void latency_vpgatherqd() {
  __asm__ volatile("vpxor %%ymm0, %%ymm0, %%ymm0" : : : "ymm0");
  HR_CHAIN(
      "vpcmpeqd %%ymm2, %%ymm2, %%ymm2\nvpgatherqd %%xmm2, (%0,%%ymm0,4), %%xmm1\n"
      "vmovdqa %%ymm1, %%ymm0");
}
void throughput_vpxor() { HR_EIGHT("vpxor %%ymm9, %%ymm8, %%ymm\\n"); }
void throughput_vpshufb() { HR_EIGHT("vpshufb %%ymm9, %%ymm8, %%ymm\\n"); }
void throughput_vpgatherdd() {
  __asm__ volatile("vpxor %%ymm10, %%ymm10, %%ymm10" : : : "ymm10");
  HR_EIGHT("vpcmpeqd %%ymm15, %%ymm15, %%ymm15\nvpgatherdd %%ymm15, (%0,%%ymm10,4), %%ymm\\n");
}
void throughput_vpgatherqq() {
  __asm__ volatile("vpxor %%ymm10, %%ymm10, %%ymm10" : : : "ymm10");
  HR_EIGHT("vpcmpeqd %%ymm15, %%ymm15, %%ymm15\nvpgatherqq %%ymm15, (%0,%%ymm10,8), %%ymm\\n");
}
void throughput_vpgatherdq() {
  __asm__ volatile("vpxor %%ymm10, %%ymm10, %%ymm10" : : : "ymm10");
  HR_EIGHT("vpcmpeqd %%ymm15, %%ymm15, %%ymm15\nvpgatherdq %%ymm15, (%0,%%xmm10,8), %%ymm\\n");
}
void throughput_vpgatherqd() {
  __asm__ volatile("vpxor %%ymm10, %%ymm10, %%ymm10" : : : "ymm10");
  HR_EIGHT("vpcmpeqd %%ymm15, %%ymm15, %%ymm15\nvpgatherqd %%xmm15, (%0,%%ymm10,4), %%xmm\\n");
}

struct Instruction {
  const char* name;
  void (*run)();
};
constexpr Instruction kInstructions[] = {
    {"latency:vpxor", latency_vpxor},           {"throughput:vpxor", throughput_vpxor},
    {"latency:vpshufb", latency_vpshufb},       {"throughput:vpshufb", throughput_vpshufb},
    {"latency:vpgatherdd", latency_vpgatherdd}, {"throughput:vpgatherdd", throughput_vpgatherdd},
    {"latency:vpgatherqq", latency_vpgatherqq}, {"throughput:vpgatherqq", throughput_vpgatherqq},
    {"latency:vpgatherdq", latency_vpgatherdq}, {"throughput:vpgatherdq", throughput_vpgatherdq},
    {"latency:vpgatherqd", latency_vpgatherqd}, {"throughput:vpgatherqd", throughput_vpgatherqd}};

bool here() { return cpu_features() & HR_CPU_AVX2; }

class InstructionSubject : public Subject {
 public:
  explicit InstructionSubject(const Instruction& i) : run_(i.run) {}
  void call() override { run_(); }
  std::size_t bytes() const override { return kCount; }

 private:
  void (*run_)();
};

}  // namespace

Subject* make_instruction(const char* name) {
  for (const Instruction& i : kInstructions)
    if (here() && !strcmp(i.name, name)) return new InstructionSubject(i);
  return nullptr;
}
void list_instructions() {
  for (const Instruction& i : kInstructions)
    printf("{\"subject\": \"%s\", \"reason\": \"%s\"}\n", i.name,
           here() ? "" : "this CPU lacks AVX2");
}
#else
Subject* make_instruction(const char*) { return nullptr; }
void list_instructions() {}
#endif

}  // namespace hedgerow::lab
