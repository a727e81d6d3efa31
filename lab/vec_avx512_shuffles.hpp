// The Vec of 64 bytes from vec_avx512.hpp, with additions for kernels that do not use circuits: tables of 256 entries
// by byte shuffles, and the equality of bytes. For kernels that are built with -DHR_VEC=avx512_shuffles (isa/vec.hpp).
#pragma once

#include "isa/vec_avx512.hpp"
#ifndef HR_VEC_MODEL
namespace hedgerow::HR_ISA {

HR_INLINE Vec equal8(Vec a, Vec b) { return {_mm512_movm_epi8(_mm512_cmpeq_epi8_mask(a.v, b.v))}; }

}  // namespace hedgerow::HR_ISA
#include "isa/table_telescoped.hpp"
#endif
