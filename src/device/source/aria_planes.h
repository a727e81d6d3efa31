// ARIA over bit planes [RFC 5794], where a block is 16 bytes.
//
// keys: 128 planes for each round key
#pragma once

#include "language.h"

#include "circuit/aes/aes.BASIS.h"
#include "circuit/aes/inv.BASIS.h"
#include "circuit/aria/inv.BASIS.h"
#include "circuit/aria/s2.BASIS.h"
#include "planes.h"

#define HR_ROUND_KEY(i) (keys + 128 * (i))

// SL1, or SL2 if `second` is 1. Each is the inverse of the other.
HR_DEVICE void hr_substitute(u32* p, const int second) {
  HR_UNROLL
  for (int i = 0; i < 16; i++) {
    u32* const x = p + 8 * i;
    const int box = (i + 2 * second) % 4;
    if (box == 0)
      box_aes(x, x);
    else if (box == 1)
      box_aria_s2(x, x);
    else if (box == 2)
      box_aes_inv(x, x);
    else
      box_aria_inv(x, x);
    if (i % 2 == 1) HR_FENCE(8 * second + i / 2);
  }
}
// Sums of three of four bytes, with `step` planes from one to the next.
HR_DEVICE void hr_add_three(u32* p, const int step) {
  const u32 a = p[0], b = p[step], c = p[2 * step], d = p[3 * step];
  p[0] = a ^ b ^ c;
  p[step] = a ^ c ^ d;
  p[2 * step] = a ^ b ^ d;
  p[3 * step] = b ^ c ^ d;
}
// A, which is its own inverse: in words, over words, byte i of word j to byte i ^ j, over words.
HR_DEVICE void hr_diffuse(u32* p) {
  u32 t[128];
  HR_UNROLL
  for (int i = 0; i < 128; i++) {
    const u32* const word = p + i / 32 * 32 + i % 8;
    t[i] = word[0] ^ word[8] ^ word[16] ^ word[24] ^ p[i];
  }
  HR_UNROLL
  for (int i = 0; i < 32; i++) hr_add_three(t + i, 32);
  HR_UNROLL
  for (int i = 0; i < 128; i++) p[i] = t[i ^ (i / 32 * 8)];
  HR_UNROLL
  for (int i = 0; i < 32; i++) hr_add_three(p + i, 32);
}

// A pass does two rounds, also with A in the last one, which is undone at the end.
HR_DEVICE void hr_encrypt_planes(u32* p, const HR_GLOBAL u32* HR_RESTRICT keys) {
  HR_ROLLED
  for (int r = 0; r < HR_ROUNDS; r += 2) {
    hr_add_key(p, HR_ROUND_KEY(r), 128);
    hr_substitute(p, 0);
    hr_diffuse(p);
    hr_add_key(p, HR_ROUND_KEY(r + 1), 128);
    hr_substitute(p, 1);
    hr_diffuse(p);
  }
  hr_diffuse(p);
  hr_add_key(p, HR_ROUND_KEY(HR_ROUNDS), 128);
}
HR_DEVICE void hr_decrypt_planes(u32* p, const HR_GLOBAL u32* HR_RESTRICT keys) {
  hr_add_key(p, HR_ROUND_KEY(HR_ROUNDS), 128);
  HR_ROLLED
  for (int r = HR_ROUNDS - 1; r > 0; r -= 2) {
    hr_substitute(p, 0);
    hr_add_key(p, HR_ROUND_KEY(r), 128);
    HR_FENCE(16);
    hr_diffuse(p);
    hr_substitute(p, 1);
    hr_add_key(p, HR_ROUND_KEY(r - 1), 128);
    HR_FENCE(17);
    hr_diffuse(p);
  }
  hr_diffuse(p);
}

#include "planes_entries.inc"
