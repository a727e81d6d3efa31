// Controls: small leaks of every kind that the tracer must flag, and similar code that it must not
// flag. They are written in assembly, so that no compiler turns a branch into a move. Vector
// controls put the secret only into the highest lane, because the tracer must read every part of
// the register.
#include <string.h>

#include "case.hpp"
#include "isa/cpu.hpp"

namespace hedgerow::tracing {
namespace {

// A table for secret-dependent accesses, and 16 index lanes with a secret only in the last one.
struct Inputs {
  std::uint64_t secret;  // 0..255
  std::uint32_t* lanes;
  std::uint8_t* table;
  std::uint64_t* result;
};
constexpr std::size_t kMark = 2048;  // table[kMark + secret] is the only byte that is not zero
using Body = void (*)(const Inputs&);

// The compiler must know the registers in the clobber lists.
#define HR_AVX2 __attribute__((target("avx2")))
#define HR_AVX512 __attribute__((target("avx512f")))

void branch(const Inputs& i) {
  __asm__ volatile("test $1, %b0\n jz 1f\n nop\n 1:" : : "q"(i.secret) : "cc");
}
void indirect_jump(const Inputs& i) {
  std::uint64_t t, offset = i.secret & 1;
  __asm__ volatile("lea 1f(%%rip), %0\n add %1, %0\n jmp *%0\n 1: nop\n nop"
                   : "=&r"(t)
                   : "r"(offset)
                   : "cc");
}
void load(const Inputs& i) {
  std::uint64_t t;
  __asm__ volatile("movzbl (%1,%2), %k0" : "=r"(t) : "r"(i.table), "r"(i.secret) : "memory");
}
void store(const Inputs& i) {
  __asm__ volatile("movb $1, (%0,%1)" : : "r"(i.table), "r"(i.secret) : "memory");
}
void prefetch(const Inputs& i) {
  __asm__ volatile("prefetcht0 (%0,%1)" : : "r"(i.table), "r"(i.secret));
}
void bit_test(const Inputs& i) {
  __asm__ volatile("bt %1, (%0)" : : "r"(i.table), "r"(i.secret) : "cc", "memory");
}
void stack_shift(const Inputs& i) {
  __asm__ volatile("mov %%rsp, %%rdx\n sub %0, %%rsp\n push $0\n mov %%rdx, %%rsp"
                   :
                   : "r"(i.secret * 16)
                   : "rdx", "cc", "memory");
}
void repeated_store(const Inputs& i) {
  void* to = i.table;
  std::uint64_t n = i.secret;
  __asm__ volatile("rep stosb" : "+D"(to), "+c"(n) : "a"(0) : "memory");
}
void repeated_compare(const Inputs& i) {
  const void *a = i.table, *b = i.table + kMark;
  std::uint64_t n = 256;
  __asm__ volatile("repe cmpsb" : "+S"(a), "+D"(b), "+c"(n) : : "cc", "memory");
}
void division(const Inputs& i) {
  std::uint64_t quotient = i.secret << 32, rest = 0;
  __asm__ volatile("div %2" : "+a"(quotient), "+d"(rest) : "r"(3ull) : "cc");
}
HR_AVX2 void gather_avx2(const Inputs& i) {
  __asm__ volatile(
      "vmovdqu 32(%0), %%ymm1\n vpcmpeqd %%ymm2, %%ymm2, %%ymm2\n"
      "vpgatherdd %%ymm2, (%1,%%ymm1,4), %%ymm0\n vzeroupper"
      :
      : "r"(i.lanes), "r"(i.table)
      : "xmm0", "xmm1", "xmm2", "memory");
}
HR_AVX512 void gather_avx512(const Inputs& i) {
  __asm__ volatile(
      "vmovdqu32 (%0), %%zmm1\n kxnorw %%k1, %%k1, %%k1\n"
      "vpgatherdd (%1,%%zmm1,4), %%zmm0%{%%k1%}\n vzeroupper"
      :
      : "r"(i.lanes), "r"(i.table)
      : "xmm0", "xmm1", "k1", "memory");
}
HR_AVX512 void gather_zmm20(const Inputs& i) {
  __asm__ volatile(
      "vmovdqu32 (%0), %%zmm20\n kxnorw %%k1, %%k1, %%k1\n"
      "vpgatherdd (%1,%%zmm20,4), %%zmm21%{%%k1%}"
      :
      : "r"(i.lanes), "r"(i.table)
      : "xmm20", "xmm21", "k1", "memory");
}
HR_AVX512 void scatter_avx512(const Inputs& i) {
  __asm__ volatile(
      "vmovdqu32 (%0), %%zmm1\n kxnorw %%k1, %%k1, %%k1\n"
      "vpscatterdd %%zmm1, (%1,%%zmm1,4)%{%%k1%}\n vzeroupper"
      :
      : "r"(i.lanes), "r"(i.table)
      : "xmm1", "k1", "memory");
}
HR_AVX512 void masked_store(const Inputs& i) {
  __asm__ volatile("kmovw %k0, %%k1\n vmovdqu32 %%zmm0, (%1)%{%%k1%}\n vzeroupper"
                   :
                   : "r"(i.secret), "r"(i.table)
                   : "xmm0", "k1", "memory");
}

// Secret values in all instructions that do not reveal them: lea, long nops, cmov, shifts, a stack
// pointer that returns to its place, and a division of public numbers.
void clean_scalar(const Inputs& i) {
  std::uint64_t t = 0, quotient = 1000, rest = 0;
  __asm__ volatile(
      "lea (%3,%4,8), %0\n nopl 0(%3,%4,1)\n test $1, %b4\n cmovnz %4, %0\n"
      "mov %4, %%rcx\n shl %%cl, %0\n push %0\n pop %0\n div %5"
      : "+&r"(t), "+a"(quotient), "+d"(rest)
      : "r"(i.table), "r"(i.secret), "r"(7ull)
      : "rcx", "cc", "memory");
  *i.result = t + i.secret;
}
// The secret lane of the gather is masked out.
HR_AVX512 void clean_gather(const Inputs& i) {
  __asm__ volatile(
      "vmovdqu32 (%0), %%zmm1\n mov $0x7fff, %%ecx\n kmovw %%ecx, %%k1\n"
      "vpgatherdd (%1,%%zmm1,4), %%zmm0%{%%k1%}\n vzeroupper"
      :
      : "r"(i.lanes), "r"(i.table)
      : "rcx", "xmm0", "xmm1", "k1", "memory");
  *i.result = i.secret;
}

struct Control {
  const char* name;
  Body body;
  const char* kind;  // null for code that must be clean
  std::uint64_t needs;
};
constexpr Control kControls[] = {
    {"branch", branch, "control", 0},
    {"indirect-jump", indirect_jump, "control", 0},
    {"load", load, "memory", 0},
    {"store", store, "memory", 0},
    {"prefetch", prefetch, "memory", 0},
    {"bit-test", bit_test, "memory", 0},
    {"stack-shift", stack_shift, "memory", 0},
    {"repeated-store", repeated_store, "memory", 0},
    {"repeated-compare", repeated_compare, "control", 0},
    {"division", division, "latency", 0},
    {"gather-avx2", gather_avx2, "memory", HR_CPU_AVX2},
    {"gather-avx512", gather_avx512, "memory", HR_CPU_AVX512},
    {"gather-zmm20", gather_zmm20, "memory", HR_CPU_AVX512},
    {"scatter-avx512", scatter_avx512, "memory", HR_CPU_AVX512},
    {"masked-store", masked_store, "memory", HR_CPU_AVX512},
    {"clean-scalar", clean_scalar, nullptr, 0},
    {"clean-gather", clean_gather, nullptr, HR_CPU_AVX512},
};

Traced prepare_control(const Control& c, Workspace& w) {
  Inputs i{*w.secret_bytes(1), (std::uint32_t*)w.bytes(64), w.bytes(4096),
           (std::uint64_t*)w.bytes(8)};
  i.lanes[15] = (std::uint32_t)i.secret;
  i.table[kMark + i.secret] = 1;
  *i.result = i.secret;
  return {[body = c.body, i] { body(i); }, {(const std::uint8_t*)i.result, 8}};
}

}  // namespace

void add_control_cases(Cases& cases) {
  for (const Control& c : kControls)
    cases.push_back(
        {.name = std::string("control/") + c.name,
         .timing = c.kind ? Class::kControl : Class::kConstantTime,
         .skip = (cpu_features() & c.needs) == c.needs ? "" : "this CPU lacks the instructions",
         .kind = c.kind ? c.kind : "-",
         .prepare = [&c](Workspace& w) { return prepare_control(c, w); }});
}

}  // namespace hedgerow::tracing
