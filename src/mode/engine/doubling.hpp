// Computes v = v * x in GF(2^(8 * block)) in constant time, with big-endian bits. CMAC derives its masks this way. The
// polynomials are x^64 + x^4 + x^3 + x + 1 and x^128 + x^7 + x^2 + x + 1 [SP 800-38B], x^256 + x^10 + x^5 + x^2 + 1 and
// x^512 + x^8 + x^5 + x^2 + 1 [DSTU 7624].
#pragma once

#include "base/bytes.hpp"
#include "base/secret.hpp"

namespace hedgerow {

inline void double_big_endian(std::uint8_t* v, std::size_t block) noexcept {
  const std::uint64_t polynomial = block == 8    ? 0x1b
                                   : block == 16 ? 0x87
                                   : block == 32 ? 0x425
                                                 : 0x125;
  std::uint64_t carry = opaque(0 - (std::uint64_t)(v[0] >> 7)) & polynomial;
  for (std::size_t i = block; i != 0; i -= 8) {
    const std::uint64_t word = load_be64(v + i - 8);
    store_be64(v + i - 8, (word << 1) ^ carry);
    carry = word >> 63;
  }
}

}  // namespace hedgerow
