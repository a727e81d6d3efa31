// Tables in the group's memory with a private copy for every bank. Two threads of a warp never
// access the same bank, therefore the time of a look-up does not depend on its index.
//
// Entries of one word have 32 copies, and thread i reads copy i mod 32. An entry takes 128 bytes,
// and two tables are interleaved:
//
//     byte 256 x:   table 0 at x, copies 0..31 | table 1 at x, copies 0..31
//
// Entries of two words have 16 copies, and thread i reads copy i mod 16, because the hardware
// serves half a warp at a time:
//
//     byte 256 x:   table 0 at x, copies 0..15 | table 1 at x, copies 0..15
//
// One byte permute computes the offset of an entry: x in byte 1, the thread's copy in byte 0. The
// table is a constant in the instruction.
#pragma once

#include "blocks.h"

#define HR_PAIR_OF_TABLES_WORDS (256 * 64)

// All threads of a group fill tables t and t + 1 of words from `from` and `from` + 256.
HR_DEVICE void hr_fill_words(HR_LOCAL u32* to, const HR_GLOBAL u32* from) {
  for (u32 i = hr_thread(); i < HR_PAIR_OF_TABLES_WORDS; i += HR_THREADS)
    to[i] = from[(i >> 6) + 256 * (i >> 5 & 1)];
}
// The same for tables of pairs of words, 512 words each.
HR_DEVICE void hr_fill_pairs(HR_LOCAL u32* to, const HR_GLOBAL u32* from) {
  for (u32 i = hr_thread(); i < HR_PAIR_OF_TABLES_WORDS; i += HR_THREADS)
    to[i] = from[2 * (i >> 6) + 512 * (i >> 5 & 1) + (i & 1)];
}
// The offset of the thread's copy in an entry.
HR_DEVICE u32 hr_copy_of_words(void) { return 4 * (hr_thread() % 32); }
HR_DEVICE u32 hr_copy_of_pairs(void) { return 8 * (hr_thread() % 16); }

// The offset of the entry for byte `byte` of x in the first table. Table t is HR_TABLE_AT(t) bytes
// further.
#define HR_PLACE(x, byte, copy) HR_PERMUTE(x, copy, 0x5504 | (byte) << 4)
#define HR_TABLE_AT(t) (((t) / 2) * 4 * HR_PAIR_OF_TABLES_WORDS + ((t) % 2) * 128)

// Sums the bytes of each word of w[0..4): byte i of the result is the sum of the bytes of w[i].
HR_DEVICE u32 hr_byte_sums(const u32* w) {
  const u32 a = HR_PERMUTE(w[0], w[1], 0x6240) ^ HR_PERMUTE(w[0], w[1], 0x7351);
  const u32 b = HR_PERMUTE(w[2], w[3], 0x6240) ^ HR_PERMUTE(w[2], w[3], 0x7351);
  return HR_PERMUTE(a, b, 0x5410) ^ HR_PERMUTE(a, b, 0x7632);
}
