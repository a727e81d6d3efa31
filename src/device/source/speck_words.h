// SPECK in native words [ePrint 2013/404 section 4]. A block is y || x, two words of n = 4 HR_BLOCK
// bits, each stored in 32 or 64 bits.
//
// keys: k_0, k_1, ..., each in one 32-bit word, or in two with the lower first if n > 32.
#pragma once

#include "blocks.h"

#define HR_BITS (4 * HR_BLOCK)
#if HR_BITS > 32
typedef u64 hr_word;
#define HR_KEY(i) ((u64)keys[2 * (i) + 1] << 32 | keys[2 * (i)])
#else
typedef u32 hr_word;
#define HR_KEY(i) (keys[i])
#endif
#define HR_MODULO(x) ((x) & (~(hr_word)0 >> (8 * sizeof(hr_word) - HR_BITS)))
#define HR_ALPHA (HR_BITS == 16 ? 7 : 8)
#define HR_BETA (HR_BITS == 16 ? 2 : 3)

HR_DEVICE hr_word hr_turn(hr_word x, int left) {
  return HR_MODULO(x << left | x >> (HR_BITS - left));
}

HR_DEVICE void hr_split(const u32* s, hr_word* x, hr_word* y) {
#if HR_BITS == 64
  *y = (u64)s[1] << 32 | s[0];
  *x = (u64)s[3] << 32 | s[2];
#elif HR_BITS == 48
  *y = (u64)(s[1] & 0xffff) << 32 | s[0];
  *x = (u64)s[2] << 16 | s[1] >> 16;
#elif HR_BITS == 32
  *y = s[0];
  *x = s[1];
#elif HR_BITS == 24
  *y = s[0] & 0xffffff;
  *x = s[1] << 8 | s[0] >> 24;
#else
  *y = s[0] & 0xffff;
  *x = s[0] >> 16;
#endif
}
HR_DEVICE void hr_join(hr_word x, hr_word y, u32* s) {
#if HR_BITS == 64
  s[0] = (u32)y;
  s[1] = (u32)(y >> 32);
  s[2] = (u32)x;
  s[3] = (u32)(x >> 32);
#elif HR_BITS == 48
  s[0] = (u32)y;
  s[1] = (u32)(y >> 32) | (u32)x << 16;
  s[2] = (u32)(x >> 16);
#elif HR_BITS == 32
  s[0] = y;
  s[1] = x;
#elif HR_BITS == 24
  s[0] = y | x << 24;
  s[1] = x >> 8;
#else
  s[0] = y | x << 16;
#endif
}

// A round, R_k(x, y). With x = h 2^32 + l, x >>> 8 is 2^24 h plus 2^24 l with its halves exchanged.
// y <<< 3 is the sum of such products with 2^3. So all rotations of 64-bit words are
// multiplications, because multiplications have a pipe of their own.
HR_DEVICE void hr_round(hr_word* x, hr_word* y, hr_word k, u32 one) {
#if HR_BITS == 64
  const u64 low = hr_product((u32)*x, one << 24),
            high = hr_product_sum((u32)(*x >> 32), one << 24, *y);
  const u64 a = hr_product((u32)*y, one << 3), b = hr_product((u32)(*y >> 32), one << 3);
  *x = (high + (low << 32 | low >> 32)) ^ k;
  *y = (a | (b << 32 | b >> 32)) ^ *x;
#else
  (void)one;
  *x = HR_MODULO(hr_turn(*x, HR_BITS - HR_ALPHA) + *y) ^ k;
  *y = hr_turn(*y, HR_BETA) ^ *x;
#endif
}

HR_DEVICE void hr_encrypt_blocks(u32 (*s)[HR_WORDS], const HR_GLOBAL u32* HR_RESTRICT keys) {
  const u32 one = hr_one();
  hr_word x[HR_EACH], y[HR_EACH];
  HR_UNROLL
  for (int i = 0; i < HR_EACH; i++) hr_split(s[i], &x[i], &y[i]);
  HR_ROLLED
  for (int r = 0; r < HR_ROUNDS; r++) {
    const hr_word k = HR_KEY(r);
    HR_UNROLL
    for (int i = 0; i < HR_EACH; i++) hr_round(&x[i], &y[i], k, one);
  }
  HR_UNROLL
  for (int i = 0; i < HR_EACH; i++) hr_join(x[i], y[i], s[i]);
}

HR_DEVICE void hr_decrypt_blocks(u32 (*s)[HR_WORDS], const HR_GLOBAL u32* HR_RESTRICT keys) {
  hr_word x[HR_EACH], y[HR_EACH];
  HR_UNROLL
  for (int i = 0; i < HR_EACH; i++) hr_split(s[i], &x[i], &y[i]);
  HR_ROLLED
  for (int r = HR_ROUNDS - 1; r >= 0; r--) {
    const hr_word k = HR_KEY(r);
    HR_UNROLL
    for (int i = 0; i < HR_EACH; i++) {
      y[i] = hr_turn(x[i] ^ y[i], HR_BITS - HR_BETA);
      x[i] = hr_turn(HR_MODULO((x[i] ^ k) - y[i]), HR_ALPHA);
    }
  }
  HR_UNROLL
  for (int i = 0; i < HR_EACH; i++) hr_join(x[i], y[i], s[i]);
}

#include "words.inc"
