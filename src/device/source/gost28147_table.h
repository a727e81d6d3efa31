// GOST 28147-89 with the caller's S-boxes [RFC 5830]. These S-boxes are part of the key, so there
// is no circuit for them. Row r of the table has S_r(x), shifted to its nibble and rotated to the
// left by 11, with a copy for every bank.
//
// `keys` has 32 round keys in the order of encryption, then 8 x 16 words of the table.
#pragma once

#include "copies.h"

#define HR_TABLE_WORDS (8 * 16 * 32)

HR_DEVICE void hr_fill_table(HR_LOCAL u32* table, const HR_GLOBAL u32* HR_RESTRICT keys,
                             int decrypt) {
  (void)decrypt;
  for (u32 i = hr_thread(); i < HR_TABLE_WORDS; i += HR_THREADS) table[i] = keys[32 + (i >> 5)];
}

// The entry of row r for its nibble of x.
#define HR_ROW(r)                                                                                 \
  HR_WORD_AT(                                                                                     \
      table,                                                                                      \
      ((r < 2 ? x << (7 - 4 * (r < 2 ? r : 0)) : x >> (4 * (r < 2 ? 2 : r) - 7)) & 0x780) | copy, \
      2048 * r)
HR_DEVICE u32 hr_f(u32 x, const HR_LOCAL u32* table, u32 copy) {
  return HR_XOR3(HR_XOR3(HR_ROW(0), HR_ROW(1), HR_ROW(2)), HR_XOR3(HR_ROW(3), HR_ROW(4), HR_ROW(5)),
                 HR_ROW(6) ^ HR_ROW(7));
}
// Two rounds at a time leave the halves in place. The last round does not exchange the halves, so
// they are exchanged at the end.
HR_DEVICE void hr_crypt(u32 (*s)[2], const HR_GLOBAL u32* HR_RESTRICT keys,
                        const HR_LOCAL u32* table, int first, int step) {
  const u32 copy = hr_copy_of_words();
  HR_ROLLED
  for (int r = 0; r < 32; r += 2) {
    const u32 k0 = keys[first + step * r], k1 = keys[first + step * (r + 1)];
    HR_UNROLL
    for (int i = 0; i < HR_EACH; i++) {
      s[i][1] ^= hr_f(s[i][0] + k0, table, copy);
      s[i][0] ^= hr_f(s[i][1] + k1, table, copy);
    }
  }
  HR_UNROLL
  for (int i = 0; i < HR_EACH; i++) {
    const u32 t = s[i][0];
    s[i][0] = s[i][1];
    s[i][1] = t;
  }
}
HR_DEVICE void hr_encrypt_blocks(u32 (*s)[2], const HR_GLOBAL u32* HR_RESTRICT keys,
                                 const HR_LOCAL u32* table) {
  hr_crypt(s, keys, table, 0, 1);
}
HR_DEVICE void hr_decrypt_blocks(u32 (*s)[2], const HR_GLOBAL u32* HR_RESTRICT keys,
                                 const HR_LOCAL u32* table) {
  hr_crypt(s, keys, table, 31, -1);
}

#include "words.inc"
