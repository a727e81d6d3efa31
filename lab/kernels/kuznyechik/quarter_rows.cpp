// R^4 and R^4 S: L is split into four times four steps, with two tables of 16 KiB. Bytes of the original block go
// through the table that includes S, and bytes that a step has computed go through the other one. HR_WAYS is the number
// of blocks at a time: one block uses general registers, and several blocks use a lane of 32 bits each, which
// vpgatherdd looks up.
#include "kernels/kuznyechik/lookup_kernel.hpp"
#include "kernels/kuznyechik/step_tables.hpp"
#if HR_WAYS > 1
#include "kernels/gather.hpp"
#endif

namespace hedgerow::HR_ISA {
namespace {

constexpr StepTables<4> kForward = make_step_tables<4>(kPi);
constexpr StepTables<4> kBackward = make_step_tables<4>(kPiInverse.of);
constexpr StepTables<4> kPlain = make_step_tables<4>(kIdentity.of);

#if HR_WAYS > 1
using Lanes = Lanes32<HR_WAYS>;
#else
using Lanes = std::uint32_t;
HR_INLINE Lanes look_up(const std::uint32_t* table, Lanes index) { return table[index]; }
#endif

struct Form {
  static constexpr int kBlocks = HR_WAYS;
  struct State {
    Lanes word[4];  // word k of all blocks
  };

  HR_INLINE State gather(const Words (&x)[kBlocks]) {
    std::uint32_t word[4][kBlocks];
    for (int b = 0; b < kBlocks; b++)
      for (int k = 0; k < 4; k++) word[k][b] = (std::uint32_t)(x[b][k / 2] >> (k % 2 * 32));
    State s;
    __builtin_memcpy(s.word, word, sizeof word);
    return s;
  }
  HR_INLINE void scatter(const State& s, Words (&x)[kBlocks]) {
    std::uint32_t word[4][kBlocks];
    __builtin_memcpy(word, s.word, sizeof word);
    for (int b = 0; b < kBlocks; b++)
      for (int w = 0; w < 2; w++)
        x[b][w] = word[2 * w][b] | (std::uint64_t)word[2 * w + 1][b] << 32;
  }
  HR_INLINE void add_key(State& s, const Words& key) {
    for (int k = 0; k < 4; k++) s.word[k] ^= (std::uint32_t)(key[k / 2] >> (k % 2 * 32));
  }
  template <bool kInverse>
  HR_INLINE void linear(State& s) {
    const StepTables<4>& boxed = kInverse ? kBackward : kForward;
    Lanes made[4];  // in the order of the steps
    unroll<4>([&](auto n) HR_LAMBDA {
      Lanes sum{};
      unroll<4>([&](auto age) HR_LAMBDA {
        // the newest last: computed kWord + 1 steps ago, or of the block
        constexpr int kWord = 3 - age;
        const Lanes from =
            once(kWord < n ? made[(n + 3 - kWord) % 4] : s.word[(kWord + 4 - n) % 4]);
        const auto row = [&](auto i) HR_LAMBDA {
          constexpr int kByte = 4 * kWord + i;
          const auto& table = kWord < n ? kPlain.of[kByte] : boxed.of[kByte];
          return look_up((const std::uint32_t*)&table, (from >> (8 * i)) & 255);
        };
        sum =
            once(sum ^ ((row(Index<0>{}) ^ row(Index<1>{})) ^ (row(Index<2>{}) ^ row(Index<3>{}))));
      });
      made[n] = sum;
    });
    unroll<4>([&](auto k) HR_LAMBDA { s.word[k] = made[3 - k]; });
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier) Lookup<Form>::ops()
#define HR_KERNEL_VARTIME
#include "cipher/common/export_kernel.inc"
