// The ops that VBMI adds to vectors of 32 bytes: logic of three operands, and permutes of bytes
// from two vectors. Kernels of avx512_gfni with 32-byte vectors use them (-DHR_VEC=avx2
// -DHR_VEC_VBMI).
#pragma once

#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {

#ifndef HR_VEC_MODEL
HR_INLINE Vec permute8_of_two(Vec index, Vec a, Vec b) {
  return {_mm256_permutex2var_epi8(a.v, index.v, b.v)};
}
template <int kTable>
HR_INLINE Vec ternary(Vec a, Vec b, Vec c) {
  return {_mm256_ternarylogic_epi64(a.v, b.v, c.v, kTable)};
}
HR_INLINE Vec and_or(Vec a, Vec b, Vec c) { return ternary<0xea>(a, b, c); }
#endif

}  // namespace hedgerow::HR_ISA
