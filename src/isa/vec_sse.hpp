// Vec of 16 bytes for SSSE3. clmul exists if the object is compiled with -mpclmul, and aes_enc and
// the other AES ops with -maes. src/isa/README.md defines the ops.
#pragma once
#define HR_VEC_REGISTERS 16
#ifdef HR_VEC_MODEL
#define HR_MODEL_WIDTH 16
#define HR_VEC_CLMUL 1
#define HR_VEC_AES 1
#include "isa/vec_model.hpp"
#else
#include <tmmintrin.h>
#ifdef __PCLMUL__
#include <wmmintrin.h>
#define HR_VEC_CLMUL 1
#endif
#ifdef __AES__
#include <wmmintrin.h>
#define HR_VEC_AES 1
#endif

#include "base/inline.hpp"
#include "isa/low64_x86.hpp"

namespace hedgerow::HR_ISA {

struct Vec {
  __m128i v;
};
constexpr int kWidth = 16;

HR_INLINE Vec load(const void* p) { return {_mm_loadu_si128((const __m128i*)p)}; }
HR_INLINE void store(void* p, Vec a) { _mm_storeu_si128((__m128i*)p, a.v); }
HR_INLINE void prefetch(const void* p) { __builtin_prefetch(p, 0, 3); }
HR_INLINE void prefetch_write(const void* p) { __builtin_prefetch(p, 1, 3); }
HR_INLINE Vec zero() { return {_mm_setzero_si128()}; }
HR_INLINE Vec splat8(std::uint8_t x) { return {_mm_set1_epi8((char)x)}; }
HR_INLINE Vec splat64(std::uint64_t x) { return {_mm_set1_epi64x((long long)x)}; }
HR_INLINE Vec load_splat64(const void* p) {
  return {_mm_castpd_si128(_mm_loaddup_pd((const double*)p))};
}
HR_INLINE Vec splat32(std::uint32_t x) { return {_mm_set1_epi32((int)x)}; }
HR_INLINE Vec load_splat32(const void* p) {
  int x;
  __builtin_memcpy(&x, p, 4);
  return splat32((std::uint32_t)x);
}
HR_INLINE Vec load_splat128(const void* p) { return load(p); }
HR_INLINE Vec load_lane(const void* p) { return load(p); }
HR_INLINE void store_lane(void* p, Vec a) { store(p, a); }
HR_INLINE Vec load_part(const void*, std::size_t) { return zero(); }
HR_INLINE void store_part(void*, Vec, std::size_t) {}
HR_INLINE std::uint64_t low64(Vec a) { return low64_of(a.v); }

HR_INLINE Vec xor2(Vec a, Vec b) { return {_mm_xor_si128(a.v, b.v)}; }
HR_INLINE Vec xor3(Vec a, Vec b, Vec c) { return xor2(a, xor2(b, c)); }
HR_INLINE Vec xor_and(Vec a, Vec b, Vec c) { return xor2(a, {_mm_and_si128(b.v, c.v)}); }
HR_INLINE Vec and2(Vec a, Vec b) { return {_mm_and_si128(a.v, b.v)}; }
HR_INLINE Vec andnot(Vec a, Vec b) { return {_mm_andnot_si128(a.v, b.v)}; }
HR_INLINE Vec or2(Vec a, Vec b) { return {_mm_or_si128(a.v, b.v)}; }
HR_INLINE Vec add8(Vec a, Vec b) { return {_mm_add_epi8(a.v, b.v)}; }
HR_INLINE Vec add16(Vec a, Vec b) { return {_mm_add_epi16(a.v, b.v)}; }
HR_INLINE Vec add32(Vec a, Vec b) { return {_mm_add_epi32(a.v, b.v)}; }
HR_INLINE Vec add64(Vec a, Vec b) { return {_mm_add_epi64(a.v, b.v)}; }
HR_INLINE Vec sub8(Vec a, Vec b) { return {_mm_sub_epi8(a.v, b.v)}; }
HR_INLINE Vec sub16(Vec a, Vec b) { return {_mm_sub_epi16(a.v, b.v)}; }
HR_INLINE Vec sub32(Vec a, Vec b) { return {_mm_sub_epi32(a.v, b.v)}; }
HR_INLINE Vec sub64(Vec a, Vec b) { return {_mm_sub_epi64(a.v, b.v)}; }
HR_INLINE Vec min8(Vec a, Vec b) { return {_mm_min_epu8(a.v, b.v)}; }
HR_INLINE Vec equal8(Vec a, Vec b) { return {_mm_cmpeq_epi8(a.v, b.v)}; }
HR_INLINE Vec negative8(Vec a) { return {_mm_cmpgt_epi8(_mm_setzero_si128(), a.v)}; }
using Flags = Vec;
HR_INLINE Flags above8(Vec a, Vec b) { return {_mm_cmpgt_epi8(a.v, b.v)}; }
HR_INLINE Flags above8(Vec a, Vec b, Flags ties) {
  return or2(above8(a, b), and2(equal8(a, b), ties));
}
HR_INLINE Vec increment8(Vec a, Flags where) { return sub8(a, where); }
HR_INLINE Vec low_nibble(Vec a) { return and2(a, splat8(15)); }
HR_INLINE Vec high_nibble(Vec a) { return and2({_mm_srli_epi16(a.v, 4)}, splat8(15)); }
HR_INLINE Vec shuffle(Vec table, Vec index) { return {_mm_shuffle_epi8(table.v, index.v)}; }
// Returns `value`, one byte repeated, if bit 7 of `sign` is clear, else 0. A shuffle does this
// because all its entries are equal.
HR_INLINE Vec where_positive(Vec value, Vec sign) { return shuffle(value, sign); }

template <int N>
HR_INLINE Vec shl16(Vec a) {
  return {_mm_slli_epi16(a.v, N)};
}
template <int N>
HR_INLINE Vec shr16(Vec a) {
  return {_mm_srli_epi16(a.v, N)};
}
template <int N>
HR_INLINE Vec shl32(Vec a) {
  return {_mm_slli_epi32(a.v, N)};
}
template <int N>
HR_INLINE Vec shr32(Vec a) {
  return {_mm_srli_epi32(a.v, N)};
}
template <int N>
HR_INLINE Vec shl64(Vec a) {
  return {_mm_slli_epi64(a.v, N)};
}
template <int N>
HR_INLINE Vec shr64(Vec a) {
  return {_mm_srli_epi64(a.v, N)};
}
HR_INLINE Vec swap_words64(Vec a) { return {_mm_shuffle_epi32(a.v, 0x4e)}; }
HR_INLINE Vec reverse_words32(Vec a) { return {_mm_shuffle_epi32(a.v, 0x1b)}; }

HR_INLINE Vec unpack_lo8(Vec a, Vec b) { return {_mm_unpacklo_epi8(a.v, b.v)}; }
HR_INLINE Vec unpack_hi8(Vec a, Vec b) { return {_mm_unpackhi_epi8(a.v, b.v)}; }
HR_INLINE Vec unpack_lo16(Vec a, Vec b) { return {_mm_unpacklo_epi16(a.v, b.v)}; }
HR_INLINE Vec unpack_hi16(Vec a, Vec b) { return {_mm_unpackhi_epi16(a.v, b.v)}; }
HR_INLINE Vec unpack_lo32(Vec a, Vec b) { return {_mm_unpacklo_epi32(a.v, b.v)}; }
HR_INLINE Vec unpack_hi32(Vec a, Vec b) { return {_mm_unpackhi_epi32(a.v, b.v)}; }
HR_INLINE Vec unpack_lo64(Vec a, Vec b) { return {_mm_unpacklo_epi64(a.v, b.v)}; }
HR_INLINE Vec unpack_hi64(Vec a, Vec b) { return {_mm_unpackhi_epi64(a.v, b.v)}; }
template <int Stride>
HR_INLINE Vec load_lanes(const void* p) {
  return load(p);
}
template <int Stride>
HR_INLINE void store_lanes(void* p, Vec a) {
  store(p, a);
}
HR_INLINE Vec load_lanes12(const void* p) {
  int upper;
  __builtin_memcpy(&upper, (const char*)p + 8, 4);
  return {_mm_unpacklo_epi64(_mm_loadl_epi64((const __m128i*)p), _mm_cvtsi32_si128(upper))};
}
HR_INLINE void store_lanes12(void* p, Vec a) {
  const int upper = _mm_cvtsi128_si32(_mm_unpackhi_epi64(a.v, a.v));
  _mm_storel_epi64((__m128i*)p, a.v);
  __builtin_memcpy((char*)p + 8, &upper, 4);
}
#ifdef HR_VEC_CLMUL
template <int Imm>
HR_INLINE Vec clmul(Vec a, Vec b) {
  return {_mm_clmulepi64_si128(a.v, b.v, Imm)};
}

HR_INLINE void load_pairs64(const void* p, Vec& lo, Vec& hi) {
  const Vec a = load(p), b = load((const char*)p + 16);
  lo = unpack_lo64(a, b);
  hi = unpack_hi64(a, b);
}
HR_INLINE Vec xor_lanes(Vec a) { return a; }
HR_INLINE Vec reverse64(Vec a) {
  return shuffle(a, {_mm_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607)});
}
#endif
#ifdef HR_VEC_AES
HR_INLINE Vec aes_enc(Vec a, Vec key) { return {_mm_aesenc_si128(a.v, key.v)}; }
HR_INLINE Vec aes_enc_last(Vec a, Vec key) { return {_mm_aesenclast_si128(a.v, key.v)}; }
HR_INLINE Vec aes_dec(Vec a, Vec key) { return {_mm_aesdec_si128(a.v, key.v)}; }
HR_INLINE Vec aes_dec_last(Vec a, Vec key) { return {_mm_aesdeclast_si128(a.v, key.v)}; }
#endif

HR_INLINE Vec table_row(const std::uint8_t* row) { return load(row); }
// Returns 0xff in the bytes with bit 6 set, else 0.
HR_INLINE Vec spread_bit6(Vec a) { return negative8(add8(a, a)); }
}  // namespace hedgerow::HR_ISA

#include "isa/rotate_by_shuffle.hpp"
#include "isa/table_telescoped.hpp"
#endif
