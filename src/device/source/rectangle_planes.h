// RECTANGLE over bit planes [ePrint 2014/084]: four rows of 16 columns, big-endian. Row i rotates
// to the left by 0, 1, 12, 13.
//
// `keys` has 64 planes for each round key, with the rows in order.
#pragma once

#include "language.h"

#define HR_LITTLE 0
#include "circuit/rectangle/inv.BASIS.h"
#include "circuit/rectangle/rectangle.BASIS.h"
#include "halves.h"

#define HR_TURN(row) ((row) == 0 ? 0 : (row) == 1 ? 1 : 10 + (row))

HR_DEVICE void hr_round_key(u32 (*x)[16], const HR_GLOBAL u32* HR_RESTRICT keys, int r) {
  HR_UNROLL
  for (int i = 0; i < 4; i++) hr_add_word(x[i], keys, 4 * r + i);
}

HR_DEVICE void hr_round(u32 (*x)[16], const HR_GLOBAL u32* HR_RESTRICT keys, int r) {
  u32 t[4][16];
  hr_round_key(x, keys, r);
  HR_UNROLL
  for (int j = 0; j < 16; j++) {
    const u32 in[4] = {x[0][j], x[1][j], x[2][j], x[3][j]};
    u32 column[4];
    box_rectangle(in, column);
    HR_UNROLL
    for (int i = 0; i < 4; i++) t[i][(j + HR_TURN(i)) % 16] = column[i];
  }
  HR_UNROLL
  for (int i = 0; i < 64; i++) x[i / 16][i % 16] = t[i / 16][i % 16];
}
HR_DEVICE void hr_inverse_round(u32 (*x)[16], const HR_GLOBAL u32* HR_RESTRICT keys, int r) {
  u32 t[4][16];
  HR_UNROLL
  for (int j = 0; j < 16; j++) {
    u32 column[4], out[4];
    HR_UNROLL
    for (int i = 0; i < 4; i++) column[i] = x[i][(j + HR_TURN(i)) % 16];
    box_rectangle_inv(column, out);
    HR_UNROLL
    for (int i = 0; i < 4; i++) t[i][j] = out[i];
  }
  HR_UNROLL
  for (int i = 0; i < 64; i++) x[i / 16][i % 16] = t[i / 16][i % 16];
  hr_round_key(x, keys, r);
}

// A pass does five rounds, because then few rotations of the rows need register moves.
HR_DEVICE void hr_encrypt_planes(u32* p, const HR_GLOBAL u32* HR_RESTRICT keys) {
  u32 x[4][16];
  hr_words_of(p, x);
  HR_ROLLED
  for (int r = 0; r < HR_ROUNDS; r += 5) {
    HR_UNROLL
    for (int i = 0; i < 5; i++) hr_round(x, keys, r + i);
  }
  hr_round_key(x, keys, HR_ROUNDS);
  hr_planes_of(x, p);
}
HR_DEVICE void hr_decrypt_planes(u32* p, const HR_GLOBAL u32* HR_RESTRICT keys) {
  u32 x[4][16];
  hr_words_of(p, x);
  hr_round_key(x, keys, HR_ROUNDS);
  HR_ROLLED
  for (int r = HR_ROUNDS; r > 0; r -= 5) {
    HR_UNROLL
    for (int i = 1; i <= 5; i++) hr_inverse_round(x, keys, r - i);
  }
  hr_planes_of(x, p);
}

#include "planes_entries.inc"
