// Ten rounds of an S-box of HR_BITS bits over 16 bytes: 8 is the box of Kuznyechik, and 4 is one box for both halves of
// a byte. HR_HOME selects the place of the table:
//
//   0  constant memory
//   1  the group's memory, HR_COPIES times. One copy has bytes. 8 or 32 copies have words, and thread i reads copy
//      i mod HR_COPIES, so that with 32 copies every thread of a warp has its own bank.
//   2  the device's memory
//   3  registers, as constants of instructions. A permute of bytes selects from eight entries at a time.
//
// `tables` has the box, one byte per entry.
#define HR_ROUNDS_OF_BOX 10
#define HR_ENTRIES_OF_BOX (1 << HR_BITS)

#if HR_HOME == 0
#if HR_BITS == 8
HR_CONSTANT u8 hr_box[256] = {HR_BOX_BYTES};
#else
HR_CONSTANT u8 hr_box[16] = {HR_NIBBLE_BYTES};
#endif
#define HR_LOOK_UP(x) hr_box[x]
#elif HR_HOME == 1 && HR_COPIES == 1
#define HR_LOOK_UP(x) ((const HR_LOCAL u8*)table)[x]
#elif HR_HOME == 1
#define HR_LOOK_UP(x) table[HR_COPIES * (x) + copy]
#elif HR_HOME == 2
#define HR_LOOK_UP(x) ((const HR_GLOBAL u8*)tables)[x]
#endif

#ifdef HR_TABLE_WORDS
HR_DEVICE void hr_fill(HR_LOCAL u32* table, const HR_GLOBAL u32* tables) {
#if HR_COPIES == 1
  hr_fill_bytes(table, tables, HR_TABLE_WORDS);
#else
  hr_fill_copies(table, (const HR_GLOBAL u8*)tables, HR_ENTRIES_OF_BOX, HR_COPIES);
#endif
}
#define HR_TABLE_PARAMETER , const HR_LOCAL u32* table
#else
#define HR_TABLE_PARAMETER
#endif

#if HR_HOME == 3
#if HR_BITS == 8
#define HR_LEVELS 5
#define HR_BOX_LIST HR_BOX_WORDS
#else
#define HR_LEVELS 1
#define HR_BOX_LIST HR_NIBBLE_WORDS
#endif
// Returns the low three bits of four bytes as a selector for a permute of bytes.
HR_DEVICE u32 hr_selector(u32 w) {
  return (w & 7) | (w >> 4 & 0x70) | (w >> 8 & 0x700) | (w >> 12 & 0x7000);
}
// Returns all ones in the bytes of w that have bit `bit` set.
HR_DEVICE u32 hr_byte_mask(u32 w, int bit) { return (w >> bit & 0x01010101) * 255; }
// Returns the entries for four bytes. The first level selects from eight entries at a time, and each further level uses
// one more bit of the bytes.
HR_DEVICE u32 hr_look_up_four(u32 w) {
  const u32 t[2 << HR_LEVELS] = {HR_BOX_LIST};
  const u32 choice = hr_selector(w);
  u32 v[1 << HR_LEVELS];
  HR_UNROLL
  for (int i = 0; i < 1 << HR_LEVELS; i++) v[i] = HR_PERMUTE(t[2 * i], t[2 * i + 1], choice);
  HR_UNROLL
  for (int l = 0; l < HR_LEVELS; l++) {
    const u32 m = hr_byte_mask(w, 3 + l);
    HR_UNROLL
    for (int i = 0; i < 1 << (HR_LEVELS - 1); i++)
      if (i < 1 << (HR_LEVELS - 1 - l)) v[i] = HR_PICK(m, v[2 * i + 1], v[2 * i]);
  }
  return v[0];
}
#endif

HR_DEVICE void hr_array(u32* a, const u32* b,
                        const HR_GLOBAL u32* HR_RESTRICT tables HR_TABLE_PARAMETER) {
#if HR_HOME == 1 && HR_COPIES > 1
  const u32 copy = hr_thread() % HR_COPIES;
#endif
  (void)b, (void)tables;
  HR_ROLLED
  for (int n = 0; n < HR_ROUNDS_OF_BOX; n++) {
    HR_UNROLL
    for (int j = 0; j < 4; j++) {
#if HR_HOME == 3 && HR_BITS == 8
      a[j] = hr_look_up_four(a[j]);
#elif HR_HOME == 3
      a[j] = hr_look_up_four(a[j] & 0x0f0f0f0f) | hr_look_up_four(a[j] >> 4 & 0x0f0f0f0f) << 4;
#else
      u32 sum = 0;
      HR_UNROLL
      for (int i = 0; i < 4; i++) {
        const u32 x = hr_byte(a + j, i);
#if HR_BITS == 8
        sum |= (u32)HR_LOOK_UP(x) << (8 * i);
#else
        sum |= ((u32)HR_LOOK_UP(x & 15) | (u32)HR_LOOK_UP(x >> 4) << 4) << (8 * i);
#endif
      }
      a[j] = sum;
#endif
    }
  }
}
