// Vec of 16 bytes for SSSE3. clmul exists if the object is compiled with -mpclmul, and aes_enc and
// the other AES ops with -maes. operations.def defines the operations.
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

}  // namespace hedgerow::HR_ISA

#define HR_MM(op) _mm_##op
#define HR_MM_LOGIC(op) _mm_##op##_si128
#include "isa/x86_words.inc"

namespace hedgerow::HR_ISA {

HR_INLINE Vec load(const void* p) { return {_mm_loadu_si128((const __m128i*)p)}; }
HR_INLINE void store(void* p, Vec a) { _mm_storeu_si128((__m128i*)p, a.v); }
HR_INLINE Vec splat64(std::uint64_t x) { return {_mm_set1_epi64x((long long)x)}; }
HR_INLINE Vec load_splat64(const void* p) {
  return {_mm_castpd_si128(_mm_loaddup_pd((const double*)p))};
}
HR_INLINE Vec load_splat128(const void* p) { return load(p); }
HR_INLINE Vec load_lane(const void* p) { return load(p); }
HR_INLINE void store_lane(void* p, Vec a) { store(p, a); }
HR_INLINE Vec load_part(const void*, std::size_t) { return zero(); }
HR_INLINE void store_part(void*, Vec, std::size_t) {}
HR_INLINE std::uint64_t low64(Vec a) { return low64_of(a.v); }

HR_INLINE Vec swap_words64(Vec a) { return {_mm_shuffle_epi32(a.v, 0x4e)}; }
HR_INLINE Vec reverse_words32(Vec a) { return {_mm_shuffle_epi32(a.v, 0x1b)}; }

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

}  // namespace hedgerow::HR_ISA

#include "isa/rotate_by_shuffle.hpp"
#include "isa/table_telescoped.hpp"
#endif
