// CLEFIA-128 [RFC 6114] by the worst choices of the study: single bytes from the device's memory and back, S-boxes in
// constant memory, products of the matrices computed, keys read anew for every block.
//
// tables: the round keys WK0..WK3, RK0..RK35 as bytes; then the first rows of M0 and M1.
#define HR_KEYS_AT 16
#define HR_ROWS_AT 160
HR_CONSTANT u8 hr_s0[256] = {HR_S0_BYTES};
HR_CONSTANT u8 hr_s1[256] = {HR_S1_BYTES};

HR_DEVICE u32 hr_clefia_product(u32 a, u32 b) {
  u32 r = 0;
  HR_ROLLED
  for (int i = 0; i < 8; i++) {
    r ^= a & (0 - (b >> i & 1));
    a = a << 1 ^ (0x11d & (0 - (a >> 7 & 1)));
  }
  return r;
}
// to + F(x), F0 or F1 with which = 1; a byte of the state at a time.
HR_DEVICE void hr_clefia_f(int which, const u8* x, const HR_GLOBAL u8* key, const HR_GLOBAL u8* row,
                           u8* to) {
  u8 s[4];
  for (int j = 0; j < 4; j++) {
    const u32 at = x[j] ^ key[j];
    s[j] = (j ^ which) & 1 ? hr_s1[at] : hr_s0[at];
  }
  for (int i = 0; i < 4; i++) {
    u32 sum = 0;
    for (int j = 0; j < 4; j++) sum ^= hr_clefia_product(s[j], row[i ^ j]);
    to[i] ^= (u8)sum;
  }
}

HR_STUDY_KERNEL {
  HR_STUDY_PLACES;
  const HR_GLOBAL u8* keys = (const HR_GLOBAL u8*)tables;
  const HR_GLOBAL u8* rows = keys + HR_ROWS_AT;
  HR_ROLLED
  HR_EACH_ARRAY(index) {
    u8 t[16];
    for (int i = 0; i < 16; i++) t[i] = ((const HR_GLOBAL u8*)in)[16 * index + i];
    for (int i = 0; i < 4; i++) t[4 + i] ^= keys[i], t[12 + i] ^= keys[4 + i];
    HR_ROLLED
    for (int r = 0; r < 18; r++) {
      const HR_GLOBAL u8* key = keys + HR_KEYS_AT + 8 * r;
      hr_clefia_f(0, t, key, rows, t + 4);
      hr_clefia_f(1, t + 8, key + 4, rows + 4, t + 12);
      if (r < 17) {
        u8 first[4];
        for (int i = 0; i < 4; i++) first[i] = t[i];
        for (int i = 0; i < 12; i++) t[i] = t[i + 4];
        for (int i = 0; i < 4; i++) t[12 + i] = first[i];
      }
    }
    for (int i = 0; i < 4; i++) t[4 + i] ^= keys[8 + i], t[12 + i] ^= keys[12 + i];
    for (int i = 0; i < 16; i++) ((HR_GLOBAL u8*)out)[16 * index + i] = t[i];
  }
}
