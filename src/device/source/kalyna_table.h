// Kalyna with tables [DSTU 7624:2014]. A column is a pair of little-endian words, and row r is byte
// r of it. HR_COLUMNS = HR_BLOCK / 8.
//
// HR_WIDE 1: table t = 0..3 has the products of S_t(x) with column t of the matrix, two words an
// entry. Columns 4..7 are these with their words exchanged. The tables take 128 KiB of a group's
// memory.
//
// HR_WIDE 0: an entry is one word with S_0(x)..S_3(x), and the matrix is computed. The table takes
// 32 KiB, for devices with less memory.
//
// keys: | K_0 .. K_n | K_n .. K_0; with HR_WIDE, K_n-1 .. K_1 through the inverse matrix |
//       | table of encryption | table of decryption |     2048 words each with HR_WIDE, else 256
#pragma once

#include "copies.h"

#define HR_COLUMNS (HR_BLOCK / 8)
#define HR_KEY_WORDS (HR_WORDS * (HR_ROUNDS + 1))
#define HR_SHIFT(r) ((r) * HR_COLUMNS / 8)
// The source column of row r of column c, forward or backward.
#define HR_FROM(c, r, forward) \
  (((forward) ? (c) + HR_COLUMNS - HR_SHIFT(r) : (c) + HR_SHIFT(r)) % HR_COLUMNS)

#if HR_WIDE
#define HR_TABLE_WORDS (2 * HR_PAIR_OF_TABLES_WORDS)
HR_DEVICE void hr_fill_table(HR_LOCAL u32* table, const HR_GLOBAL u32* HR_RESTRICT keys,
                             int decrypt) {
  const HR_GLOBAL u32* from = keys + 2 * HR_KEY_WORDS + (decrypt ? 2048 : 0);
  hr_fill_pairs(table, from);
  hr_fill_pairs(table + HR_PAIR_OF_TABLES_WORDS, from + 1024);
}
HR_DEVICE u32 hr_copy(void) { return hr_copy_of_pairs(); }
// The table entry for row r of column c, where r is a constant.
#define HR_ENTRY(s, c, r) \
  HR_PAIR_AT(table, HR_PLACE((s)[2 * (c) + (r) / 4], (r) % 4, copy), HR_TABLE_AT((r) % 4))
#else
#define HR_TABLE_WORDS (256 * 32)
HR_DEVICE void hr_fill_table(HR_LOCAL u32* table, const HR_GLOBAL u32* HR_RESTRICT keys,
                             int decrypt) {
  for (u32 i = hr_thread(); i < HR_TABLE_WORDS; i += HR_THREADS)
    table[i] = keys[2 * HR_KEY_WORDS + (decrypt ? 256 : 0) + (i >> 5)];
}
HR_DEVICE u32 hr_copy(void) { return hr_copy_of_words(); }
#endif

// Multiplies each byte of w by x in GF(2^8) modulo 0x11d.
HR_DEVICE u32 hr_twice(u32 w) {
  const u32 top = w >> 7 & 0x01010101;
  return (w << 1 & 0xfefefefe) ^ top * 0x1d;
}
// Multiplies a column by a circulant matrix with the first row c_0 .. c_7: byte r of the result is
// the sum of c_j times byte r + j. Bit b of c_j is bit j of byte b of `high`:`low`.
HR_DEVICE void hr_multiply(u32* v, u32 low, u32 high) {
  u32 turned[8][2], sum[2] = {0, 0};
  HR_UNROLL
  for (int j = 0; j < 8; j++) {
    const u32 a = v[j / 4], b = v[1 - j / 4];
    const u32 select = 0x3210 + 0x1111 * (j % 4);
    turned[j][0] = HR_PERMUTE(a, b, select);
    turned[j][1] = HR_PERMUTE(b, a, select);
  }
  HR_UNROLL
  for (int b = 7; b >= 0; b--) {
    const u32 row = (b < 4 ? low >> (8 * b) : high >> (8 * (b - 4))) & 255;
    if (b < 7) {
      sum[0] = hr_twice(sum[0]);
      sum[1] = hr_twice(sum[1]);
    }
    HR_UNROLL
    for (int j = 0; j < 8; j++)
      if (row >> j & 1) {
        sum[0] ^= turned[j][0];
        sum[1] ^= turned[j][1];
      }
  }
  v[0] = sum[0];
  v[1] = sum[1];
}
// The matrix 01 01 05 01 08 06 07 04, and its inverse ad 95 76 a8 2f 49 d7 ca.
#define HR_MIX(v) hr_multiply(v, 0x10e4604f, 0)
#define HR_INVERSE_MIX(v) hr_multiply(v, 0xb957d473, 0xcbe41d46)

