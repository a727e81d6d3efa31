// Shared by the stepwise forms of Kalyna-128/128 and the 2020 paper's bit slices: byte orders, MixColumns by doublings,
// and the functions of a kernel around a batch.
#pragma once

#include "cipher/common/batches.hpp"
#include "cipher/kalyna/kernel.hpp"
#include "isa/transpose_lanes.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

// Byte orders: the 16 bytes of a block by rows, and back; an exchange of the columns of rows i + 4; an exchange of rows
// i and i + 4.
alignas(16) constexpr std::uint8_t kByRows[16] = {0, 8,  4, 12, 1, 9,  5, 13,
                                                  2, 10, 6, 14, 3, 11, 7, 15};
alignas(16) constexpr std::uint8_t kByColumns[16] = {0, 4, 8, 12, 2, 6, 10, 14,
                                                     1, 5, 9, 13, 3, 7, 11, 15};
alignas(16) constexpr std::uint8_t kShiftRows[16] = {0, 1, 3,  2,  4,  5,  7,  6,
                                                     8, 9, 11, 10, 12, 13, 15, 14};
alignas(16) constexpr std::uint8_t kOtherRow[16] = {2,  3,  0, 1, 6,  7,  4,  5,
                                                    10, 11, 8, 9, 14, 15, 12, 13};
HR_INLINE Vec permuted(Vec a, const std::uint8_t (&order)[16]) {
  return shuffle(a, load_splat128(order));
}

HR_INLINE Vec doubled(Vec a) { return xor2(add8(a, a), and2(negative8(a), splat8(0x1d))); }

// Computes a row of the circulant matrix by Horner's scheme: it adds the rows row_of(0..7) that have the current bit in
// their coefficients, highest bit first, and doubles the sum between bits.
template <bool kInverse, class RowOf>
HR_INLINE Vec combined(RowOf row_of) {
  constexpr Row kRow = kInverse ? kInverseRow : kMixRow;
  constexpr int kBits = kInverse ? 8 : 4;
  Vec sum = zero();
  unroll<kBits>([&](auto b) HR_LAMBDA {
    if constexpr (b > 0) sum = doubled(sum);
    unroll<8>([&](auto j) HR_LAMBDA {
      if constexpr (kRow.c[j] >> (kBits - 1 - b) & 1) sum = xor2(sum, row_of(j));
    });
  });
  return sum;
}

// Form provides the prepared Key, prepare(), and both directions of a batch of kBatch blocks. kStackVectors is the
// largest number of vectors that its rounds leave on the stack.
template <Variant kV, class Form, int kBatch, int kStackVectors = 48>
struct StepwiseOps {
  using Key = typename Form::Key;
  using Plain = Batches<Key, 16, kBatch, Form::encrypt_batch, Form::decrypt_batch>;
  static consteval std::uint32_t batch_blocks() { return kBatch; }
  static void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
    portable_schedule(variant_index(kV), user_key, round_keys);
  }
  static void prepare(const std::uint8_t* round_keys, void* key) noexcept {
    Form::prepare(round_keys, key);
    wipe_rounds();
  }
  // Wipes key material on the stack.
  HR_INLINE void wipe_rounds() { wipe_stack<kStackVectors*(int)sizeof(Vec)>(); }
  static HR_NOINLINE void encrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
                                  std::size_t blocks) noexcept {
    Plain::encrypt(key, in, out, blocks);
    wipe_rounds();
  }
  static HR_NOINLINE void decrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
                                  std::size_t blocks) noexcept {
    Plain::decrypt(key, in, out, blocks);
    wipe_rounds();
  }
  static HR_NOINLINE void ctr(const void* key, const std::uint8_t* counter, CounterOrder order,
                              const std::uint8_t* in, std::uint8_t* out,
                              std::size_t blocks) noexcept {
    Plain::ctr(key, counter, order, in, out, blocks);
    wipe_rounds();
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA
