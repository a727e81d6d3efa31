// Products in GF(2^8) modulo x^8 + x^7 + x^6 + x + 1, the field of Kuznyechik, repeated 50 times. HR_WAY selects:
//
//   0  element i of the array times that of a second one, computed
//   1  the same from the table of all products
//   2  element i times 0x94 ^ i, from a table for each constant, in the group's memory
//   3  the same in constant memory
//   4  every four elements times a circulant matrix, from a T-table in the group's memory: a look-up gives the products
//      by four constants
//   5  the same with one copy of the T-table for every bank
//
// `tables` has the table.
#define HR_REPEATS 50

HR_DEVICE u32 hr_field_product(u32 a, u32 b) {
  u32 r = 0;
  HR_UNROLL
  for (int i = 0; i < 8; i++) {
    r ^= a & (0 - (b >> i & 1));
    a = a << 1 ^ (0x1c3 & (0 - (a >> 7 & 1)));
  }
  return r;
}

#if HR_WAY == 3
HR_CONSTANT u8 hr_products[4096] = {HR_PRODUCTS_BYTES};
#endif

#ifdef HR_TABLE_WORDS
HR_DEVICE void hr_fill(HR_LOCAL u32* table, const HR_GLOBAL u32* tables) {
  for (u32 i = hr_thread(); i < HR_TABLE_WORDS; i += HR_THREADS)
    table[i] = tables[HR_WAY == 5 ? i / 32 : i];
}
#define HR_TABLE_PARAMETER , const HR_LOCAL u32* table
#else
#define HR_TABLE_PARAMETER
#endif

#if HR_WAY < 4
HR_DEVICE void hr_array(u32* a, const u32* b,
                        const HR_GLOBAL u32* HR_RESTRICT tables HR_TABLE_PARAMETER) {
  u32 e[16];
  (void)b, (void)tables;
  HR_UNROLL
  for (int i = 0; i < 16; i++) e[i] = hr_byte(a, i);
  HR_ROLLED
  for (int n = 0; n < HR_REPEATS; n++) {
    HR_UNROLL
    for (int i = 0; i < 16; i++) {
#if HR_WAY == 0
      e[i] = hr_field_product(e[i], hr_byte(b, i));
#elif HR_WAY == 1
      e[i] = ((const HR_GLOBAL u8*)tables)[256 * e[i] + hr_byte(b, i)];
#elif HR_WAY == 2
      e[i] = ((const HR_LOCAL u8*)table)[256 * i + e[i]];
#else
      e[i] = hr_products[256 * i + e[i]];
#endif
    }
  }
  HR_UNROLL
  for (int j = 0; j < 4; j++) a[j] = hr_joined(e + 4 * j);
}
#else
HR_DEVICE void hr_array(u32* a, const u32* b,
                        const HR_GLOBAL u32* HR_RESTRICT tables HR_TABLE_PARAMETER) {
  const u32 copy = hr_thread() % 32;
  (void)b, (void)tables, (void)copy;
  HR_ROLLED
  for (int n = 0; n < HR_REPEATS; n++) {
    HR_UNROLL
    for (int j = 0; j < 4; j++) {
      u32 sum = 0;
      HR_UNROLL
      for (int r = 0; r < 4; r++) {
        const u32 x = hr_byte(a + j, r);
        const u32 t = table[HR_WAY == 5 ? 32 * x + copy : x];
        sum ^= r ? hr_rotl32(t, 8 * r) : t;
      }
      a[j] = sum;
    }
  }
}
#endif
