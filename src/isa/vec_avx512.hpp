// Vec of 64 bytes for AVX-512 F/BW/VL/DQ without VBMI and GFNI (Skylake-SP): no KERNEL line uses it
// yet. It will carry the bitsliced kernels; the ops it shares with Ice Lake are those of
// vec_avx512_gfni.hpp.
#pragma once
#include <immintrin.h>

#include "base/inline.hpp"

#define HR_VEC_AVX512 1
#define HR_VEC_XOR3 1

namespace hedgerow::avx512 {

struct Vec {
  __m512i v;
};
constexpr int kWidth = 64;

HR_INLINE Vec load(const void* p) { return {_mm512_loadu_si512(p)}; }
HR_INLINE void store(void* p, Vec a) { _mm512_storeu_si512(p, a.v); }
HR_INLINE Vec xor2(Vec a, Vec b) { return {_mm512_xor_si512(a.v, b.v)}; }
HR_INLINE Vec and2(Vec a, Vec b) { return {_mm512_and_si512(a.v, b.v)}; }
HR_INLINE Vec or2(Vec a, Vec b) { return {_mm512_or_si512(a.v, b.v)}; }
template <int Table>
HR_INLINE Vec ternary(Vec a, Vec b, Vec c) {
  return {_mm512_ternarylogic_epi64(a.v, b.v, c.v, Table)};
}

}  // namespace hedgerow::avx512
