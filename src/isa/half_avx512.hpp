// HalfVec: vectors of 32 bytes for AVX-512 with VBMI and GFNI, used for one block. Permutes of 32
// bytes have less latency than those of 64 bytes, and some processors start two of them in a cycle
// instead of one.
#pragma once

#include "isa/vec_avx512_gfni.hpp"
#ifndef HR_VEC_MODEL

namespace hedgerow::HR_ISA {

struct HalfVec {
  __m256i v;
};

HR_INLINE HalfVec load_half(const void* p) { return {_mm256_loadu_si256((const __m256i*)p)}; }
HR_INLINE HalfVec load_half_splat128(const void* p) {
  return {_mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i*)p))};
}
HR_INLINE void store(void* p, HalfVec a) { _mm256_storeu_si256((__m256i*)p, a.v); }
HR_INLINE void store_lane(void* p, HalfVec a) {
  _mm_storeu_si128((__m128i*)p, _mm256_castsi256_si128(a.v));
}
HR_INLINE HalfVec xor2(HalfVec a, HalfVec b) { return {_mm256_xor_si256(a.v, b.v)}; }
HR_INLINE HalfVec xor3(HalfVec a, HalfVec b, HalfVec c) {
  return {_mm256_ternarylogic_epi64(a.v, b.v, c.v, 0x96)};
}
HR_INLINE HalfVec add64(HalfVec a, HalfVec b) { return {_mm256_add_epi64(a.v, b.v)}; }
HR_INLINE HalfVec sub64(HalfVec a, HalfVec b) { return {_mm256_sub_epi64(a.v, b.v)}; }
HR_INLINE HalfVec shuffle(HalfVec table, HalfVec index) {
  return {_mm256_shuffle_epi8(table.v, index.v)};
}
HR_INLINE HalfVec permute8(HalfVec index, HalfVec a) {
  return {_mm256_permutexvar_epi8(index.v, a.v)};
}
HR_INLINE HalfVec swap_lanes(HalfVec a) { return {_mm256_permute2x128_si256(a.v, a.v, 1)}; }
// The matrix must be a compile-time constant, as for affine_inverse.
HR_INLINE HalfVec affine(HalfVec a, std::uint64_t matrix) {
  return {_mm256_gf2p8affine_epi64_epi8(a.v, _mm256_set1_epi64x((long long)matrix), 0)};
}
HR_INLINE HalfVec affine_by(HalfVec a, HalfVec matrices) {
  return {_mm256_gf2p8affine_epi64_epi8(a.v, matrices.v, 0)};
}
HR_INLINE HalfVec negative8(HalfVec a) { return affine(a, 0x8080808080808080); }
template <int kTable>
HR_INLINE HalfVec ternary(HalfVec a, HalfVec b, HalfVec c) {
  return {_mm256_ternarylogic_epi64(a.v, b.v, c.v, kTable)};
}
// Halves of a table have 128 entries and need registers of 64 bytes. No other op here does.
HR_INLINE HalfVec lookup_half_of_row(const Table256* tables, int row, int half, HalfVec x) {
  const Vec wide = {_mm512_castsi256_si512(x.v)};
  return {_mm512_castsi512_si256(lookup_half_of_row(tables, row, half, wide).v)};
}
HR_INLINE HalfVec lookup_halves_by_row(const Table256* tables, HalfVec x) {
  return sum_of_halves(tables, x, {_mm256_cmpgt_epi8(_mm256_setzero_si256(), x.v)});
}

}  // namespace hedgerow::HR_ISA
#endif
