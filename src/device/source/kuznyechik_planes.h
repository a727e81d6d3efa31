// Kuznyechik over bit planes [RFC 7801 section 4.5]. L is sixteen steps of a recurrence. Each step
// writes its byte in the place of the byte that it shifts out, so no byte moves. In the sequence
// s_0, s_1, ..., s_k is in byte 15 - k mod 16, and for decryption in byte k mod 16.
//
// `keys` has 128 planes for each round key, from the first round to the last.
#pragma once

#include "language.h"

#include "circuit/kuznyechik/inv.BASIS.h"
#include "circuit/kuznyechik/kuznyechik.BASIS.h"
#include "circuit/kuznyechik/l.BASIS.h"
#include "planes.h"

#define HR_SLOT(k, forward) ((forward) ? 15 - (k) % 16 : (k) % 16)
HR_DEVICE void hr_linear(u32* p, const int forward) {
  HR_UNROLL
  for (int k = 0; k < 16; k++) {
    u32 window[128];
    HR_UNROLL
    for (int i = 0; i < 128; i++) window[i] = p[8 * HR_SLOT(k + 15 - i / 8, forward) + i % 8];
    box_kuznyechik_l(window, p + 8 * HR_SLOT(k, forward));
  }
}

HR_DEVICE void hr_encrypt_planes(u32* p, const HR_GLOBAL u32* HR_RESTRICT keys) {
  HR_ROLLED
  for (int r = 0; r < HR_ROUNDS - 1; r++) {
    hr_add_key(p, keys + 128 * r, 128);
    HR_UNROLL
    for (int i = 0; i < 16; i++) box_kuznyechik(p + 8 * i, p + 8 * i);
    hr_linear(p, 1);
  }
  hr_add_key(p, keys + 128 * (HR_ROUNDS - 1), 128);
}
HR_DEVICE void hr_decrypt_planes(u32* p, const HR_GLOBAL u32* HR_RESTRICT keys) {
  hr_add_key(p, keys + 128 * (HR_ROUNDS - 1), 128);
  HR_ROLLED
  for (int r = HR_ROUNDS - 2; r >= 0; r--) {
    hr_linear(p, 0);
    HR_UNROLL
    for (int i = 0; i < 16; i++) {
      HR_FENCE(300 + i);
      box_kuznyechik_inv(p + 8 * i, p + 8 * i);
    }
    HR_FENCE(320);
    HR_UNROLL
    for (int i = 0; i < 16; i++) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 1000
      // Without the fence the compiler spills registers on these architectures; with it, on others.
      HR_FENCE(340 + i);
#endif
      hr_add_key(p + 8 * i, keys + 128 * r + 8 * i, 8);
    }
  }
}

#include "planes_entries.inc"
