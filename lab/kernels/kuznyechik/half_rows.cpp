// R^8 S and S^-1: L is split into two times eight steps. One table of 32 KiB includes S, and S^-1 (256 bytes) is
// applied to the result of the first look-up before the second one. HR_WAYS is the number of blocks at a time. Rows are
// added in general registers or, with HR_ROW, in vectors.
#include "kernels/kuznyechik/lookup_kernel.hpp"
#include "kernels/kuznyechik/step_tables.hpp"

namespace hedgerow::HR_ISA {
namespace {

constexpr StepTables<8> kForward = make_step_tables<8>(kPi);
constexpr StepTables<8> kBackward = make_step_tables<8>(kPiInverse.of);

#ifdef HR_ROW
typedef std::uint64_t Sum __attribute__((vector_size(16)));
HR_INLINE Sum entry(std::uint64_t row) { return Sum{row, 0}; }
HR_INLINE std::uint64_t word_of(Sum a) { return a[0]; }
#else
using Sum = std::uint64_t;
HR_INLINE Sum entry(std::uint64_t row) { return row; }
HR_INLINE std::uint64_t word_of(Sum a) { return a; }
#endif

struct Form {
  static constexpr int kBlocks = HR_WAYS;
  struct State {
    Words x[kBlocks];
  };

  HR_INLINE State gather(const Words (&x)[kBlocks]) {
    State s;
    __builtin_memcpy(s.x, x, sizeof s.x);
    return s;
  }
  HR_INLINE void scatter(const State& s, Words (&x)[kBlocks]) {
    __builtin_memcpy(x, s.x, sizeof s.x);
  }
  HR_INLINE void add_key(State& s, const Words& key) {
    for (int b = 0; b < kBlocks; b++)
      for (int w = 0; w < 2; w++) s.x[b][w] ^= key[w];
  }
  // Returns the sum of rows kFirst .. kFirst + kCount - 1. byte(j) is the byte at place j. The sum is a tree, because a
  // single block waits for it.
  template <int kFirst, int kCount, class Byte>
  HR_INLINE Sum sum_of(const StepTables<8>& t, Byte byte) {
    if constexpr (kCount == 1)
      return entry(t.of[kFirst][byte(Index<kFirst>{})].word[0]);
    else
      return once(sum_of<kFirst, kCount / 2>(t, byte) ^
                  sum_of<kFirst + kCount / 2, kCount / 2>(t, byte));
  }
  HR_INLINE std::uint8_t byte_of(std::uint64_t word, int i) {
    return (std::uint8_t)(word >> (8 * i));
  }
  template <bool kInverse>
  HR_INLINE void linear(State& s) {
    const StepTables<8>& tables = kInverse ? kBackward : kForward;
    const std::uint8_t(&undo)[256] = kInverse ? kPi : kPiInverse.of;
    std::uint64_t first[kBlocks];
    unroll<kBlocks>([&](auto b) HR_LAMBDA {
      first[b] = word_of(
          sum_of<0, 16>(tables, [&](auto j) HR_LAMBDA { return byte_of(s.x[b][j / 8], j % 8); }));
    });
    unroll<kBlocks>([&](auto b) HR_LAMBDA {
      const std::uint64_t high = once(s.x[b][0]);
      const std::uint64_t second = word_of(sum_of<0, 16>(tables, [&](auto j) HR_LAMBDA {
        return j < 8 ? undo[byte_of(first[b], j % 8)] : byte_of(high, j % 8);
      }));
      s.x[b][0] = second, s.x[b][1] = first[b];
    });
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier) Lookup<Form>::ops()
#define HR_KERNEL_VARTIME
#include "cipher/common/export_kernel.inc"
