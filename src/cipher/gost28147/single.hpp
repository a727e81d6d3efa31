// One block in plain 64-bit words, constant in time: the eight nibbles of t(a) in the bytes of one
// word, byte i through S-box i,
//
//     word:  nibble 7 | ... | nibble 1 | nibble 0        a byte each
//
// and all eight S-boxes at once as polynomials (polynomial.hpp).
#pragma once

#include "cipher/gost28147/polynomial.hpp"
#include "cipher/gost28147/spec.hpp"

namespace hedgerow::gost28147 {

struct SingleKey {
  std::uint64_t coefficient[16];
  std::uint32_t word[8];
};

HR_INLINE void prepare_boxes(const std::uint8_t* boxes, SingleKey& key) {
  for (int x = 0; x < 16; x++) {
    key.coefficient[x] = 0;
    for (int row = 0; row < kBoxes; row++)
      key.coefficient[x] |= (std::uint64_t)packed_box(boxes, row, x) << (8 * row);
  }
  to_coefficients(key.coefficient);
}

HR_INLINE std::uint64_t spread_nibbles(std::uint32_t a) {
  std::uint64_t x = a;
  x = (x | x << 16) & 0x0000ffff0000ffff;
  x = (x | x << 8) & 0x00ff00ff00ff00ff;
  return (x | x << 4) & 0x0f0f0f0f0f0f0f0f;
}
HR_INLINE std::uint32_t gather_nibbles(std::uint64_t x) {
  x = (x | x >> 4) & 0x00ff00ff00ff00ff;
  x = (x | x >> 8) & 0x0000ffff0000ffff;
  return (std::uint32_t)(x | x >> 16);
}

HR_INLINE std::uint32_t round_function(const SingleKey& key, std::uint32_t a, std::uint32_t k) {
  const std::uint64_t nibbles = spread_nibbles(a + k);
  std::uint64_t x[4], product[16];
  unroll<4>([&](auto i) HR_LAMBDA {
    const std::uint64_t bit = nibbles >> i & 0x0101010101010101;
    x[i] = (bit << 4) - bit;  // fifteen where the bit is set
  });
  multiply_out(x, product);
  const std::uint32_t t = gather_nibbles(evaluate(key.coefficient, product));
  return t << kRotation | t >> (32 - kRotation);
}

template <bool kDecrypt>
HR_INLINE std::uint64_t crypt_single(const SingleKey& key, std::uint64_t block) {
  auto n1 = (std::uint32_t)block, n2 = (std::uint32_t)(block >> 32);
  for (int i = 0; i < kRounds; i += 2) {
    const int first = kDecrypt ? kRounds - 1 - i : i, second = kDecrypt ? first - 1 : first + 1;
    n2 ^= round_function(key, n1, key.word[key_word(first)]);
    n1 ^= round_function(key, n2, key.word[key_word(second)]);
  }
  return n2 | (std::uint64_t)n1 << 32;
}

}  // namespace hedgerow::gost28147
