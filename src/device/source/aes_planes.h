// AES over bit planes [FIPS 197], where byte 4 c + r is row r of column c.
//
// `keys` has 128 planes for each round key, from the first round to the last.
#pragma once

#include "language.h"

#include "circuit/aes/aes.BASIS.h"
#include "circuit/aes/inv.BASIS.h"
#include "planes.h"

// Rotates row r by r columns to the left (shift 1) or to the right (shift 3).
HR_DEVICE void hr_shift_rows(u32* p, int shift) {
  u32 t[128];
  HR_UNROLL
  for (int i = 0; i < 16; i++) {
    const int from = 4 * ((i / 4 + shift * (i % 4)) % 4) + i % 4;
    HR_UNROLL
    for (int b = 0; b < 8; b++) t[8 * i + b] = p[8 * from + b];
  }
  HR_UNROLL
  for (int i = 0; i < 128; i++) p[i] = t[i];
}

// Mixes one column. With u_r = byte r + byte r+1 (indices modulo 4), byte r becomes byte r+1 +
// u_r+2 + 2 u_r.
HR_DEVICE void hr_mix_column(u32* p) {
  u32 u[4][8], t[32];
  HR_UNROLL
  for (int i = 0; i < 32; i++) {
    u[i / 8][i % 8] = p[i] ^ p[(i + 8) % 32];
    t[i] = p[i];
  }
  HR_UNROLL
  for (int i = 0; i < 32; i++) {
    const int r = i / 8, b = i % 8;
    const u32 twice = u[r][(b + 7) % 8];
    p[i] = HR_XOR3(t[(i + 8) % 32], u[(r + 2) % 4][b], twice);
    if (b == 1 || b == 3 || b == 4) p[i] ^= u[r][7];
  }
}
// InvMixColumns: first adds 4 (byte r + byte r+2) to both bytes r and r+2, and then applies
// MixColumns.
HR_DEVICE void hr_inverse_mix_column(u32* p) {
  HR_UNROLL
  for (int r = 0; r < 2; r++) {
    u32 u[8], v[8];
    HR_UNROLL
    for (int b = 0; b < 8; b++) u[b] = p[8 * r + b] ^ p[8 * (r + 2) + b];
    const u32 both = u[6] ^ u[7];
    v[0] = u[6];
    v[1] = both;
    v[2] = u[0] ^ u[7];
    v[3] = u[1] ^ u[6];
    v[4] = u[2] ^ both;
    v[5] = u[3] ^ u[7];
    v[6] = u[4];
    v[7] = u[5];
    HR_UNROLL
    for (int b = 0; b < 8; b++) {
      p[8 * r + b] ^= v[b];
      p[8 * (r + 2) + b] ^= v[b];
    }
  }
  hr_mix_column(p);
}

HR_DEVICE void hr_sub_bytes(u32* p) {
  HR_UNROLL
  for (int i = 0; i < 16; i++) {
    box_aes(p + 8 * i, p + 8 * i);
    if (i % 4 == 3) HR_FENCE(i);
  }
}
HR_DEVICE void hr_inverse_sub_bytes(u32* p) {
  HR_UNROLL
  for (int i = 0; i < 16; i++) {
    box_aes_inv(p + 8 * i, p + 8 * i);
    if (i % 2 == 1) HR_FENCE(i);
  }
}

HR_DEVICE void hr_encrypt_planes(u32* p, const HR_GLOBAL u32* HR_RESTRICT keys) {
  hr_add_key(p, keys, 128);
  HR_ROLLED
  for (int r = 1; r <= HR_ROUNDS; r++) {
    hr_sub_bytes(p);
    hr_shift_rows(p, 1);
    HR_UNROLL
    for (int c = 0; c < 4; c++) {
      if (r < HR_ROUNDS) hr_mix_column(p + 32 * c);
      hr_add_key(p + 32 * c, keys + 128 * r + 32 * c, 32);
      HR_FENCE(20 + c);
    }
  }
}
HR_DEVICE void hr_decrypt_planes(u32* p, const HR_GLOBAL u32* HR_RESTRICT keys) {
  hr_add_key(p, keys + 128 * HR_ROUNDS, 128);
  HR_ROLLED
  for (int r = HR_ROUNDS - 1; r >= 0; r--) {
    hr_shift_rows(p, 3);
    hr_inverse_sub_bytes(p);
    hr_add_key(p, keys + 128 * r, 128);
    HR_FENCE(30);
    if (r > 0) {
      HR_UNROLL
      for (int c = 0; c < 4; c++) {
        hr_inverse_mix_column(p + 32 * c);
        HR_FENCE(20 + c);
      }
    }
  }
}

#include "planes_entries.inc"
