// SPECK over bit planes [ePrint 2013/404 section 4], where a block is y || x, two words of n bits.
// Rotations only rename planes, and a sum needs two functions of three inputs for each bit.
//
// `keys` has n planes for each round, from the first round to the last.
#pragma once

#include "planes.h"

#define HR_BITS (4 * HR_BLOCK)
#define HR_ALPHA (HR_BITS == 16 ? 7 : 8)
#define HR_BETA (HR_BITS == 16 ? 2 : 3)

HR_DEVICE void hr_encrypt_planes(u32* p, const HR_GLOBAL u32* HR_RESTRICT keys) {
  HR_ROLLED
  for (int r = 0; r < HR_ROUNDS; r++) {
    u32 x[HR_BITS], y[HR_BITS], carry = 0;
    HR_UNROLL
    for (int i = 0; i < HR_BITS; i++) {
      const u32 a = p[HR_BITS + (i + HR_ALPHA) % HR_BITS];
      x[i] = HR_XOR3(a, p[i], carry);
      carry = HR_CARRY(a, p[i], carry);
    }
    hr_add_key(x, keys + HR_BITS * r, HR_BITS);
    HR_UNROLL
    for (int i = 0; i < HR_BITS; i++) y[i] = p[(i + HR_BITS - HR_BETA) % HR_BITS] ^ x[i];
    HR_UNROLL
    for (int i = 0; i < HR_BITS; i++) {
      p[i] = y[i];
      p[HR_BITS + i] = x[i];
    }
  }
}
HR_DEVICE void hr_decrypt_planes(u32* p, const HR_GLOBAL u32* HR_RESTRICT keys) {
  HR_ROLLED
  for (int r = HR_ROUNDS - 1; r >= 0; r--) {
    u32 x[HR_BITS], y[HR_BITS], borrow = 0;
    HR_UNROLL
    for (int i = 0; i < HR_BITS; i++)
      y[i] = p[(i + HR_BETA) % HR_BITS] ^ p[HR_BITS + (i + HR_BETA) % HR_BITS];
    hr_add_key(p + HR_BITS, keys + HR_BITS * r, HR_BITS);
    HR_UNROLL
    for (int i = 0; i < HR_BITS; i++) {
      const u32 a = p[HR_BITS + i];
      x[(i + HR_ALPHA) % HR_BITS] = HR_XOR3(a, y[i], borrow);
      borrow = HR_BORROW(a, y[i], borrow);
    }
    HR_UNROLL
    for (int i = 0; i < HR_BITS; i++) {
      p[i] = y[i];
      p[HR_BITS + i] = x[i];
    }
  }
}

#include "planes_entries.inc"
