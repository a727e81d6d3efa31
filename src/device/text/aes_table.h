// AES with tables [FIPS 197]: columns are little-endian words, row r is byte r. Table 0 has the products of S(x) by the first
// column of MixColumns, table 1 the same turned by a byte; the others are these turned by two bytes.
//
// keys: round keys K_0..K_n; those of decryption from the last, K_1..K_n-1 through InvMixColumns; then 2 x 256 words of the tables
// of encryption and of those of decryption.
#include "copies.h"

#define HR_TABLE_WORDS HR_PAIR_OF_TABLES_WORDS
#define HR_KEY_WORDS (4 * (HR_ROUNDS + 1))

HR_DEVICE void hr_fill_table(HR_LOCAL u32 *table, const HR_GLOBAL u32 *HR_RESTRICT keys, int decrypt) {
  hr_fill_words(table, keys + 2 * HR_KEY_WORDS + (decrypt ? 512 : 0));
}

// Column c of the next state but for the key: row r comes from column c + shift r.
HR_DEVICE u32 hr_column(const u32 *s, const HR_LOCAL u32 *table, u32 copy, int c, int shift) {
  const u32 high = hr_word_at(table, HR_PLACE(s[(c + 2 * shift) % 4], 2, copy, 0)) ^
                   hr_word_at(table, HR_PLACE(s[(c + 3 * shift) % 4], 3, copy, 1));
  return HR_XOR3(hr_word_at(table, HR_PLACE(s[c], 0, copy, 0)), hr_word_at(table, HR_PLACE(s[(c + shift) % 4], 1, copy, 1)),
                 HR_PERMUTE(high, high, 0x1032));
}
// The same of the last round, without MixColumns. Bytes 1 and 2 of table 0 are S(x); of the inverse the four bytes have the sum
// 14 + 9 + 13 + 11 = 1 times S(x).
HR_DEVICE u32 hr_last_column(const u32 *s, const HR_LOCAL u32 *table, u32 copy, int c, int shift) {
  u32 t[4];
  HR_UNROLL
  for (int r = 0; r < 4; r++) t[r] = hr_word_at(table, HR_PLACE(s[(c + r * shift) % 4], r, copy, 0));
  if (shift == 3) return hr_byte_sums(t);
  return HR_PERMUTE(HR_PERMUTE(t[0], t[1], 0x0051), HR_PERMUTE(t[2], t[3], 0x0051), 0x5410);
}

HR_DEVICE void hr_crypt(u32 (*s)[4], const HR_GLOBAL u32 *HR_RESTRICT keys, const HR_LOCAL u32 *table, const int shift) {
  const u32 copy = hr_copy_of_words();
  hr_quad k = hr_load4(keys);
  HR_UNROLL
  for (int i = 0; i < HR_EACH; i++) s[i][0] ^= k.x, s[i][1] ^= k.y, s[i][2] ^= k.z, s[i][3] ^= k.w;
  HR_ROLLED
  for (int r = 1; r < HR_ROUNDS; r++) {
    k = hr_load4(keys + 4 * r);
    HR_UNROLL
    for (int i = 0; i < HR_EACH; i++) {
      u32 t[4];
      HR_UNROLL
      for (int c = 0; c < 4; c++) t[c] = hr_column(s[i], table, copy, c, shift);
      s[i][0] = t[0] ^ k.x, s[i][1] = t[1] ^ k.y, s[i][2] = t[2] ^ k.z, s[i][3] = t[3] ^ k.w;
    }
  }
  k = hr_load4(keys + 4 * HR_ROUNDS);
  HR_UNROLL
  for (int i = 0; i < HR_EACH; i++) {
    u32 t[4];
    HR_UNROLL
    for (int c = 0; c < 4; c++) t[c] = hr_last_column(s[i], table, copy, c, shift);
    s[i][0] = t[0] ^ k.x, s[i][1] = t[1] ^ k.y, s[i][2] = t[2] ^ k.z, s[i][3] = t[3] ^ k.w;
  }
}
HR_DEVICE void hr_encrypt_blocks(u32 (*s)[4], const HR_GLOBAL u32 *HR_RESTRICT keys, const HR_LOCAL u32 *table) {
  hr_crypt(s, keys, table, 1);
}
HR_DEVICE void hr_decrypt_blocks(u32 (*s)[4], const HR_GLOBAL u32 *HR_RESTRICT keys, const HR_LOCAL u32 *table) {
  hr_crypt(s, keys + HR_KEY_WORDS, table, 3);
}

#include "words.h"
