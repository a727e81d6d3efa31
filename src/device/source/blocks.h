// Loads and stores blocks of HR_BLOCK bytes as little-endian words, and makes counter blocks.
//
// A block of 6 bytes has three 16-bit halves:
//
//   s[0] = half 1 : half 0     s[1] = 0 : half 2
#pragma once

#include "language.h"

#define HR_WORDS ((HR_BLOCK + 3) / 4)
#define HR_FULL_WORDS (HR_BLOCK % 4 == 0)

HR_DEVICE void hr_load(const HR_GLOBAL u32* in, u64 block, u32* s) {
#if HR_BLOCK % 16 == 0
  const HR_GLOBAL hr_quad* p = (const HR_GLOBAL hr_quad*)in + block * (HR_BLOCK / 16);
  HR_UNROLL
  for (int i = 0; i < HR_BLOCK / 16; i++) {
    const hr_quad v = p[i];
    s[4 * i] = v.x;
    s[4 * i + 1] = v.y;
    s[4 * i + 2] = v.z;
    s[4 * i + 3] = v.w;
  }
#elif HR_BLOCK == 8
  const hr_pair v = ((const HR_GLOBAL hr_pair*)in)[block];
  s[0] = v.x;
  s[1] = v.y;
#elif HR_FULL_WORDS
  HR_UNROLL
  for (int i = 0; i < HR_WORDS; i++) s[i] = in[block * HR_WORDS + i];
#else
  const HR_GLOBAL u16* p = (const HR_GLOBAL u16*)in + block * 3;
  s[0] = p[0] | (u32)p[1] << 16;
  s[1] = p[2];
#endif
}

HR_DEVICE void hr_store(HR_GLOBAL u32* out, u64 block, const u32* s) {
#if HR_BLOCK % 16 == 0
  HR_GLOBAL hr_quad* p = (HR_GLOBAL hr_quad*)out + block * (HR_BLOCK / 16);
  HR_UNROLL
  for (int i = 0; i < HR_BLOCK / 16; i++) {
    hr_quad v;
    v.x = s[4 * i];
    v.y = s[4 * i + 1];
    v.z = s[4 * i + 2];
    v.w = s[4 * i + 3];
    p[i] = v;
  }
#elif HR_BLOCK == 8
  hr_pair v;
  v.x = s[0];
  v.y = s[1];
  ((HR_GLOBAL hr_pair*)out)[block] = v;
#elif HR_FULL_WORDS
  HR_UNROLL
  for (int i = 0; i < HR_WORDS; i++) out[block * HR_WORDS + i] = s[i];
#else
  HR_GLOBAL u16* p = (HR_GLOBAL u16*)out + block * 3;
  p[0] = (u16)s[0];
  p[1] = (u16)(s[0] >> 16);
  p[2] = (u16)s[1];
#endif
}

// The byte position of the counter field in a block. If its four bytes are not one word, they begin
// in the middle of word 0.
#define HR_BIG_AT (HR_BLOCK - 4)
#define HR_LEFT_AT (HR_BLOCK / 2 - 4)

// The bytes of the counter field as they are in memory.
HR_DEVICE u32 hr_field(const struct hr_counter* c, int at) {
  return at % 4 == 0 ? c->block[at / 4] : c->block[0] >> 16 | c->block[1] << 16;
}
HR_DEVICE void hr_set_field(u32* s, int at, u32 value) {
  if (at % 4 == 0) {
    s[at / 4] = value;
  } else {
    s[0] = (s[0] & 0xffff) | value << 16;
    s[1] = (s[1] & 0xffff0000) | value >> 16;
  }
}
// The number in the field of the first counter.
HR_DEVICE u32 hr_first_count(const struct hr_counter* c) {
  if (c->order == HR_LITTLE_ENDIAN) return c->block[0];
#if HR_BLOCK >= 8
  if (c->order == HR_BIG_ENDIAN_LEFT) return hr_reverse32(hr_field(c, HR_LEFT_AT));
#endif
  return hr_reverse32(hr_field(c, HR_BIG_AT));
}
// Makes the counter block with the number `count` in its field.
HR_DEVICE void hr_counter_block(const struct hr_counter* c, u32 count, u32* s) {
  HR_UNROLL
  for (int i = 0; i < HR_WORDS; i++) s[i] = c->block[i];
  if (c->order == HR_LITTLE_ENDIAN) s[0] = count;
  if (c->order == HR_BIG_ENDIAN) hr_set_field(s, HR_BIG_AT, hr_reverse32(count));
#if HR_BLOCK >= 8
  if (c->order == HR_BIG_ENDIAN_LEFT) hr_set_field(s, HR_LEFT_AT, hr_reverse32(count));
#endif
}