#if HR_WIDE
// SubBytes, ShiftRows and the matrix for column c, forward or backward.
HR_DEVICE void hr_column(const u32* s, u32* v, const HR_LOCAL u32* table, u32 copy, int c,
                         const int forward) {
#define HR_ROW(r) HR_ENTRY(s, HR_FROM(c, r, forward), r)
  const hr_pair e[8] = {HR_ROW(0), HR_ROW(1), HR_ROW(2), HR_ROW(3),
                        HR_ROW(4), HR_ROW(5), HR_ROW(6), HR_ROW(7)};
#undef HR_ROW
  v[0] = HR_XOR3(HR_XOR3(e[0].x, e[1].x, e[2].x), HR_XOR3(e[3].x, e[4].y, e[5].y), e[6].y ^ e[7].y);
  v[1] = HR_XOR3(HR_XOR3(e[0].y, e[1].y, e[2].y), HR_XOR3(e[3].y, e[4].x, e[5].x), e[6].x ^ e[7].x);
}
// The last round of decryption has no inverse matrix. An entry of column r has c_j times S(x) in
// byte r - j, and ad + 2f + 49 + ca = 1 in the first row of the matrix. Therefore S(x) is the sum
// of those four bytes.
HR_DEVICE void hr_last_column(const u32* s, u32* v, const HR_LOCAL u32* table, u32 copy, int c) {
#define HR_ROW(r) HR_ENTRY(s, HR_FROM(c, r, 0), r)
  const hr_pair e[8] = {HR_ROW(0), HR_ROW(1), HR_ROW(2), HR_ROW(3),
                        HR_ROW(4), HR_ROW(5), HR_ROW(6), HR_ROW(7)};
#undef HR_ROW
  u32 t[8];
  HR_UNROLL
  for (int r = 0; r < 8; r++) {
    const u32 low = r % 4;  // entries of columns 4..7 have the bytes of column r - 4
    t[r] = HR_PERMUTE(e[r].x, e[r].y,
                      low | ((low + 4) % 8) << 4 | ((low + 3) % 8) << 8 | ((low + 1) % 8) << 12);
  }
  v[0] = hr_byte_sums(t);
  v[1] = hr_byte_sums(t + 4);
}
#else
// SubBytes and ShiftRows for column c.
HR_DEVICE void hr_boxes(const u32* s, u32* v, const HR_LOCAL u32* table, u32 copy, int c,
                        const int forward) {
  HR_UNROLL
  for (int side = 0; side < 2; side++) {
    u32 e[4];
    HR_UNROLL
    for (int r = 0; r < 4; r++) {
      const u32 word = s[2 * HR_FROM(c, 4 * side + r, forward) + side];
      const u32 shifted = r == 0 ? word << 7 : word >> (8 * r - 7);
      e[r] = HR_WORD_AT(table, (shifted & 0x7f80) | copy, 0);
    }
    v[side] = HR_PERMUTE(HR_PERMUTE(e[0], e[1], 0x0050), HR_PERMUTE(e[2], e[3], 0x7200), 0x7610);
  }
}
HR_DEVICE void hr_column(const u32* s, u32* v, const HR_LOCAL u32* table, u32 copy, int c,
                         const int forward) {
  hr_boxes(s, v, table, copy, c, forward);
  if (forward) HR_MIX(v);
}
#endif

HR_DEVICE void hr_add_column(u32* v, u32 low, u32 high) {
  const u64 sum = ((u64)v[1] << 32 | v[0]) + ((u64)high << 32 | low);
  v[0] = (u32)sum;
  v[1] = (u32)(sum >> 32);
}
HR_DEVICE void hr_subtract_column(u32* v, u32 low, u32 high) {
  const u64 difference = ((u64)v[1] << 32 | v[0]) - ((u64)high << 32 | low);
  v[0] = (u32)difference;
  v[1] = (u32)(difference >> 32);
}

