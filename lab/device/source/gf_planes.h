// The products by constants of gf.h over bit planes: a thread processes 32 arrays, and the compiler knows the factors.
HR_DEVICE void hr_multiply_planes(u32* p, u32 factor) {
  u32 sum[8], x[8];
  HR_UNROLL
  for (int b = 0; b < 8; b++) {
    sum[b] = 0;
    x[b] = p[b];
  }
  HR_UNROLL
  for (int k = 0; k < 8; k++) {
    HR_UNROLL
    for (int b = 0; b < 8; b++)
      if (factor >> k & 1) sum[b] ^= x[b];
    const u32 top = x[7];  // x^8 = x^7 + x^6 + x + 1
    HR_UNROLL
    for (int b = 7; b > 0; b--) x[b] = b == 7 || b == 6 || b == 1 ? x[b - 1] ^ top : x[b - 1];
    x[0] = top;
  }
  HR_UNROLL
  for (int b = 0; b < 8; b++) p[b] = sum[b];
}

HR_STUDY_KERNEL {
  const u64 blocks = arrays;
  HR_STUDY_PLACES;
  (void)tables;
  HR_ROLLED
  HR_EACH_PASS(first) {
    u32 p[HR_SQUARE_WORDS];
    const u32 count = hr_count(first, blocks);
    hr_load_planes(in, first, count, p);
    HR_ROLLED
    for (int n = 0; n < 50; n++) {
      HR_UNROLL
      for (int i = 0; i < 16; i++) hr_multiply_planes(p + 8 * i, 0x94 ^ i);
    }
    hr_store_planes(out, first, count, p, in, 0);
  }
}
