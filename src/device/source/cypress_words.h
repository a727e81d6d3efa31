// Cypress in native words of HR_BLOCK / 8 bytes, most significant byte first.
// src/cipher/cypress/spec.hpp says how the paper is read.
//
// keys: the round keys of four words each, in order. A 64-bit word is two 32-bit words, the lower
// first.
#pragma once

#include "blocks.h"

#if HR_BLOCK == 64
typedef u64 hr_word;
#define HR_KEY(i) ((u64)keys[2 * (i) + 1] << 32 | keys[2 * (i)])
#define HR_TURNS 32, 24, 16, 15
#else
typedef u32 hr_word;
#define HR_KEY(i) (keys[i])
#define HR_TURNS 16, 12, 8, 7
#endif

HR_DEVICE hr_word hr_turn(hr_word x, int left) {
  return x << left | x >> (8 * (int)sizeof(hr_word) - left);
}

// The quarter round of ChaCha, twice.
HR_DEVICE void hr_h(hr_word* p, int r0, int r1, int r2, int r3) {
  HR_UNROLL
  for (int i = 0; i < 2; i++) {
    p[0] += p[1];
    p[3] = hr_turn(p[3] ^ p[0], r0);
    p[2] += p[3];
    p[1] = hr_turn(p[1] ^ p[2], r1);
    p[0] += p[1];
    p[3] = hr_turn(p[3] ^ p[0], r2);
    p[2] += p[3];
    p[1] = hr_turn(p[1] ^ p[2], r3);
  }
}
#define HR_H(p, turns) hr_h(p, turns)

HR_DEVICE void hr_split(const u32* s, hr_word* w) {
  HR_UNROLL
  for (int j = 0; j < 8; j++)
#if HR_BLOCK == 64
    w[j] = (u64)hr_reverse32(s[2 * j]) << 32 | hr_reverse32(s[2 * j + 1]);
#else
    w[j] = hr_reverse32(s[j]);
#endif
}
HR_DEVICE void hr_join(const hr_word* w, u32* s) {
  HR_UNROLL
  for (int j = 0; j < 8; j++) {
#if HR_BLOCK == 64
    s[2 * j] = hr_reverse32((u32)(w[j] >> 32));
    s[2 * j + 1] = hr_reverse32((u32)w[j]);
#else
    s[j] = hr_reverse32(w[j]);
#endif
  }
}

// Computes onto ^= h(from ^ k).
HR_DEVICE void hr_half_round(const hr_word* from, hr_word* onto,
                             const HR_GLOBAL u32* HR_RESTRICT keys, int r) {
  hr_word t[4];
  HR_UNROLL
  for (int j = 0; j < 4; j++) t[j] = from[j] ^ HR_KEY(4 * r + j);
  HR_H(t, HR_TURNS);
  HR_UNROLL
  for (int j = 0; j < 4; j++) onto[j] ^= t[j];
}

// Two rounds at a time leave the halves in place, and the exchange of the last round is undone.
HR_DEVICE void hr_encrypt_blocks(u32 (*s)[HR_WORDS], const HR_GLOBAL u32* HR_RESTRICT keys) {
  hr_word w[HR_EACH][8];
  HR_UNROLL
  for (int i = 0; i < HR_EACH; i++) hr_split(s[i], w[i]);
  HR_ROLLED
  for (int r = 0; r < HR_ROUNDS; r += 2) {
    HR_UNROLL
    for (int i = 0; i < HR_EACH; i++) hr_half_round(w[i], w[i] + 4, keys, r);
    HR_UNROLL
    for (int i = 0; i < HR_EACH; i++) hr_half_round(w[i] + 4, w[i], keys, r + 1);
  }
  HR_UNROLL
  for (int i = 0; i < HR_EACH; i++) {
    hr_word swapped[8];
    HR_UNROLL
    for (int j = 0; j < 8; j++) swapped[j] = w[i][(j + 4) % 8];
    hr_join(swapped, s[i]);
  }
}

HR_DEVICE void hr_decrypt_blocks(u32 (*s)[HR_WORDS], const HR_GLOBAL u32* HR_RESTRICT keys) {
  hr_word w[HR_EACH][8];
  HR_UNROLL
  for (int i = 0; i < HR_EACH; i++) {
    hr_word swapped[8];
    hr_split(s[i], swapped);
    HR_UNROLL
    for (int j = 0; j < 8; j++) w[i][j] = swapped[(j + 4) % 8];
  }
  HR_ROLLED
  for (int r = HR_ROUNDS - 1; r > 0; r -= 2) {
    HR_UNROLL
    for (int i = 0; i < HR_EACH; i++) hr_half_round(w[i] + 4, w[i], keys, r);
    HR_UNROLL
    for (int i = 0; i < HR_EACH; i++) hr_half_round(w[i], w[i] + 4, keys, r - 1);
  }
  HR_UNROLL
  for (int i = 0; i < HR_EACH; i++) hr_join(w[i], s[i]);
}

#include "words.inc"
