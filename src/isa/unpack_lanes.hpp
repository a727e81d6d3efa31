// Interleaves the 16-byte lanes of two vectors in every Vec that has shuffle_lanes, as the unpack
// instructions interleave smaller parts:
//
//   a = a0 a1 a2 a3      unpack_lo_lanes(a, b) = a0 b0 a1 b1
//   b = b0 b1 b2 b3      unpack_hi_lanes(a, b) = a2 b2 a3 b3
#pragma once

#include "isa/vec.hpp"

#ifdef HR_VEC_AVX512
namespace hedgerow::HR_ISA {
namespace {

#ifdef HR_VEC_MODEL
HR_MODEL_OP Vec model_unpack_lanes(const Vec& a, const Vec& b, int from) {
  return model_bytes([&](int i) {
    const int lane = i / 16, at = 16 * (from + lane / 2) + i % 16;
    return lane % 2 ? b.b[at] : a.b[at];
  });
}
HR_MODEL_OP Vec unpack_lo_lanes(const Vec& a, const Vec& b) { return model_unpack_lanes(a, b, 0); }
HR_MODEL_OP Vec unpack_hi_lanes(const Vec& a, const Vec& b) {
  return model_unpack_lanes(a, b, kWidth / 32);
}
#else
HR_INLINE Vec unpack_lo_lanes(Vec a, Vec b) {
  return {_mm512_permutex2var_epi64(a.v, _mm512_set_epi64(11, 10, 3, 2, 9, 8, 1, 0), b.v)};
}
HR_INLINE Vec unpack_hi_lanes(Vec a, Vec b) {
  return {_mm512_permutex2var_epi64(a.v, _mm512_set_epi64(15, 14, 7, 6, 13, 12, 5, 4), b.v)};
}
#endif

}  // namespace
}  // namespace hedgerow::HR_ISA
#endif
