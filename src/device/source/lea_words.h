// LEA in native words [KS X 3246], with four little-endian words and six key words for each round.
//
// `keys` has the round keys of six words each, from the first round to the last.
#pragma once

#include "blocks.h"

// A round writes the new words 0, 1, 2 over the old ones, and word 3 of the result is the old word
// 0.
HR_DEVICE void hr_encrypt_blocks(u32 (*s)[HR_WORDS], const HR_GLOBAL u32* HR_RESTRICT keys) {
  HR_ROLLED
  for (int r = 0; r < HR_ROUNDS; r++) {
    u32 k[6];
    HR_UNROLL
    for (int j = 0; j < 6; j++) k[j] = keys[6 * r + j];
    HR_UNROLL
    for (int i = 0; i < HR_EACH; i++) {
      const u32 first = s[i][0];
      s[i][0] = hr_rotl32((s[i][0] ^ k[0]) + (s[i][1] ^ k[1]), 9);
      s[i][1] = hr_rotl32((s[i][1] ^ k[2]) + (s[i][2] ^ k[3]), 27);
      s[i][2] = hr_rotl32((s[i][2] ^ k[4]) + (s[i][3] ^ k[5]), 29);
      s[i][3] = first;
    }
  }
}

HR_DEVICE void hr_decrypt_blocks(u32 (*s)[HR_WORDS], const HR_GLOBAL u32* HR_RESTRICT keys) {
  HR_ROLLED
  for (int r = HR_ROUNDS - 1; r >= 0; r--) {
    u32 k[6];
    HR_UNROLL
    for (int j = 0; j < 6; j++) k[j] = keys[6 * r + j];
    HR_UNROLL
    for (int i = 0; i < HR_EACH; i++) {
      const u32 a = s[i][3];
      const u32 b = (hr_rotl32(s[i][0], 23) - (a ^ k[0])) ^ k[1];
      const u32 c = (hr_rotl32(s[i][1], 5) - (b ^ k[2])) ^ k[3];
      s[i][3] = (hr_rotl32(s[i][2], 3) - (c ^ k[4])) ^ k[5];
      s[i][0] = a;
      s[i][1] = b;
      s[i][2] = c;
    }
  }
}

#include "words.inc"
