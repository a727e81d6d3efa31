// SPARX over bit planes [ePrint 2016/984 section 4]: HR_BLOCK / 4 branches of two 16-bit words.
// HR_ROUNDS counts steps, and with HR_LITTLE words are little-endian.
//
// `keys` has the planes of the round keys' words, in the order of the canonical round keys.
#pragma once

#include "halves.h"

#define HR_BRANCHES (HR_BLOCK / 4)
#define HR_STEP_ROUNDS (HR_BLOCK == 8 ? 3 : 4)
#define HR_KEY_WORD(step, branch, round) \
  (2 * (((step) * HR_BRANCHES + (branch)) * HR_STEP_ROUNDS + (round)))

// Computes l = (l <<< 9) + r, r = (r <<< 2) ^ l, and its inverse.
HR_DEVICE void hr_a(u32* l, u32* r) {
  u32 carry = 0;
  hr_turn(l, 9);
  HR_UNROLL
  for (int b = 0; b < 16; b++) {
    const u32 a = l[b];
    l[b] = HR_XOR3(a, r[b], carry);
    carry = HR_CARRY(a, r[b], carry);
  }
  hr_turn(r, 2);
  HR_UNROLL
  for (int b = 0; b < 16; b++) r[b] ^= l[b];
}
HR_DEVICE void hr_a_inverse(u32* l, u32* r) {
  u32 borrow = 0;
  HR_UNROLL
  for (int b = 0; b < 16; b++) r[b] ^= l[b];
  hr_turn(r, 14);
  HR_UNROLL
  for (int b = 0; b < 16; b++) {
    const u32 a = l[b];
    l[b] = HR_XOR3(a, r[b], borrow);
    borrow = HR_BORROW(a, r[b], borrow);
  }
  hr_turn(l, 7);
}

// The linear layer: the value of the left half that is added to the right half.
HR_DEVICE void hr_linear(u32 (*x)[16]) {
  HR_UNROLL
  for (int b = 0; b < 16; b++) {
    const int from = (b + 8) % 16;
#if HR_BRANCHES == 2
    const u32 t = x[0][from] ^ x[1][from];
    x[2][b] = HR_XOR3(x[2][b], x[0][b], t);
    x[3][b] = HR_XOR3(x[3][b], x[1][b], t);
#else
    const u32 t = HR_XOR3(x[0][from], x[1][from], x[2][from]) ^ x[3][from];
    x[4][b] = HR_XOR3(x[4][b], x[2][b], t);
    x[5][b] = HR_XOR3(x[5][b], x[1][b], t);
    x[6][b] = HR_XOR3(x[6][b], x[0][b], t);
    x[7][b] = HR_XOR3(x[7][b], x[3][b], t);
#endif
  }
}
HR_DEVICE void hr_swap_halves(u32 (*x)[16]) {
  HR_UNROLL
  for (int i = 0; i < 16 * HR_BRANCHES; i++) {
    const u32 t = x[i / 16][i % 16];
    x[i / 16][i % 16] = x[HR_BRANCHES + i / 16][i % 16];
    x[HR_BRANCHES + i / 16][i % 16] = t;
  }
}

HR_DEVICE void hr_encrypt_planes(u32* p, const HR_GLOBAL u32* HR_RESTRICT keys) {
  u32 x[HR_HALVES][16];
  hr_words_of(p, x);
  HR_ROLLED
  for (int s = 0; s < HR_ROUNDS; s++) {
    HR_UNROLL
    for (int branch = 0; branch < HR_BRANCHES; branch++) {
      HR_UNROLL
      for (int r = 0; r < HR_STEP_ROUNDS; r++) {
        hr_add_word(x[2 * branch], keys, HR_KEY_WORD(s, branch, r));
        hr_add_word(x[2 * branch + 1], keys, HR_KEY_WORD(s, branch, r) + 1);
        hr_a(x[2 * branch], x[2 * branch + 1]);
      }
      HR_FENCE(branch);
    }
    hr_linear(x);
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 1000  // see HR_FENCED below
    HR_FENCE(90);
#endif
    hr_swap_halves(x);
  }
  HR_UNROLL
  for (int i = 0; i < HR_HALVES; i++) hr_add_word(x[i], keys, HR_KEY_WORD(HR_ROUNDS, 0, 0) + i);
  hr_planes_of(x, p);
}
// The branches of decryption after which a fence avoids spilled registers. They come from counts
// for each architecture.
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ < 800 || __CUDA_ARCH__ >= 1000)
#define HR_FENCED(branch) ((branch) % 2 == 1)
#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
#define HR_FENCED(branch) 0
#else
#define HR_FENCED(branch) 1
#endif
HR_DEVICE void hr_decrypt_planes(u32* p, const HR_GLOBAL u32* HR_RESTRICT keys) {
  u32 x[HR_HALVES][16];
  hr_words_of(p, x);
  HR_UNROLL
  for (int i = 0; i < HR_HALVES; i++) hr_add_word(x[i], keys, HR_KEY_WORD(HR_ROUNDS, 0, 0) + i);
  HR_ROLLED
  for (int s = HR_ROUNDS - 1; s >= 0; s--) {
    hr_swap_halves(x);
    hr_linear(x);
    HR_UNROLL
    for (int branch = 0; branch < HR_BRANCHES; branch++) {
      HR_UNROLL
      for (int r = HR_STEP_ROUNDS - 1; r >= 0; r--) {
        hr_a_inverse(x[2 * branch], x[2 * branch + 1]);
        hr_add_word(x[2 * branch], keys, HR_KEY_WORD(s, branch, r));
        hr_add_word(x[2 * branch + 1], keys, HR_KEY_WORD(s, branch, r) + 1);
      }
      if (HR_FENCED(branch)) HR_FENCE(branch);
    }
  }
  hr_planes_of(x, p);
}

#include "planes_entries.inc"
