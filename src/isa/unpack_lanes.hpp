// Lanes of 16 bytes of two vectors in turns, for every Vec with shuffle_lanes: the lower or the upper halves, as the
// unpacks do with smaller parts.
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
