// LS: S and L in one table of 64 KiB with rows of 16 bytes. HR_ROW is the number of bytes that are added together: 16,
// or two or four blocks side by side. HR_WAYS is the number of blocks at a time.
#include "kernels/kuznyechik/lookup_kernel.hpp"
#include "kernels/kuznyechik/step_tables.hpp"

namespace hedgerow::HR_ISA {
namespace {

constexpr StepTables<16> kForward = make_step_tables<16>(kPi);
constexpr StepTables<16> kBackward = make_step_tables<16>(kPiInverse.of);

typedef std::uint64_t Half __attribute__((vector_size(16)));
typedef std::uint64_t Row __attribute__((vector_size(HR_ROW)));

struct Form {
  static constexpr int kBlocks = HR_WAYS, kRows = HR_WAYS * 16 / HR_ROW, kLanes = HR_ROW / 16;
  struct State {
    Row row[kRows];
  };

  HR_INLINE State gather(const Words (&x)[kBlocks]) {
    State s;
    __builtin_memcpy(s.row, x, sizeof s.row);
    return s;
  }
  HR_INLINE void scatter(const State& s, Words (&x)[kBlocks]) {
    __builtin_memcpy(x, s.row, sizeof s.row);
  }
  // Joins the rows of several blocks side by side.
  HR_INLINE Row beside(const Half (&part)[kLanes]) {
#if HR_ROW == 16
    return part[0];
#elif HR_ROW == 32
    return __builtin_shufflevector(part[0], part[1], 0, 1, 2, 3);
#else
    return __builtin_shufflevector(__builtin_shufflevector(part[0], part[1], 0, 1, 2, 3),
                                   __builtin_shufflevector(part[2], part[3], 0, 1, 2, 3), 0, 1, 2,
                                   3, 4, 5, 6, 7);
#endif
  }
  HR_INLINE void add_key(State& s, const Words& key) {
    Half k[kLanes];
    for (int l = 0; l < kLanes; l++) __builtin_memcpy(&k[l], key, 16);
    for (int i = 0; i < kRows; i++) s.row[i] ^= beside(k);
  }
  // Returns the row of byte j of each block.
  template <int kByte>
  HR_INLINE Row entry(const StepTables<16>& t, const std::uint64_t (&words)[2 * kLanes]) {
    Half part[kLanes];
    unroll<kLanes>([&](auto l) HR_LAMBDA {
      const std::uint64_t byte = (words[2 * l + kByte / 8] >> (8 * (kByte % 8))) & 255;
      __builtin_memcpy(&part[l], &t.of[kByte][byte], 16);
    });
    return beside(part);
  }
  template <bool kInverse>
  HR_INLINE void linear(State& s) {
    const StepTables<16>& tables = kInverse ? kBackward : kForward;
    std::uint64_t words[kRows][2 * kLanes];
    for (int i = 0; i < kRows; i++)
      for (int w = 0; w < 2 * kLanes; w++) words[i][w] = s.row[i][w];
    unroll<16>([&](auto j) HR_LAMBDA {
      unroll<kRows>([&](auto i) HR_LAMBDA {
        const Row row = entry<j>(tables, words[i]);
        s.row[i] = j == 0 ? row : s.row[i] ^ row;
      });
    });
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier) Lookup<Form>::ops()
#define HR_KERNEL_VARTIME
#include "cipher/common/export_kernel.inc"
