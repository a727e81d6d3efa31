// CLEFIA-128 [RFC 6114], one byte at a time, with the choices of the study. HR_WAY selects:
//
//   0 its best ones      S-boxes and a table for each constant of the matrices in the group's memory; blocks whole
//   1 grouped            the same, with all accesses to a table one after another
//   2 fewer products     as 0, with 4 x = 2 (2 x), 6 x = 2 x + 4 x and 10 x = 2 x + 8 x
//   3 its worst ones     S-boxes in constant memory, the table of all products in the device's; blocks byte by byte
//
// `tables` has the round keys WK0..WK3, RK0..RK35 as bytes, followed by S0, S1 and the products by 2, 4, 6, 8, 10, or
// by all products.
#define HR_KEYS_AT 16
#define HR_TABLES_AT 160

#if HR_WAY == 3
HR_CONSTANT u8 hr_s[512] = {HR_S0_BYTES, HR_S1_BYTES};
#define HR_BOX(box, x) hr_s[256 * (box) + (x)]
#define HR_TIMES(c, x) ((const HR_GLOBAL u8*)tables)[HR_TABLES_AT + 256 * (c) + (x)]
#define HR_TABLE_PARAMETER
#define HR_TABLE_ARGUMENT
#else
HR_DEVICE void hr_fill(HR_LOCAL u32* table, const HR_GLOBAL u32* tables) {
  hr_fill_bytes(table, tables + HR_TABLES_AT / 4, HR_TABLE_WORDS);
}
#define HR_BOX(box, x) ((const HR_LOCAL u8*)table)[256 * (box) + (x)]
#define HR_TIMES(c, x) ((const HR_LOCAL u8*)table)[256 * (1 + (c) / 2) + (x)]
#define HR_TABLE_PARAMETER , const HR_LOCAL u32* table
#define HR_TABLE_ARGUMENT , table
#endif

// Bytes 0..3 go into F0, and 4..7 into F1. F0 starts with S0 and F1 with S1; both alternate between the two boxes.
#define HR_BOX_OF(j) (((j) + (j) / 4) & 1)
// c[m][j]: byte j times coefficient m of its matrix: 1, 2, 4, 6 or 1, 8, 2, 10.
HR_DEVICE void hr_layers(const u32* x, u32 c[4][8],
                         const HR_GLOBAL u32* tables HR_TABLE_PARAMETER) {
  (void)tables;
#if HR_WAY == 1
  HR_UNROLL
  for (int box = 0; box < 2; box++) {
    HR_UNROLL
    for (int j = 0; j < 8; j++)
      if (HR_BOX_OF(j) == box) c[0][j] = HR_BOX(box, x[j]);
  }
  HR_UNROLL
  for (int j = 0; j < 8; j++) c[j / 4 + 1][j] = HR_TIMES(2, c[0][j]);
  HR_UNROLL
  for (int j = 0; j < 4; j++) c[2][j] = HR_TIMES(4, c[0][j]);
  HR_UNROLL
  for (int j = 0; j < 4; j++) c[3][j] = HR_TIMES(6, c[0][j]);
  HR_UNROLL
  for (int j = 4; j < 8; j++) c[1][j] = HR_TIMES(8, c[0][j]);
  HR_UNROLL
  for (int j = 4; j < 8; j++) c[3][j] = HR_TIMES(10, c[0][j]);
#else
  HR_UNROLL
  for (int j = 0; j < 8; j++) {
    const u32 s = HR_BOX(HR_BOX_OF(j), x[j]);
    c[0][j] = s;
    c[j / 4 + 1][j] = HR_TIMES(2, s);
#if HR_WAY == 2
    c[2 - j / 4][j] = j < 4 ? HR_TIMES(2, c[1][j]) : HR_TIMES(8, s);
    c[3][j] = c[1][j] ^ c[2][j];
#else
    c[2 - j / 4][j] = j < 4 ? HR_TIMES(4, s) : HR_TIMES(8, s);
    c[3][j] = j < 4 ? HR_TIMES(6, s) : HR_TIMES(10, s);
#endif
  }
#endif
}

HR_DEVICE void hr_turn(u32* t, int n) {
  u32 turned[16];
  HR_UNROLL
  for (int i = 0; i < 16; i++) turned[i] = t[(i + n) % 16];
  HR_UNROLL
  for (int i = 0; i < 16; i++) t[i] = turned[i];
}
HR_DEVICE void hr_clefia(u32* t, const HR_GLOBAL u32* tables HR_TABLE_PARAMETER) {
  const HR_GLOBAL u8* keys = (const HR_GLOBAL u8*)tables;
  HR_UNROLL
  for (int i = 0; i < 4; i++) {
    t[4 + i] ^= keys[i];
    t[12 + i] ^= keys[4 + i];
  }
  hr_turn(t, 12);  // each round begins with a rotation of the words, except the first
  HR_ROLLED
  for (int r = 0; r < 18; r++) {
    const HR_GLOBAL u8* key = keys + HR_KEYS_AT + 8 * r;
    u32 x[8], c[4][8];
    hr_turn(t, 4);
    HR_UNROLL
    for (int j = 0; j < 8; j++) x[j] = t[j + j / 4 * 4] ^ key[j];
    hr_layers(x, c, tables HR_TABLE_ARGUMENT);
    HR_UNROLL
    for (int i = 0; i < 8; i++) {
      HR_UNROLL
      for (int j = 0; j < 4; j++) t[i + i / 4 * 4 + 4] ^= c[(i ^ j) & 3][i / 4 * 4 + j];
    }
  }
  HR_UNROLL
  for (int i = 0; i < 4; i++) {
    t[4 + i] ^= keys[8 + i];
    t[12 + i] ^= keys[12 + i];
  }
}

HR_STUDY_KERNEL {
  HR_STUDY_PLACES;
#if HR_WAY != 3
  HR_LOCAL_WORDS(table, HR_TABLE_WORDS);
  hr_fill(table, tables);
  HR_BARRIER();
#endif
  HR_ROLLED
  HR_EACH_ARRAY(index) {
    u32 t[16];
#if HR_WAY == 3
    HR_UNROLL
    for (int i = 0; i < 16; i++) t[i] = ((const HR_GLOBAL u8*)in)[16 * index + i];
    hr_clefia(t, tables);
    HR_UNROLL
    for (int i = 0; i < 16; i++) ((HR_GLOBAL u8*)out)[16 * index + i] = (u8)t[i];
#else
    u32 a[4];
    hr_load(in, index, a);
    HR_UNROLL
    for (int i = 0; i < 16; i++) t[i] = hr_byte(a, i);
    hr_clefia(t, tables, table);
    HR_UNROLL
    for (int j = 0; j < 4; j++) a[j] = hr_joined(t + 4 * j);
    hr_store(out, index, a);
#endif
  }
}
