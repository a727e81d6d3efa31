// Camellia over bit planes [RFC 3713], where a block is two halves of eight bytes.
//
// keys: 64 planes for each subkey, in the order of their use: kw1, kw2, k1..k6, ke1, ke2, k7, ..., kw3, kw4
#pragma once

#include "language.h"

#include "circuit/camellia/s1.BASIS.h"
#include "planes.h"

#define HR_SUBKEYS (HR_ROUNDS + HR_ROUNDS / 3 + 2)
#define HR_SUBKEY(i) (keys + 64 * (i))

// s1 of the byte x rotated by `before`, rotated by `after`.
HR_DEVICE void hr_box(u32* x, const int before, const int after) {
  u32 t[8];
  HR_UNROLL
  for (int b = 0; b < 8; b++) t[b] = x[(b + 8 - before) % 8];
  box_camellia_s1(t, t);
  HR_UNROLL
  for (int b = 0; b < 8; b++) x[b] = t[(b + 8 - after) % 8];
}
// Computes to ^= F(from ^ key). Each word of `from` is substituted and added to `to` before the next,
// because both at once need more registers than a thread has. The fences are `fence`, `fence + 1`.
HR_DEVICE void hr_f(const u32* from, u32* to, const HR_GLOBAL u32* HR_RESTRICT key,
                    const int fence) {
  HR_UNROLL
  for (int right = 0; right < 2; right++) {
    u32 t[32];
    HR_UNROLL
    for (int i = 0; i < 32; i++) t[i] = from[32 * right + i];
    hr_add_key(t, key + 32 * right, 32);
    HR_UNROLL
    for (int i = 0; i < 4; i++) {
      const int box = (i + right) % 4;
      hr_box(t + 8 * i, box == 3, box == 1 ? 1 : box == 2 ? 7 : 0);
    }
    HR_UNROLL
    for (int i = 0; i < 32; i++) {
      const u32 sum = t[i % 8] ^ t[8 + i % 8] ^ t[16 + i % 8] ^ t[24 + i % 8];
      const u32 next = t[(i + 8) % 32];
      to[i] ^= sum ^ (right ? t[i] : next);
      to[32 + i] ^= t[i] ^ (right ? sum : next);
    }
    HR_FENCE(fence + right);
  }
}
// x2 ^= (x1 & k1) <<< 1: bit b of byte i comes from bit b - 1, and bit 0 from the next byte.
HR_DEVICE void hr_add_rotated(u32* x, const HR_GLOBAL u32* HR_RESTRICT key) {
  u32 a[32];
  HR_UNROLL
  for (int i = 0; i < 32; i++) a[i] = x[i] & key[i];
  HR_UNROLL
  for (int i = 0; i < 32; i++) x[32 + i] ^= a[i % 8 ? i - 1 : (i + 15) % 32];
}
HR_DEVICE void hr_add_or(u32* x, const HR_GLOBAL u32* HR_RESTRICT key) {
  HR_UNROLL
  for (int i = 0; i < 32; i++) x[i] ^= x[32 + i] | key[32 + i];
}

// A pass does six rounds. Subkey i of the direction is at `first` + step i, except at the two ends.
HR_DEVICE void hr_crypt(u32* p, const HR_GLOBAL u32* HR_RESTRICT keys, const int first,
                        const int step, const int before, const int after) {
  hr_add_key(p, HR_SUBKEY(before), 128);
  HR_ROLLED
  for (int i = 2; i < HR_SUBKEYS - 2; i += 8) {
    if (i > 2) {
      hr_add_rotated(p, HR_SUBKEY(first + step * (i - 2)));
      hr_add_or(p, HR_SUBKEY(first + step * (i - 2)));
      hr_add_or(p + 64, HR_SUBKEY(first + step * (i - 1)));
      hr_add_rotated(p + 64, HR_SUBKEY(first + step * (i - 1)));
    }
    hr_f(p, p + 64, HR_SUBKEY(first + step * i), 0);
    hr_f(p + 64, p, HR_SUBKEY(first + step * (i + 1)), 2);
    hr_f(p, p + 64, HR_SUBKEY(first + step * (i + 2)), 4);
    hr_f(p + 64, p, HR_SUBKEY(first + step * (i + 3)), 6);
    hr_f(p, p + 64, HR_SUBKEY(first + step * (i + 4)), 8);
    hr_f(p + 64, p, HR_SUBKEY(first + step * (i + 5)), 10);
  }
  HR_UNROLL
  for (int i = 0; i < 64; i++) {
    const u32 a = p[i];
    p[i] = p[64 + i];
    p[64 + i] = a;
  }
  hr_add_key(p, HR_SUBKEY(after), 128);
}
HR_DEVICE void hr_encrypt_planes(u32* p, const HR_GLOBAL u32* HR_RESTRICT keys) {
  hr_crypt(p, keys, 0, 1, 0, HR_SUBKEYS - 2);
}
HR_DEVICE void hr_decrypt_planes(u32* p, const HR_GLOBAL u32* HR_RESTRICT keys) {
  hr_crypt(p, keys, HR_SUBKEYS - 1, -1, HR_SUBKEYS - 2, 0);
}

#include "planes_entries.inc"
