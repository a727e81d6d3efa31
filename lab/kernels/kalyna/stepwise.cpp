// Kalyna-128/128 step by step and in constant time, as in the 2020 paper: S-boxes by byte shuffles of their rows, and
// MixColumns by chains of doublings, over kWidth / 4 blocks in four registers.
//
// Register i has the rows i and i + 4, because both use the same S-box. For each block of a 16-byte lane it has four
// bytes:
//     row i column 0 | row i column 1 | row i + 4 column 0 | row i + 4 column 1
#include "kernels/kalyna/stepwise.hpp"

namespace hedgerow::HR_ISA {
namespace {

constexpr int kBlocks = kWidth / 4;

struct alignas(64) Table256Set {
  Table256 of[4];
};
consteval Table256Set make_set(const Boxes& boxes) {
  return {{make_table256(boxes.box[0].t), make_table256(boxes.box[1].t),
           make_table256(boxes.box[2].t), make_table256(boxes.box[3].t)}};
}
constexpr Table256Set kForwardBoxes = make_set(kBoxes), kBackwardBoxes = make_set(kInverseBoxes);

template <bool kInverse>
HR_INLINE void mix(Vec* x) {
  Vec row[8], y[4];  // row[j]: rows j and j + 4
  unroll<4>([&](auto i) HR_LAMBDA { row[i] = x[i], row[i + 4] = permuted(x[i], kOtherRow); });
  unroll<4>([&](auto i) HR_LAMBDA {
    y[i] = combined<kInverse>([&](auto j) HR_LAMBDA { return row[(i + j) % 8]; });
  });
  unroll<4>([&](auto i) HR_LAMBDA { x[i] = y[i]; });
}
HR_INLINE void substitute(const Table256Set& boxes, Vec* x) {
  unroll<4>([&](auto i) HR_LAMBDA { lookup256<1>(boxes.of[i], x + i); });
}

template <Variant kV>
struct FourRegisters {
  static constexpr int kRounds = kV.rounds;
  struct alignas(64) Key {
    std::uint8_t first[16], last[16];
    std::uint32_t round[kRounds][4];  // of register i, for a block
  };
  static void prepare(const std::uint8_t* round_keys, void* prepared) noexcept {
    Key& key = *(Key*)prepared;
    __builtin_memset(prepared, 0, sizeof key);
    __builtin_memcpy(key.first, round_keys, 16);
    __builtin_memcpy(key.last, round_keys + 16 * kRounds, 16);
    for (int r = 1; r < kRounds; r++)
      for (int i = 0; i < 16; i++)
        ((std::uint8_t*)key.round[r])[i] = round_keys[16 * r + kByRows[i]];
  }
  HR_INLINE void add_key(Vec* x, const std::uint32_t (&key)[4]) {
    unroll<4>([&](auto i) HR_LAMBDA { x[i] = xor2(x[i], load_splat32(key + i)); });
  }
  HR_INLINE void shift_rows(Vec* x) {
    unroll<4>([&](auto i) HR_LAMBDA { x[i] = permuted(x[i], kShiftRows); });
  }

  static void encrypt_batch(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    Vec x[4];
    unroll<4>([&](auto i) HR_LAMBDA {
      x[i] = add64(load(in + kWidth * i), load_splat128(key.first));
      x[i] = permuted(x[i], kByRows);
    });
    transpose_dwords(x);
    for (int r = 1;; r++) {
      substitute(kForwardBoxes, x);
      shift_rows(x);
      mix<false>(x);
      if (r == kRounds) break;
      add_key(x, key.round[r]);
    }
    transpose_dwords(x);
    unroll<4>([&](auto i) HR_LAMBDA {
      store(out + kWidth * i, add64(permuted(x[i], kByColumns), load_splat128(key.last)));
    });
  }
  static void decrypt_batch(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    Vec x[4];
    unroll<4>([&](auto i) HR_LAMBDA {
      x[i] = sub64(load(in + kWidth * i), load_splat128(key.last));
      x[i] = permuted(x[i], kByRows);
    });
    transpose_dwords(x);
    for (int r = kRounds - 1;; r--) {
      mix<true>(x);
      shift_rows(x);
      substitute(kBackwardBoxes, x);
      if (r == 0) break;
      add_key(x, key.round[r]);
    }
    transpose_dwords(x);
    unroll<4>([&](auto i) HR_LAMBDA {
      store(out + kWidth * i, sub64(permuted(x[i], kByColumns), load_splat128(key.first)));
    });
  }
};
template <Variant kV>
using Stepwise = StepwiseOps<kV, FourRegisters<kV>, kBlocks>;

}  // namespace
}  // namespace hedgerow::HR_ISA

// Only this variant has this kernel, because the paper measured no other one.
#define HR_KERNEL_OPS(identifier) \
  identifier == kalyna_128_128 ? make_ops<Stepwise, kalyna_128_128>() : KernelOps {}
#include "cipher/common/export_kernel.inc"
