// Multiplication by a fixed element as a matrix over GF(2): every bit of the factor adds its row or nothing.
//
// keys: 8 HR_BLOCK rows of HR_BLOCK bytes.
#include "blocks.h"

HR_DEVICE void hr_multiply(u32* acc, const HR_GLOBAL u32* HR_RESTRICT keys) {
  u32 sum[HR_WORDS];
  HR_UNROLL
  for (int i = 0; i < HR_WORDS; i++) sum[i] = 0;
  HR_UNROLL
  for (int word = 0; word < HR_WORDS; word++) {
    u32 bits = acc[word];
    HR_ROLLED
    for (int b = 0; b < 32; b += 4) {
      HR_UNROLL
      for (int j = 0; j < 4; j++) {
        const HR_GLOBAL u32* row = keys + HR_WORDS * (32 * word + b + j);
        const u32 mask = 0 - (bits >> j & 1);
        HR_UNROLL
        for (int i = 0; i < HR_WORDS; i += 2) {
          const hr_pair v = *(const HR_GLOBAL hr_pair*)(row + i);
          sum[i] = HR_LUT3(0x6a, mask, v.x, sum[i], (mask & v.x) ^ sum[i]);
          sum[i + 1] = HR_LUT3(0x6a, mask, v.y, sum[i + 1], (mask & v.y) ^ sum[i + 1]);
        }
      }
      bits >>= 4;
    }
  }
  HR_UNROLL
  for (int i = 0; i < HR_WORDS; i++) acc[i] = sum[i];
}

#include "hash.h"
