// CLEFIA over bit planes [RFC 6114], where a block is four words T0..T3 of four bytes.
//
// keys: 32 planes for each word, in the order WK0..WK3, RK0, RK1, ...
#pragma once

#include "language.h"

#include "circuit/clefia/m0.BASIS.h"
#include "circuit/clefia/m1.BASIS.h"
#include "circuit/clefia/s0.BASIS.h"
#include "circuit/clefia/s1.BASIS.h"
#include "planes.h"

#define HR_WHITENING(i) (keys + 32 * (i))
#define HR_ROUND_KEY(i) (keys + 32 * (4 + (i)))

// Computes to ^= F0(x) or F1(x).
HR_DEVICE void hr_f(const u32* x, u32* to, const HR_GLOBAL u32* HR_RESTRICT key, const int which) {
  u32 t[32], y[32];
  HR_UNROLL
  for (int i = 0; i < 32; i++) t[i] = x[i];
  hr_add_key(t, key, 32);
  HR_UNROLL
  for (int i = 0; i < 4; i++)
    if ((which + i) % 2)
      box_clefia_s1(t + 8 * i, t + 8 * i);
    else
      box_clefia_s0(t + 8 * i, t + 8 * i);
  if (which)
    box_clefia_m1(t, y);
  else
    box_clefia_m0(t, y);
  HR_UNROLL
  for (int i = 0; i < 32; i++) to[i] ^= y[i];
}
// Rotates the words: T0..T3 <- T1, T2, T3, T0 (by 1), T2, T3, T0, T1 (by 2), ...
HR_DEVICE void hr_turn_words(u32* p, int by) {
  u32 t[128];
  HR_UNROLL
  for (int i = 0; i < 128; i++) t[i] = p[(i + 32 * by) % 128];
  HR_UNROLL
  for (int i = 0; i < 128; i++) p[i] = t[i];
}

// A pass does two rounds and then rotates the words by two. The words are not rotated after the
// last round.
HR_DEVICE void hr_encrypt_planes(u32* p, const HR_GLOBAL u32* HR_RESTRICT keys) {
  hr_add_key(p + 32, HR_WHITENING(0), 32);
  hr_add_key(p + 96, HR_WHITENING(1), 32);
  HR_ROLLED
  for (int r = 0; r < HR_ROUNDS; r += 2) {
    hr_f(p, p + 32, HR_ROUND_KEY(2 * r), 0);
    HR_FENCE(0);
    hr_f(p + 64, p + 96, HR_ROUND_KEY(2 * r + 1), 1);
    HR_FENCE(1);
    hr_f(p + 32, p + 64, HR_ROUND_KEY(2 * r + 2), 0);
    HR_FENCE(2);
    hr_f(p + 96, p, HR_ROUND_KEY(2 * r + 3), 1);
    HR_FENCE(3);
    hr_turn_words(p, 2);
  }
  hr_turn_words(p, 3);
  hr_add_key(p + 32, HR_WHITENING(2), 32);
  hr_add_key(p + 96, HR_WHITENING(3), 32);
}
HR_DEVICE void hr_decrypt_planes(u32* p, const HR_GLOBAL u32* HR_RESTRICT keys) {
  hr_add_key(p + 32, HR_WHITENING(2), 32);
  hr_add_key(p + 96, HR_WHITENING(3), 32);
  HR_ROLLED
  for (int r = HR_ROUNDS - 1; r > 0; r -= 2) {
    hr_f(p, p + 32, HR_ROUND_KEY(2 * r), 0);
    HR_FENCE(0);
    hr_f(p + 64, p + 96, HR_ROUND_KEY(2 * r + 1), 1);
    HR_FENCE(1);
    hr_f(p + 96, p, HR_ROUND_KEY(2 * r - 2), 0);
    HR_FENCE(2);
    hr_f(p + 32, p + 64, HR_ROUND_KEY(2 * r - 1), 1);
    HR_FENCE(3);
    hr_turn_words(p, 2);
  }
  hr_turn_words(p, 1);
  hr_add_key(p + 32, HR_WHITENING(0), 32);
  hr_add_key(p + 96, HR_WHITENING(1), 32);
}

#include "planes_entries.inc"
