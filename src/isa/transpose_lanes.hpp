// Transposes 4 x 4 lanes of 16 bytes in every Vec that has shuffle_lanes. The transposition is its
// own inverse:
//
//   a = a0 a1 a2 a3        a = a0 b0 c0 d0
//   b = b0 b1 b2 b3   <->  b = a1 b1 c1 d1
//   c = c0 c1 c2 c3        c = a2 b2 c2 d2
//   d = d0 d1 d2 d3        d = a3 b3 c3 d3
#pragma once

#include "isa/vec.hpp"

#ifdef HR_VEC_AVX512
namespace hedgerow::HR_ISA {
namespace {

HR_INLINE void transpose_lanes(Vec& a, Vec& b, Vec& c, Vec& d) {
  const Vec p = shuffle_lanes<0x44>(a, b), q = shuffle_lanes<0xee>(a, b);
  const Vec r = shuffle_lanes<0x44>(c, d), s = shuffle_lanes<0xee>(c, d);
  a = shuffle_lanes<0x88>(p, r);
  b = shuffle_lanes<0xdd>(p, r);
  c = shuffle_lanes<0x88>(q, s);
  d = shuffle_lanes<0xdd>(q, s);
}

}  // namespace
}  // namespace hedgerow::HR_ISA
#endif
