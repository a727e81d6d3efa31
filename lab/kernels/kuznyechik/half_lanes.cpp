// R^8 S and S^-1 as in half_rows.cpp, with a 64-bit lane of a vector for each block. vpgatherqq looks up rows, and byte
// shuffles apply S^-1 to all eight bytes of a word together. HR_WAYS is the number of blocks at a time; a vector has
// eight.
#include "kernels/gather.hpp"
#include "kernels/kuznyechik/lookup_kernel.hpp"
#include "kernels/kuznyechik/step_tables.hpp"

namespace hedgerow::HR_ISA {
namespace {

constexpr StepTables<8> kForward = make_step_tables<8>(kPi);
constexpr StepTables<8> kBackward = make_step_tables<8>(kPiInverse.of);
constexpr Table256 kUndoForward = make_table256(kPiInverse.of), kUndoBackward = make_table256(kPi);

constexpr int kLanes = kWidth / 8;
using Lanes = Lanes64<kLanes>;

struct Form {
  static constexpr int kBlocks = HR_WAYS, kVectors = HR_WAYS / kLanes;
  using Vectors = Lanes[kVectors];  // a word of all blocks
  struct State {
    Vectors word[2];
  };

  HR_INLINE State gather(const Words (&x)[kBlocks]) {
    std::uint64_t word[2][kBlocks];
    for (int b = 0; b < kBlocks; b++)
      for (int w = 0; w < 2; w++) word[w][b] = x[b][w];
    State s;
    __builtin_memcpy(s.word, word, sizeof word);
    return s;
  }
  HR_INLINE void scatter(const State& s, Words (&x)[kBlocks]) {
    std::uint64_t word[2][kBlocks];
    __builtin_memcpy(word, s.word, sizeof word);
    for (int b = 0; b < kBlocks; b++)
      for (int w = 0; w < 2; w++) x[b][w] = word[w][b];
  }
  HR_INLINE void add_key(State& s, const Words& key) {
    for (int w = 0; w < 2; w++)
      for (int v = 0; v < kVectors; v++) s.word[w][v] ^= key[w];
  }
  // Computes eight steps on blocks with the first eight bytes `low`.
  HR_INLINE void eight_steps(const StepTables<8>& t, const Vectors& low, const Vectors& high,
                             Vectors& made) {
    unroll<16>([&](auto j) HR_LAMBDA {
      unroll<kVectors>([&](auto v) HR_LAMBDA {
        const Lanes from = j < 8 ? low[v] : high[v];
        const Lanes row = look_up((const std::uint64_t*)&t.of[j], (from >> (8 * (j % 8))) & 255);
        made[v] = j == 0 ? row : made[v] ^ row;
      });
    });
  }
  template <bool kInverse>
  HR_INLINE void linear(State& s) {
    const StepTables<8>& tables = kInverse ? kBackward : kForward;
    Vectors first, second;
    Vec undone[kVectors];
    eight_steps(tables, s.word[0], s.word[1], first);
    __builtin_memcpy(undone, first, sizeof first);
    lookup256<kVectors>(kInverse ? kUndoBackward : kUndoForward, undone);
    __builtin_memcpy(second, undone, sizeof second);
    __builtin_memcpy(s.word[1], first, sizeof first);
    eight_steps(tables, second, s.word[0], first);
    __builtin_memcpy(s.word[0], first, sizeof first);
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier) Lookup<Form>::ops()
#define HR_KERNEL_VARTIME
#include "cipher/common/export_kernel.inc"
