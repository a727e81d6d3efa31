// Table256 and lookup256 by 16 byte shuffles for every instruction set that has a vector: AVX-512 without VBMI, too, where
// the library's kernels have circuits instead.
#pragma once

#include "isa/vec.hpp"
#if defined(HR_VEC_AVX512) && !defined(HR_VEC_MODEL)
namespace hedgerow::HR_ISA {
HR_INLINE Vec table_row(const std::uint8_t* row) { return load_splat128(row); }
HR_INLINE Vec spread_bit6(Vec a) { return negative8(add8(a, a)); }
}  // namespace hedgerow::HR_ISA
#include "isa/table_telescoped.hpp"
#endif
