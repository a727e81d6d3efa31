// Vec of 32 bytes on processors with AVX-512 and VBMI, for one block: the ops of vec_avx2.hpp and, on top, logic of three
// operands and permutes of bytes. For HR_VEC (vec.hpp): no instruction set of isa.def has this name.
#pragma once
#define HR_VEC_TERNARY 1
#define HR_VEC_VBMI 1
#include "isa/vec_avx2.hpp"
#ifndef HR_VEC_MODEL

namespace hedgerow::HR_ISA {

template <int kTable>
HR_INLINE Vec ternary(Vec a, Vec b, Vec c) {
  return {_mm256_ternarylogic_epi64(a.v, b.v, c.v, kTable)};
}
HR_INLINE Vec and_or(Vec a, Vec b, Vec c) { return ternary<0xea>(a, b, c); }
// Bytes of the 64 of a and b; bits 6 and 7 of an index mean nothing.
HR_INLINE Vec permute8_of_two(Vec index, Vec a, Vec b) {
  return {_mm256_permutex2var_epi8(a.v, index.v, b.v)};
}

}  // namespace hedgerow::HR_ISA
#endif
