// A transposition of 4 x 4 lanes of 16 bytes, for every Vec with shuffle_lanes; it is its own inverse.
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
