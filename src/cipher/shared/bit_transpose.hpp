// Bytes <-> bit planes over vectors. Included inside a kernel's anonymous namespace, after `using
// namespace` of the ISA.
//
// Eight vectors of bytes become eight planes of one bit, or back; at each byte position alone:
//
//     r[i] = bytes of group i   <-->   r[b], bit i of a byte = bit b of group i's byte there
#pragma once

// Exchanges the bits of a that `mask` has, shifted left by kShift, with the bits of b that it has.
template <int kShift>
HR_INLINE void swap_bits(Vec& a, Vec& b, Vec mask) {
#ifdef HR_VEC_TERNARY
  const Vec low = a;
  a = ternary<0xca>(mask, a, shl16<kShift>(b));
  b = ternary<0xca>(mask, shr16<kShift>(low), b);
#else
  const Vec t = and2(xor2(shr16<kShift>(a), b), mask);
  b = xor2(b, t);
  a = xor2(a, shl16<kShift>(t));
#endif
}

HR_INLINE void transpose_bits(Vec* r) {
  const Vec m4 = splat8(0x0f), m2 = splat8(0x33), m1 = splat8(0x55);
  unroll<4>([&](auto i) HR_LAMBDA { swap_bits<4>(r[i], r[i + 4], m4); });
  unroll<4>([&](auto i) HR_LAMBDA {
    constexpr int k = i / 2 * 4 + i % 2;
    swap_bits<2>(r[k], r[k + 2], m2);
  });
  unroll<4>([&](auto i) HR_LAMBDA { swap_bits<1>(r[2 * i], r[2 * i + 1], m1); });
}