HR_DEVICE void hr_encrypt_blocks(u32 (*s)[HR_WORDS], const HR_GLOBAL u32* HR_RESTRICT keys,
                                 const HR_LOCAL u32* table) {
  const u32 copy = hr_copy();
  HR_UNROLL
  for (int i = 0; i < HR_EACH * HR_COLUMNS; i++)
    hr_add_column(s[i / HR_COLUMNS] + 2 * (i % HR_COLUMNS), keys[2 * (i % HR_COLUMNS)],
                  keys[2 * (i % HR_COLUMNS) + 1]);
  HR_ROLLED
  for (int r = 1; r <= HR_ROUNDS; r++) {
    HR_UNROLL
    for (int i = 0; i < HR_EACH; i++) {
      u32 t[HR_WORDS];
      HR_UNROLL
      for (int c = 0; c < HR_COLUMNS; c++) hr_column(s[i], t + 2 * c, table, copy, c, 1);
      HR_UNROLL
      for (int c = 0; c < HR_COLUMNS; c++) {
        const u32 low = keys[HR_WORDS * r + 2 * c], high = keys[HR_WORDS * r + 2 * c + 1];
        if (r == HR_ROUNDS) {
          hr_add_column(t + 2 * c, low, high);
        } else {
          t[2 * c] ^= low;
          t[2 * c + 1] ^= high;
        }
        s[i][2 * c] = t[2 * c];
        s[i][2 * c + 1] = t[2 * c + 1];
      }
    }
  }
}

// Adds the key of round r, 1 to HR_ROUNDS, to t, which becomes the block.
HR_DEVICE void hr_decrypt_key(u32* block, u32* t, const HR_GLOBAL u32* HR_RESTRICT keys, int r) {
  HR_UNROLL
  for (int c = 0; c < HR_COLUMNS; c++) {
    const u32 low = keys[HR_WORDS * r + 2 * c], high = keys[HR_WORDS * r + 2 * c + 1];
    if (r == HR_ROUNDS) {
      hr_subtract_column(t + 2 * c, low, high);
    } else {
      t[2 * c] ^= low;
      t[2 * c + 1] ^= high;
    }
    block[2 * c] = t[2 * c];
    block[2 * c + 1] = t[2 * c + 1];
  }
}

// With HR_WIDE, a table look-up also applies the inverse matrix of the next round. The key of that
// round went through the matrix before.
HR_DEVICE void hr_decrypt_blocks(u32 (*s)[HR_WORDS], const HR_GLOBAL u32* HR_RESTRICT keys,
                                 const HR_LOCAL u32* table) {
  const u32 copy = hr_copy();
  keys += HR_KEY_WORDS;
  HR_UNROLL
  for (int i = 0; i < HR_EACH * HR_COLUMNS; i++)
    hr_subtract_column(s[i / HR_COLUMNS] + 2 * (i % HR_COLUMNS), keys[2 * (i % HR_COLUMNS)],
                       keys[2 * (i % HR_COLUMNS) + 1]);
#if HR_WIDE
  HR_UNROLL
  for (int i = 0; i < HR_EACH * HR_COLUMNS; i++)
    HR_INVERSE_MIX(s[i / HR_COLUMNS] + 2 * (i % HR_COLUMNS));
#endif
  HR_ROLLED
  for (int r = 1; r <= HR_ROUNDS; r++) {
    HR_UNROLL
    for (int i = 0; i < HR_EACH; i++) {
      u32 t[HR_WORDS];
#if HR_WIDE
      HR_UNROLL
      for (int c = 0; c < HR_COLUMNS; c++) {
        if (r == HR_ROUNDS)
          hr_last_column(s[i], t + 2 * c, table, copy, c);
        else
          hr_column(s[i], t + 2 * c, table, copy, c, 0);
      }
#else
      HR_UNROLL
      for (int c = 0; c < HR_COLUMNS; c++) HR_INVERSE_MIX(s[i] + 2 * c);
      HR_UNROLL
      for (int c = 0; c < HR_COLUMNS; c++) hr_column(s[i], t + 2 * c, table, copy, c, 0);
#endif
      hr_decrypt_key(s[i], t, keys, r);
    }
  }
}

#include "words.inc"
