// AES with tables [FIPS 197]. A column is a little-endian word, and row r is byte r of it. Table r
// has the products of S(x) with column r of MixColumns. If HR_TABLES is 4, all four tables are
// stored in 128 KiB of the group's memory. If it is 2, tables 0 and 1 are stored, and the others
// are these rotated by two bytes.
//
// keys: | K_0 .. K_n | K_n .. K_0, with K_n-1 .. K_1 through InvMixColumns |
//       | tables of encryption, 4 x 256 words | tables of decryption, 4 x 256 words |
#pragma once

#include "copies.h"

#define HR_TABLE_WORDS (HR_TABLES / 2 * HR_PAIR_OF_TABLES_WORDS)
#define HR_KEY_WORDS (4 * (HR_ROUNDS + 1))

HR_DEVICE void hr_fill_table(HR_LOCAL u32* table, const HR_GLOBAL u32* HR_RESTRICT keys,
                             int decrypt) {
  const HR_GLOBAL u32* from = keys + 2 * HR_KEY_WORDS + (decrypt ? 1024 : 0);
  hr_fill_words(table, from);
#if HR_TABLES == 4
  hr_fill_words(table + HR_PAIR_OF_TABLES_WORDS, from + 512);
#endif
}

// Computes column c of the next state, where row r comes from column c + shift r.
HR_DEVICE u32 hr_column(const u32* s, const HR_LOCAL u32* table, u32 copy, int c, int shift,
                        u32 key) {
  const u32 t0 = HR_WORD_AT(table, HR_PLACE(s[c], 0, copy), HR_TABLE_AT(0));
  const u32 t1 = HR_WORD_AT(table, HR_PLACE(s[(c + shift) % 4], 1, copy), HR_TABLE_AT(1));
#if HR_TABLES == 4
  const u32 t2 = HR_WORD_AT(table, HR_PLACE(s[(c + 2 * shift) % 4], 2, copy), HR_TABLE_AT(2));
  const u32 t3 = HR_WORD_AT(table, HR_PLACE(s[(c + 3 * shift) % 4], 3, copy), HR_TABLE_AT(3));
  return HR_XOR3(HR_XOR3(t0, t1, t2), t3, key);
#else
  const u32 t2 = HR_WORD_AT(table, HR_PLACE(s[(c + 2 * shift) % 4], 2, copy), HR_TABLE_AT(0));
  const u32 t3 = HR_WORD_AT(table, HR_PLACE(s[(c + 3 * shift) % 4], 3, copy), HR_TABLE_AT(1));
  const u32 high = t2 ^ t3;
  return HR_XOR3(t0, t1, key) ^ HR_PERMUTE(high, high, 0x1032);
#endif
}
// Computes a column of the last round, which has no MixColumns. S(x) is byte 1 and byte 2 of an
// entry of table 0. For decryption it is the sum of the four bytes of an entry, because 14 + 9 + 13
// + 11 = 1.
HR_DEVICE u32 hr_last_column(const u32* s, const HR_LOCAL u32* table, u32 copy, int c, int shift) {
  u32 t[4];
  HR_UNROLL
  for (int r = 0; r < 4; r++)
    t[r] = HR_WORD_AT(table, HR_PLACE(s[(c + r * shift) % 4], r, copy), 0);
  if (shift == 3) return hr_byte_sums(t);
  return HR_PERMUTE(HR_PERMUTE(t[0], t[1], 0x0051), HR_PERMUTE(t[2], t[3], 0x0051), 0x5410);
}

HR_DEVICE void hr_crypt(u32 (*s)[4], const HR_GLOBAL u32* HR_RESTRICT keys,
                        const HR_LOCAL u32* table, const int shift) {
  const u32 copy = hr_copy_of_words();
  hr_quad k = hr_load4(keys);
  HR_UNROLL
  for (int i = 0; i < HR_EACH; i++) {
    s[i][0] ^= k.x;
    s[i][1] ^= k.y;
    s[i][2] ^= k.z;
    s[i][3] ^= k.w;
  }
  HR_ROLLED
  for (int r = 1; r < HR_ROUNDS; r++) {
    k = hr_load4(keys + 4 * r);
    HR_UNROLL
    for (int i = 0; i < HR_EACH; i++) {
      u32 t[4];
      const u32 key[4] = {k.x, k.y, k.z, k.w};
      HR_UNROLL
      for (int c = 0; c < 4; c++) t[c] = hr_column(s[i], table, copy, c, shift, key[c]);
      HR_UNROLL
      for (int c = 0; c < 4; c++) s[i][c] = t[c];
    }
  }
  k = hr_load4(keys + 4 * HR_ROUNDS);
  HR_UNROLL
  for (int i = 0; i < HR_EACH; i++) {
    u32 t[4];
    HR_UNROLL
    for (int c = 0; c < 4; c++) t[c] = hr_last_column(s[i], table, copy, c, shift);
    s[i][0] = t[0] ^ k.x;
    s[i][1] = t[1] ^ k.y;
    s[i][2] = t[2] ^ k.z;
    s[i][3] = t[3] ^ k.w;
  }
}
HR_DEVICE void hr_encrypt_blocks(u32 (*s)[4], const HR_GLOBAL u32* HR_RESTRICT keys,
                                 const HR_LOCAL u32* table) {
  hr_crypt(s, keys, table, 1);
}
HR_DEVICE void hr_decrypt_blocks(u32 (*s)[4], const HR_GLOBAL u32* HR_RESTRICT keys,
                                 const HR_LOCAL u32* table) {
  hr_crypt(s, keys + HR_KEY_WORDS, table, 3);
}

#include "words.inc"
