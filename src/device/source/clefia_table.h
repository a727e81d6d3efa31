// CLEFIA with tables [RFC 6114]. The words T0..T3 are little-endian here, and byte 0 is the first.
// The tables of F0 are the products of S0(x) and S1(x) with columns 0 and 1 of M0. Columns 2 and 3
// are these with their halves exchanged. F1 uses S1, S0 and M1.
//
// keys: | WK0..WK3, RK0, RK1, ... as little-endian words | F0: 2 x 256 words | F1: 2 x 256 words |
#pragma once

#include "copies.h"

#define HR_TABLE_WORDS (2 * HR_PAIR_OF_TABLES_WORDS)
#define HR_KEY_WORDS (4 + 2 * HR_ROUNDS)

HR_DEVICE void hr_fill_table(HR_LOCAL u32* table, const HR_GLOBAL u32* HR_RESTRICT keys,
                             int decrypt) {
  (void)decrypt;
  hr_fill_words(table, keys + HR_KEY_WORDS);
  hr_fill_words(table + HR_PAIR_OF_TABLES_WORDS, keys + HR_KEY_WORDS + 512);
}

// Returns to + F0(x), or to + F1(x) if `which` is 1.
#define HR_F(x, to, which) hr_f_##which(x, to, table, copy)
#define HR_DEFINE_F(which)                                                                \
  HR_DEVICE u32 hr_f_##which(u32 x, u32 to, const HR_LOCAL u32* table, u32 copy) {        \
    const u32 t0 = HR_WORD_AT(table, HR_PLACE(x, 0, copy), HR_TABLE_AT(2 * which));       \
    const u32 t1 = HR_WORD_AT(table, HR_PLACE(x, 1, copy), HR_TABLE_AT(2 * which + 1));   \
    const u32 high = HR_WORD_AT(table, HR_PLACE(x, 2, copy), HR_TABLE_AT(2 * which)) ^    \
                     HR_WORD_AT(table, HR_PLACE(x, 3, copy), HR_TABLE_AT(2 * which + 1)); \
    return HR_XOR3(to, t0, t1) ^ HR_PERMUTE(high, high, 0x1032);                          \
  }
HR_DEFINE_F(0)
HR_DEFINE_F(1)
#define HR_F0(t, from, to, k) t[to] = HR_F(t[from] ^ (k), t[to], 0)
#define HR_F1(t, from, to, k) t[to] = HR_F(t[from] ^ (k), t[to], 1)

// Rotates the words: T0..T3 <- T1, T2, T3, T0 (by 1), ...
HR_DEVICE void hr_turn_words(u32* t, int by) {
  const u32 a[4] = {t[0], t[1], t[2], t[3]};
  HR_UNROLL
  for (int i = 0; i < 4; i++) t[i] = a[(i + by) % 4];
}
HR_DEVICE void hr_whiten(u32 (*s)[4], u32 first, u32 second) {
  HR_UNROLL
  for (int i = 0; i < HR_EACH; i++) {
    s[i][1] ^= first;
    s[i][3] ^= second;
  }
}

// A pass does two rounds and then rotates the words by two. The words are not rotated after the
// last round.
HR_DEVICE void hr_encrypt_blocks(u32 (*s)[4], const HR_GLOBAL u32* HR_RESTRICT keys,
                                 const HR_LOCAL u32* table) {
  const u32 copy = hr_copy_of_words();
  hr_whiten(s, keys[0], keys[1]);
  HR_ROLLED
  for (int r = 0; r < HR_ROUNDS; r += 2) {
    const hr_quad k = hr_load4(keys + 4 + 2 * r);
    HR_UNROLL
    for (int i = 0; i < HR_EACH; i++) {
      HR_F0(s[i], 0, 1, k.x);
      HR_F1(s[i], 2, 3, k.y);
      HR_F0(s[i], 1, 2, k.z);
      HR_F1(s[i], 3, 0, k.w);
      hr_turn_words(s[i], 2);
    }
  }
  HR_UNROLL
  for (int i = 0; i < HR_EACH; i++) hr_turn_words(s[i], 3);
  hr_whiten(s, keys[2], keys[3]);
}
HR_DEVICE void hr_decrypt_blocks(u32 (*s)[4], const HR_GLOBAL u32* HR_RESTRICT keys,
                                 const HR_LOCAL u32* table) {
  const u32 copy = hr_copy_of_words();
  hr_whiten(s, keys[2], keys[3]);
  HR_ROLLED
  for (int r = HR_ROUNDS - 2; r >= 0; r -= 2) {
    const hr_quad k = hr_load4(keys + 4 + 2 * r);
    HR_UNROLL
    for (int i = 0; i < HR_EACH; i++) {
      HR_F0(s[i], 0, 1, k.z);
      HR_F1(s[i], 2, 3, k.w);
      HR_F0(s[i], 3, 0, k.x);
      HR_F1(s[i], 1, 2, k.y);
      hr_turn_words(s[i], 2);
    }
  }
  HR_UNROLL
  for (int i = 0; i < HR_EACH; i++) hr_turn_words(s[i], 1);
  hr_whiten(s, keys[0], keys[1]);
}

#include "words.inc"
