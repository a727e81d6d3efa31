// Transposes 4 x 4 lanes of 16 bytes in every Vec that has shuffle_lanes, or 4 x 4 dwords in each
// lane of every Vec. Both are their own inverses:
//
//   a = a0 a1 a2 a3        a = a0 b0 c0 d0
//   b = b0 b1 b2 b3   <->  b = a1 b1 c1 d1
//   c = c0 c1 c2 c3        c = a2 b2 c2 d2
//   d = d0 d1 d2 d3        d = a3 b3 c3 d3
#pragma once

#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

#ifdef HR_VEC_AVX512
HR_INLINE void transpose_lanes(Vec& a, Vec& b, Vec& c, Vec& d) {
  const Vec p = shuffle_lanes<0x44>(a, b), q = shuffle_lanes<0xee>(a, b);
  const Vec r = shuffle_lanes<0x44>(c, d), s = shuffle_lanes<0xee>(c, d);
  a = shuffle_lanes<0x88>(p, r);
  b = shuffle_lanes<0xdd>(p, r);
  c = shuffle_lanes<0x88>(q, s);
  d = shuffle_lanes<0xdd>(q, s);
}
#endif

#ifndef HR_VEC_SCALAR
HR_INLINE void transpose_dwords(Vec* x) {
  const Vec a = unpack_lo32(x[0], x[1]), b = unpack_hi32(x[0], x[1]);
  const Vec c = unpack_lo32(x[2], x[3]), d = unpack_hi32(x[2], x[3]);
  x[0] = unpack_lo64(a, c);
  x[1] = unpack_hi64(a, c);
  x[2] = unpack_lo64(b, d);
  x[3] = unpack_hi64(b, d);
}
#endif

}  // namespace
}  // namespace hedgerow::HR_ISA
