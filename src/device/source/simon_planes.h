// SIMON over bit planes [ePrint 2013/404 section 3], where a block is y || x, two words of n bits.
// Rotations need no instruction, because they only rename planes.
//
// `keys` has n planes for each round, from the first round to the last.
#pragma once

#include "planes.h"

#define HR_BITS (4 * HR_BLOCK)

// Computes y ^= f(x) ^ k.
HR_DEVICE void hr_round(const u32* x, u32* y, const HR_GLOBAL u32* HR_RESTRICT keys, int r) {
  HR_UNROLL
  for (int i = 0; i < HR_BITS; i += 4) {
    const hr_quad quad = hr_load4(keys + HR_BITS * r + i);
    const u32 k[4] = {quad.x, quad.y, quad.z, quad.w};
    HR_UNROLL
    for (int j = i; j < i + 4; j++) {
      const u32 a = x[(j + HR_BITS - 1) % HR_BITS], b = x[(j + HR_BITS - 8) % HR_BITS],
                c = x[(j + HR_BITS - 2) % HR_BITS];
      y[j] = HR_XOR3(y[j], k[j - i], HR_TERNARY(0x6a, a, b, c, (a & b) ^ c));
    }
  }
}
#if HR_ROUNDS % 2
#define HR_LAST(first, second, r)     \
  hr_round(first, second, keys, r);   \
  HR_UNROLL                           \
  for (int i = 0; i < HR_BITS; i++) { \
    const u32 t = p[i];               \
    p[i] = p[i + HR_BITS];            \
    p[i + HR_BITS] = t;               \
  }
#else
#define HR_LAST(first, second, r)
#endif

// Two rounds at a time leave the words in place, so no exchange is needed.
HR_DEVICE void hr_encrypt_planes(u32* p, const HR_GLOBAL u32* HR_RESTRICT keys) {
  u32 *y = p, *x = p + HR_BITS;
  HR_ROLLED
  for (int r = 0; r + 1 < HR_ROUNDS; r += 2) {
    hr_round(x, y, keys, r);
    hr_round(y, x, keys, r + 1);
  }
  HR_LAST(x, y, HR_ROUNDS - 1)
}
HR_DEVICE void hr_decrypt_planes(u32* p, const HR_GLOBAL u32* HR_RESTRICT keys) {
  u32 *y = p, *x = p + HR_BITS;
  HR_ROLLED
  for (int r = HR_ROUNDS - 1; r > 0; r -= 2) {
    hr_round(y, x, keys, r);
    hr_round(x, y, keys, r - 1);
  }
  HR_LAST(y, x, 0)
}

#include "planes_entries.inc"
