// LS on ARM with two kinds of loads alternately. Of the sixteen rows of a block, NEON loads and adds those of the bytes
// 0 to 7. LDM (AArch64: LDP) loads the others, and general registers add them. Therefore both units work at the same
// time.
#include "kernels/kuznyechik/lookup_kernel.hpp"
#include "kernels/kuznyechik/step_tables.hpp"

namespace hedgerow::HR_ISA {
namespace {

constexpr StepTables<16> kForward = make_step_tables<16>(kPi);
constexpr StepTables<16> kBackward = make_step_tables<16>(kPiInverse.of);

typedef std::uint64_t Row __attribute__((vector_size(16)));

// Computes sum ^= the row at `row` in general registers.
struct Registers {
#if defined(__arm__)
  std::uint32_t word[4];
  HR_INLINE void add(Registers& sum, const void* row) {
    register std::uint32_t a __asm__("r4");
    register std::uint32_t b __asm__("r5");
    register std::uint32_t c __asm__("r6");
    register std::uint32_t d __asm__("r8");
    __asm__("ldm %4, {r4, r5, r6, r8}"
            : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
            : "r"(row), "m"(*(const Row*)row));
    sum.word[0] ^= a, sum.word[1] ^= b, sum.word[2] ^= c, sum.word[3] ^= d;
  }
#else
  std::uint64_t word[2];
  HR_INLINE void add(Registers& sum, const void* row) {
    std::uint64_t a, b;
#if defined(__aarch64__)
    __asm__("ldp %0, %1, %2" : "=&r"(a), "=r"(b) : "Ump"(*(const Row*)row));
#else
    __builtin_memcpy(&a, row, 8);
    __builtin_memcpy(&b, (const std::uint8_t*)row + 8, 8);
#endif
    sum.word[0] ^= a, sum.word[1] ^= b;
  }
#endif
};

struct Form {
  static constexpr int kBlocks = 1;
  struct State {
    Row row;
  };

  HR_INLINE State gather(const Words (&x)[1]) {
    State s;
    __builtin_memcpy(&s.row, x, 16);
    return s;
  }
  HR_INLINE void scatter(const State& s, Words (&x)[1]) { __builtin_memcpy(x, &s.row, 16); }
  HR_INLINE void add_key(State& s, const Words& key) {
    Row k;
    __builtin_memcpy(&k, key, 16);
    s.row ^= k;
  }
  template <bool kInverse>
  HR_INLINE void linear(State& s) {
    const StepTables<16>& tables = kInverse ? kBackward : kForward;
    std::uint8_t bytes[16];
    __builtin_memcpy(bytes, &s.row, 16);
    Row sum{};
    Registers other{};
    unroll<8>([&](auto j) HR_LAMBDA {
      Row row;
      __builtin_memcpy(&row, &tables.of[j][bytes[j]], 16);
      sum ^= row;
      Registers::add(other, &tables.of[j + 8][bytes[j + 8]]);
    });
    Row summed;
    __builtin_memcpy(&summed, other.word, 16);
    s.row = sum ^ summed;
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier) Lookup<Form>::ops()
#define HR_KERNEL_VARTIME
#include "cipher/common/export_kernel.inc"
