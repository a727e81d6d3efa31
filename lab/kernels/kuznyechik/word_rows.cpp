// LS as on ARM: rows of 16 bytes from tables of 64 KiB for each direction, one block after another. The rows are added
// in words of type HR_WORD or, if that is not defined, in vectors of 16 bytes.
#include "kernels/kuznyechik/lookup_kernel.hpp"
#include "kernels/kuznyechik/step_tables.hpp"

namespace hedgerow::HR_ISA {
namespace {

constexpr StepTables<16> kForward = make_step_tables<16>(kPi);
constexpr StepTables<16> kBackward = make_step_tables<16>(kPiInverse.of);

#ifdef HR_WORD
using Word = HR_WORD;
#else
typedef std::uint8_t Word __attribute__((vector_size(16)));
#endif

struct Form {
  static constexpr int kBlocks = 1, kWords = 16 / sizeof(Word);
  struct State {
    Word word[kWords];
  };

  HR_INLINE State gather(const Words (&x)[1]) {
    State s;
    __builtin_memcpy(s.word, x, 16);
    return s;
  }
  HR_INLINE void scatter(const State& s, Words (&x)[1]) { __builtin_memcpy(x, s.word, 16); }
  HR_INLINE void add_key(State& s, const Words& key) {
    Word k[kWords];
    __builtin_memcpy(k, key, 16);
    for (int i = 0; i < kWords; i++) s.word[i] ^= k[i];
  }
  template <bool kInverse>
  HR_INLINE void linear(State& s) {
    const StepTables<16>& tables = kInverse ? kBackward : kForward;
    std::uint8_t bytes[16];
    __builtin_memcpy(bytes, s.word, 16);
    for (int i = 0; i < kWords; i++) s.word[i] ^= s.word[i];
    unroll<16>([&](auto j) HR_LAMBDA {
      Word row[kWords];
      __builtin_memcpy(row, &tables.of[j][bytes[j]], 16);
      for (int i = 0; i < kWords; i++) s.word[i] ^= row[i];
    });
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier) Lookup<Form>::ops()
#define HR_KERNEL_VARTIME
#include "cipher/common/export_kernel.inc"
