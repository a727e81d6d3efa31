// SM4 over bit planes [GB/T 32907-2016], where a block is four words X0..X3 of four bytes.
//
// keys: 32 planes for each round key
#pragma once

#include "language.h"

#include "circuit/sm4/sm4.BASIS.h"
#include "planes.h"

// Computes x0 ^= T(x1 ^ x2 ^ x3 ^ key). The planes of a word are those of its bytes, the first byte
// first. rol8 takes the next byte.
HR_DEVICE void hr_round(u32* x0, const u32* x1, const u32* x2, const u32* x3,
                        const HR_GLOBAL u32* HR_RESTRICT key) {
  u32 t[32], a[32];
  HR_UNROLL
  for (int i = 0; i < 32; i++) t[i] = x1[i] ^ x2[i] ^ x3[i];
  hr_add_key(t, key, 32);
  HR_UNROLL
  for (int i = 0; i < 32; i += 8) box_sm4(t + i, t + i);
  HR_UNROLL
  for (int i = 0; i < 32; i++) a[i] = t[i] ^ t[(i + 8) % 32] ^ t[(i + 16) % 32];
  HR_UNROLL
  for (int i = 0; i < 32; i++)
    x0[i] ^= t[i] ^ t[(i + 24) % 32] ^ a[i % 8 < 2 ? (i + 14) % 32 : i - 2];
}
// A pass does four rounds. The keys are first + step i for round i.
HR_DEVICE void hr_crypt(u32* p, const HR_GLOBAL u32* HR_RESTRICT keys, const int first,
                        const int step) {
  HR_ROLLED
  for (int r = 0; r < HR_ROUNDS; r += 4) {
    const HR_GLOBAL u32* const key = keys + 32 * (first + step * r);
    hr_round(p, p + 32, p + 64, p + 96, key);
    HR_FENCE(0);
    hr_round(p + 32, p + 64, p + 96, p, key + 32 * step);
    HR_FENCE(1);
    hr_round(p + 64, p + 96, p, p + 32, key + 64 * step);
    HR_FENCE(2);
    hr_round(p + 96, p, p + 32, p + 64, key + 96 * step);
    HR_FENCE(3);
  }
  HR_UNROLL
  for (int i = 0; i < 64; i++) {
    const int j = 96 - i / 32 * 32 + i % 32;
    const u32 a = p[i];
    p[i] = p[j];
    p[j] = a;
  }
}
HR_DEVICE void hr_encrypt_planes(u32* p, const HR_GLOBAL u32* HR_RESTRICT keys) {
  hr_crypt(p, keys, 0, 1);
}
HR_DEVICE void hr_decrypt_planes(u32* p, const HR_GLOBAL u32* HR_RESTRICT keys) {
  hr_crypt(p, keys, HR_ROUNDS - 1, -1);
}

#include "planes_entries.inc"
