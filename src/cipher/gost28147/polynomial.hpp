// A secret 4-bit function as a polynomial over GF(2), which is evaluated without a look-up. f(x) is
// the sum of coefficient[m] times the product of those x_i with bit i set in m. For example, the
// term of m = 5 is coefficient[5] x_0 x_2. A word has as many functions or arguments as the caller
// packs into it.
#pragma once

#include "base/inline.hpp"

namespace hedgerow::gost28147 {

// Converts the values f(0..15) to coefficients, in place.
HR_INLINE void to_coefficients(std::uint64_t* f) {
  for (int bit = 1; bit < 16; bit *= 2)
    for (int m = 0; m < 16; m++)
      if (m & bit) f[m] ^= f[m ^ bit];
}

// Computes product[m], m = 1..15, of x[0..3].
HR_INLINE void multiply_out(const std::uint64_t* x, std::uint64_t* product) {
  unroll<4>([&](auto i) HR_LAMBDA {
    product[1 << i] = x[i];
    unroll<(1 << i) - 1>([&](auto m)
                             HR_LAMBDA { product[(1 << i) + m + 1] = product[m + 1] & x[i]; });
  });
}

// Uses four sums, because a short message would have to wait longer for a single sum.
HR_INLINE std::uint64_t evaluate(const std::uint64_t* coefficient, const std::uint64_t* product) {
  std::uint64_t r[4] = {coefficient[0], 0, 0, 0};
  unroll<15>([&](auto i) HR_LAMBDA {
    constexpr int m = i + 1;
    r[m / 4] ^= coefficient[m] & product[m];
  });
  return (r[0] ^ r[1]) ^ (r[2] ^ r[3]);
}

}  // namespace hedgerow::gost28147
