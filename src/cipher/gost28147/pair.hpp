// Two blocks in plain 64-bit words, constant in time. A word has N1 (or N2) of both blocks, which
// are sixteen nibbles:
//
//     word:  block b nibble 7 | ... | block b nibble 0 | block a nibble 7 | ... | block a nibble 0
//
// All S-boxes are evaluated together as polynomials (polynomial.hpp), so that nibble i uses the
// polynomials of S-box i.
#pragma once

#include "cipher/gost28147/polynomial.hpp"
#include "cipher/gost28147/spec.hpp"

namespace hedgerow::gost28147 {

struct PairKey {
  std::uint64_t coefficient[16];
  std::uint32_t word[8];
};

HR_INLINE void prepare_boxes(const std::uint8_t* boxes, PairKey& key) {
  for (int x = 0; x < 16; x++) {
    std::uint64_t row_values = 0;
    for (int row = 0; row < kBoxes; row++)
      row_values |= (std::uint64_t)packed_box(boxes, row, x) << (4 * row);
    key.coefficient[x] = row_values | row_values << 32;
  }
  to_coefficients(key.coefficient);
}

// Computes t(a + k) <<< 11 in both halves.
HR_INLINE std::uint64_t round_function(const PairKey& key, std::uint64_t a, std::uint32_t k) {
  const std::uint64_t sum = (std::uint32_t)(a + k) | ((a >> 32) + k) << 32;
  std::uint64_t x[4], product[16];
  unroll<4>([&](auto i) HR_LAMBDA {
    const std::uint64_t bit = sum >> i & 0x1111111111111111;
    x[i] = (bit << 4) - bit;  // fifteen if the bit is set
  });
  multiply_out(x, product);
  const std::uint64_t t = evaluate(key.coefficient, product);
  constexpr std::uint64_t kCarried = ((1ull << kRotation) - 1) * 0x100000001;
  return (t << kRotation & ~kCarried) | (t >> (32 - kRotation) & kCarried);
}

template <bool kDecrypt>
HR_INLINE void crypt_pair(const PairKey& key, std::uint64_t* block) {
  std::uint64_t n1 = (std::uint32_t)block[0] | block[1] << 32;
  std::uint64_t n2 = block[0] >> 32 | block[1] >> 32 << 32;
  for (int i = 0; i < kRounds; i += 2) {
    const int first = kDecrypt ? kRounds - 1 - i : i, second = kDecrypt ? first - 1 : first + 1;
    n2 ^= round_function(key, n1, key.word[key_word(first)]);
    n1 ^= round_function(key, n2, key.word[key_word(second)]);
  }
  block[0] = (std::uint32_t)n2 | n1 << 32;
  block[1] = n2 >> 32 | n1 >> 32 << 32;
}

}  // namespace hedgerow::gost28147
