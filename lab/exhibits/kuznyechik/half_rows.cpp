// R^8 S and S^-1: L in two times eight steps, one table of 32 KiB with S in it, and S^-1 (256 bytes) before the second
// look-up of what the first one gave. HR_WAYS: blocks at a time. Rows are summed in general registers, or with HR_ROW in
// vectors.
#include "exhibits/kuznyechik/lookup_kernel.hpp"
#include "exhibits/kuznyechik/step_tables.hpp"

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
  // The eight bytes after as many steps on the block of bytes `low`, then `high`.
  HR_INLINE void steps(const StepTables<8>& t, const std::uint64_t* low, const std::uint64_t* high,
                       std::uint64_t* out) {
    Sum sum[kBlocks];
    unroll<8>([&](auto j) HR_LAMBDA {
      unroll<kBlocks>([&](auto b) HR_LAMBDA {
        const Sum pair = entry(t.of[j][(low[b] >> (8 * j)) & 255].word[0]) ^
                         entry(t.of[j + 8][(high[b] >> (8 * j)) & 255].word[0]);
        sum[b] = j == 0 ? pair : sum[b] ^ pair;
      });
    });
    unroll<kBlocks>([&](auto b) HR_LAMBDA { out[b] = word_of(sum[b]); });
  }
  template <bool kInverse>
  HR_INLINE void linear(State& s) {
    const StepTables<8>& tables = kInverse ? kBackward : kForward;
    const std::uint8_t(&undo)[256] = kInverse ? kPi : kPiInverse.of;
    std::uint64_t low[kBlocks], high[kBlocks], first[kBlocks], unboxed[kBlocks], second[kBlocks];
    unroll<kBlocks>([&](auto b) HR_LAMBDA { low[b] = s.x[b][0], high[b] = s.x[b][1]; });
    steps(tables, low, high, first);
    unroll<kBlocks>([&](auto b) HR_LAMBDA { unboxed[b] = substitute(undo, first[b]); });
    steps(tables, unboxed, low, second);
    unroll<kBlocks>([&](auto b) HR_LAMBDA { s.x[b][0] = second[b], s.x[b][1] = first[b]; });
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier) Lookup<Form>::ops()
#include "cipher/skeleton/table.inc"
