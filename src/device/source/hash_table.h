// Multiplication by a fixed element of 16 bytes. A table has the product for each value of each
// nibble, in 8 copies, because the hardware serves a quarter of a warp at a time and each of these
// threads then has its own banks.
//
//     byte 128 e: entry e = 16 i + v for nibble i of value v, copies 0..7
//
// `keys` has the 512 entries of the table, of four words each.
#pragma once

#include "blocks.h"

#define HR_TABLE_WORDS (512 * 32)

HR_DEVICE void hr_fill_table(HR_LOCAL u32* table, const HR_GLOBAL u32* HR_RESTRICT keys) {
  for (u32 i = hr_thread(); i < HR_TABLE_WORDS; i += HR_THREADS)
    table[i] = keys[4 * (i >> 5) + (i & 3)];
}

HR_DEVICE void hr_multiply(u32* acc, const HR_GLOBAL u32* HR_RESTRICT keys,
                           const HR_LOCAL u32* table) {
  const u32 copy = 16 * (hr_thread() % 8);
  u32 sum[4] = {0, 0, 0, 0};
  (void)keys;
  HR_UNROLL
  for (int i = 0; i < 32; i++) {
    const u32 word = acc[i / 8];
    const u32 shifted = i % 8 < 2 ? word << (7 - 4 * (i % 8)) : word >> (4 * (i % 8) - 7);
    const u32 place = (shifted & 0x780) | copy;
    const hr_quad v = *(const HR_LOCAL hr_quad*)((const HR_LOCAL u8*)table + 2048 * i + place);
    sum[0] ^= v.x;
    sum[1] ^= v.y;
    sum[2] ^= v.z;
    sum[3] ^= v.w;
  }
  HR_UNROLL
  for (int i = 0; i < 4; i++) acc[i] = sum[i];
}

HR_DEVICE void hr_turn_element(u32* s) { (void)s; }

#include "hash.inc"
