// Products of field elements without tables. Carry-less products of 32-bit words use integer
// multiplication with holes between the bits (like BearSSL's ctmul
// [https://www.bearssl.org/constanttime.html]). Karatsuba's rule combines them, and there is one
// reduction at the end. There are no look-ups and no branches, and the time of a device's integer
// multiplication does not depend on its factors.
//
//   word        0                1          ...
//   bits     0 .. 31          0 .. 31
//   powers   x^0 .. x^31      x^32 .. x^63  ...
//
// With HR_REFLECTED the elements in memory are in GHASH's order [SP 800-38D], which reverses the
// bits of each byte.
//
// `keys` has the factor of hr_hash, which is one element of HR_WORDS words.
#pragma once

#include "blocks.h"

// x^n modulo the field's polynomial. The fields are those of src/field/definition.hpp.
#if HR_BLOCK == 8
#define HR_LOW 0x1b
#elif HR_BLOCK == 16
#define HR_LOW 0x87
#elif HR_BLOCK == 32
#define HR_LOW 0x425
#else
#define HR_LOW 0x125
#endif
#define HR_LOW_DEGREE 10

// Multiplies with one bit in four of each factor. At most 8 products of bits fall into a column, so
// a sum never leaves the column's four bits. Its lowest bit is the sum over GF(2).
HR_DEVICE void hr_product1(const u32* a, const u32* b, u32* r, const int at) {
  u32 x[4], y[4];
  u64 sum = 0;
  (void)at;
  HR_UNROLL
  for (int i = 0; i < 4; i++) {
    x[i] = *a & (0x11111111u << i);
    y[i] = *b & (0x11111111u << i);
  }
  HR_UNROLL
  for (int k = 0; k < 4; k++) {
    u64 column = 0;
    HR_UNROLL
    for (int i = 0; i < 4; i++) column ^= hr_product(x[i], y[(k + 4 - i) % 4]);
    sum |= column & ((u64)0x1111111111111111u << k);
  }
  r[0] = (u32)sum;
  r[1] = (u32)(sum >> 32);
}
// r: the product of 2 n words, from factors of n = 2 m words, by three products of m words. `at`
// distinguishes the calls. FENCE keeps the compiler from mixing the products of long factors, which
// would need more registers than a thread has.
#define HR_NO_FENCE(k) (void)(k)
#define HR_KARATSUBA(n, m, FENCE)                                                  \
  HR_DEVICE void hr_product##n(const u32* a, const u32* b, u32* r, const int at) { \
    u32 x[m], y[m], middle[n];                                                     \
    FENCE(100 * n + 0 + 3 * at);                                                   \
    hr_product##m(a, b, r, 3 * at);                                                \
    FENCE(100 * n + 1 + 3 * at);                                                   \
    hr_product##m(a + m, b + m, r + n, 3 * at + 1);                                \
    FENCE(100 * n + 2 + 3 * at);                                                   \
    HR_UNROLL                                                                      \
    for (int i = 0; i < m; i++) {                                                  \
      x[i] = a[i] ^ a[m + i];                                                      \
      y[i] = b[i] ^ b[m + i];                                                      \
    }                                                                              \
    hr_product##m(x, y, middle, 3 * at + 2);                                       \
    HR_UNROLL                                                                      \
    for (int i = 0; i < n; i++) middle[i] = HR_XOR3(middle[i], r[i], r[n + i]);    \
    HR_UNROLL                                                                      \
    for (int i = 0; i < n; i++) r[m + i] ^= middle[i];                             \
  }
HR_KARATSUBA(2, 1, HR_NO_FENCE)
#if HR_WORDS >= 16
HR_KARATSUBA(4, 2, HR_FENCE)
#elif HR_WORDS >= 4
HR_KARATSUBA(4, 2, HR_NO_FENCE)
#endif
#if HR_WORDS >= 8
HR_KARATSUBA(8, 4, HR_FENCE)
#endif
#if HR_WORDS >= 16
HR_KARATSUBA(16, 8, HR_NO_FENCE)
#endif
#if HR_WORDS == 2
#define hr_products hr_product2
#elif HR_WORDS == 4
#define hr_products hr_product4
#elif HR_WORDS == 8
#define hr_products hr_product8
#else
#define hr_products hr_product16
#endif

// Reduces r, of 2 HR_WORDS words, modulo x^n + HR_LOW.
HR_DEVICE void hr_reduce(const u32* r, u32* to) {
  const u32 top = r[2 * HR_WORDS - 1];
  u32 over = 0;
  HR_UNROLL
  for (int k = 1; k <= HR_LOW_DEGREE; k++)
    if (HR_LOW >> k & 1) over ^= top >> (32 - k);
  HR_UNROLL
  for (int i = 0; i < HR_WORDS; i++) {
    const u32 high = r[HR_WORDS + i], below = i == 0 ? over : r[HR_WORDS + i - 1];
    u32 sum = r[i] ^ high;
    if (i == 0) sum ^= over;
    HR_UNROLL
    for (int k = 1; k <= HR_LOW_DEGREE; k++)
      if (HR_LOW >> k & 1) sum ^= i == 0 ? (high ^ below) << k : high << k | below >> (32 - k);
    to[i] = sum;
  }
}

// Converts an element between its bytes in memory and its words here. The conversion is its own
// inverse.
HR_DEVICE void hr_turn_element(u32* s) {
#if HR_REFLECTED
  HR_UNROLL
  for (int i = 0; i < HR_WORDS; i++) {
    u32 x = s[i];
    x = (x & 0x55555555) << 1 | (x >> 1 & 0x55555555);
    x = (x & 0x33333333) << 2 | (x >> 2 & 0x33333333);
    s[i] = (x & 0x0f0f0f0f) << 4 | (x >> 4 & 0x0f0f0f0f);
  }
#else
  (void)s;
#endif
}

HR_DEVICE void hr_multiply(u32* acc, const HR_GLOBAL u32* HR_RESTRICT keys) {
  u32 factor[HR_WORDS], made[2 * HR_WORDS];
  HR_UNROLL
#if HR_WORDS > 4
  for (int i = 0; i < HR_WORDS; i++) factor[i] = hr_opaque(keys[i]);
#else
  // each word of `factor` stays in a register
  for (int i = 0; i < HR_WORDS; i++) factor[i] = keys[i];
#endif
  hr_products(acc, factor, made, 0);
  hr_reduce(made, acc);
}

#if HR_BLOCK <= 16 && !HR_REFLECTED  // the elements that MGM uses
#define HR_HAS_DOT
#endif
#include "hash.inc"
