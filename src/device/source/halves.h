// Bit planes of blocks of 16-bit words. The words of a cipher are big-endian or little-endian.
#pragma once

#include "planes.h"

#define HR_HALVES (HR_BLOCK / 2)
// The plane of bit b of word w.
#if HR_LITTLE
#define HR_PLANE(w, b) (16 * (w) + (b))
#else
#define HR_PLANE(w, b) (16 * (w) + ((b) ^ 8))
#endif

HR_DEVICE void hr_words_of(const u32* p, u32 (*x)[16]) {
  HR_UNROLL
  for (int i = 0; i < 16 * HR_HALVES; i++) x[i / 16][i % 16] = p[HR_PLANE(i / 16, i % 16)];
}
HR_DEVICE void hr_planes_of(u32 (*x)[16], u32* p) {
  HR_UNROLL
  for (int i = 0; i < 16 * HR_HALVES; i++) p[HR_PLANE(i / 16, i % 16)] = x[i / 16][i % 16];
}
// Adds word `at` of the keys to x.
HR_DEVICE void hr_add_word(u32* x, const HR_GLOBAL u32* HR_RESTRICT keys, int at) {
  HR_UNROLL
  for (int b = 0; b < 16; b += 4) {
    const hr_quad k = hr_load4(keys + 16 * at + HR_PLANE(0, b));
    x[b] ^= k.x;
    x[b + 1] ^= k.y;
    x[b + 2] ^= k.z;
    x[b + 3] ^= k.w;
  }
}
HR_DEVICE void hr_turn(u32* x, int left) {
  u32 t[16];
  HR_UNROLL
  for (int b = 0; b < 16; b++) t[(b + left) % 16] = x[b];
  HR_UNROLL
  for (int b = 0; b < 16; b++) x[b] = t[b];
}
