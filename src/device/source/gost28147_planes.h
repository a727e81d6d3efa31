// GOST 28147-89 and Magma over bit planes [RFC 5830, RFC 8891]. The host puts the circuits h ^ S(x)
// for the set HR_SET of S-boxes before this source: in[0..3] is x, in[4..7] is h. With HR_MAGMA the
// most significant byte comes first.
//
// `keys` has 32 planes for each round, in the order of encryption, with words in the standard's
// byte order.
#pragma once

#include "planes.h"

#if HR_MAGMA
#define HR_PLANE(i) (8 * (7 - (i) / 8) + (i) % 8)
#define HR_KEY_PLANE(i) (8 * (3 - (i) / 8) + (i) % 8)
#else
#define HR_PLANE(i) (i)
#define HR_KEY_PLANE(i) (i)
#endif

#define HR_BOX_NAMED(set, r) box_gost_##set##_##r##_xor
#define HR_BOX_OF(set, r) HR_BOX_NAMED(set, r)
#define HR_BOX(r) HR_BOX_OF(HR_SET, r)

// Row r of t = x + k: its S-box output is rotated to the left by 11 and added to h.
#define HR_ROW(r)                                                      \
  {                                                                    \
    u32 in[8], box_out[4];                                             \
    HR_UNROLL                                                          \
    for (int b = 0; b < 4; b++) {                                      \
      in[b] = t[4 * r + b];                                            \
      in[4 + b] = h[(4 * r + b + 11) % 32];                            \
    }                                                                  \
    HR_BOX(r)(in, box_out);                                            \
    HR_UNROLL                                                          \
    for (int b = 0; b < 4; b++) h[(4 * r + b + 11) % 32] = box_out[b]; \
  }
HR_DEVICE void hr_round(const u32* x, u32* h, const HR_GLOBAL u32* HR_RESTRICT keys) {
  u32 t[32], k[32], carry = 0;
  HR_UNROLL
  for (int i = 0; i < 32; i++) k[i] = 0;
  hr_add_key(k, keys, 32);
  HR_UNROLL
  for (int i = 0; i < 32; i++) {
    t[i] = HR_XOR3(x[i], k[HR_KEY_PLANE(i)], carry);
    carry = HR_CARRY(x[i], k[HR_KEY_PLANE(i)], carry);
  }
  HR_ROW(0)
  HR_ROW(1)
  HR_ROW(2)
  HR_ROW(3)
  HR_ROW(4)
  HR_ROW(5)
  HR_ROW(6)
  HR_ROW(7)
}

// Decryption uses the round keys from the last to the first. Two rounds at a time leave the halves
// in place. The last round does not exchange the halves, so they are exchanged at the end.
HR_DEVICE void hr_crypt(u32* p, const HR_GLOBAL u32* HR_RESTRICT keys, int first, int step) {
  u32 n1[32], n2[32];
  HR_UNROLL
  for (int i = 0; i < 32; i++) {
    n1[i] = p[HR_PLANE(i)];
    n2[i] = p[HR_PLANE(32 + i)];
  }
  HR_ROLLED
  for (int r = 0; r < 32; r += 2) {
    hr_round(n1, n2, keys + 32 * (first + step * r));
    hr_round(n2, n1, keys + 32 * (first + step * (r + 1)));
  }
  HR_UNROLL
  for (int i = 0; i < 32; i++) {
    p[HR_PLANE(i)] = n2[i];
    p[HR_PLANE(32 + i)] = n1[i];
  }
}
HR_DEVICE void hr_encrypt_planes(u32* p, const HR_GLOBAL u32* HR_RESTRICT keys) {
  hr_crypt(p, keys, 0, 1);
}
HR_DEVICE void hr_decrypt_planes(u32* p, const HR_GLOBAL u32* HR_RESTRICT keys) {
  hr_crypt(p, keys, 31, -1);
}

#include "planes_entries.inc"
