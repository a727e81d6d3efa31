// Vec of 32 bytes for AVX2. clmul exists if the object is compiled with -mvpclmulqdq, aes_enc and
// the other AES ops with -mvaes, and affine and gf_mul with the macro of vec_avx2_gfni.hpp.
// operations.def defines the operations. A vector has two lanes:
//
//   byte   0 .. 15      16 .. 31
//          lower lane   upper lane
#pragma once
#define HR_VEC_TWO_LANES 1
#define HR_VEC_REGISTERS 16
#ifdef HR_VEC_MODEL
#define HR_MODEL_WIDTH 32
#define HR_VEC_CLMUL 1
#define HR_VEC_AES 1
#include "isa/vec_model.hpp"
#else
#include <immintrin.h>
#ifdef __VPCLMULQDQ__
#define HR_VEC_CLMUL 1
#endif
#if defined __AES__ || defined __VAES__
#define HR_VEC_AES 1
#endif

#include "isa/low64_x86.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {

struct Vec {
  __m256i v;
};
constexpr int kWidth = 32;

}  // namespace hedgerow::HR_ISA

#define HR_MM(op) _mm256_##op
#define HR_MM_LOGIC(op) _mm256_##op##_si256
#include "isa/x86_words.inc"

namespace hedgerow::HR_ISA {

HR_INLINE Vec load(const void* p) { return {_mm256_loadu_si256((const __m256i*)p)}; }
HR_INLINE void store(void* p, Vec a) { _mm256_storeu_si256((__m256i*)p, a.v); }
HR_INLINE Vec splat64(std::uint64_t x) { return {_mm256_set1_epi64x((long long)x)}; }
HR_INLINE Vec load_splat64(const void* p) {
  long long x;
  __builtin_memcpy(&x, p, 8);
  return {_mm256_set1_epi64x(x)};
}
HR_INLINE Vec load_splat128(const void* p) {
  return {_mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i*)p))};
}
// Loads or stores the lower lane at one address and the upper lane at another.
HR_INLINE Vec load_halves(const void* lower, const void* upper) {
  const __m256i v = _mm256_castsi128_si256(_mm_loadu_si128((const __m128i*)lower));
  return {_mm256_inserti128_si256(v, _mm_loadu_si128((const __m128i*)upper), 1)};
}
HR_INLINE void store_halves(void* lower, void* upper, Vec a) {
  _mm_storeu_si128((__m128i*)lower, _mm256_castsi256_si128(a.v));
  _mm_storeu_si128((__m128i*)upper, _mm256_extracti128_si256(a.v, 1));
}
// Exchanges the two lanes, or joins the lower (or the upper) lanes of a and b.
HR_INLINE Vec swap_lanes(Vec a) { return {_mm256_permute2x128_si256(a.v, a.v, 0x01)}; }
HR_INLINE Vec lower_lanes(Vec a, Vec b) { return {_mm256_permute2x128_si256(a.v, b.v, 0x20)}; }
HR_INLINE Vec upper_lanes(Vec a, Vec b) { return {_mm256_permute2x128_si256(a.v, b.v, 0x31)}; }

HR_INLINE Vec load_lane(const void* p) {
  return {_mm256_zextsi128_si256(_mm_loadu_si128((const __m128i*)p))};
}
HR_INLINE void store_lane(void* p, Vec a) {
  _mm_storeu_si128((__m128i*)p, _mm256_castsi256_si128(a.v));
}
HR_INLINE Vec load_part(const void* p, std::size_t) { return load_lane(p); }
HR_INLINE void store_part(void* p, Vec a, std::size_t) { store_lane(p, a); }
HR_INLINE std::uint64_t low64(Vec a) { return low64_of(_mm256_castsi256_si128(a.v)); }

HR_INLINE Vec blend_by_sign(Vec a, Vec b, Vec sign) {
  return {_mm256_blendv_epi8(a.v, b.v, sign.v)};
}

HR_INLINE Vec swap_words64(Vec a) { return {_mm256_shuffle_epi32(a.v, 0x4e)}; }
HR_INLINE Vec reverse_words32(Vec a) { return {_mm256_shuffle_epi32(a.v, 0x1b)}; }
// Word i of each lane is word i + N, modulo 4, of a.
template <int N>
HR_INLINE Vec turn_words32(Vec a) {
  return {
      _mm256_shuffle_epi32(a.v, N | ((N + 1) & 3) << 2 | ((N + 2) & 3) << 4 | ((N + 3) & 3) << 6)};
}

template <int Stride>
HR_INLINE Vec load_lanes(const void* p) {
  if constexpr (Stride == 16) return load(p);
  const __m128i upper = _mm_loadu_si128((const __m128i*)((const char*)p + Stride));
  return {_mm256_inserti128_si256(load_lane(p).v, upper, 1)};
}
template <int Stride>
HR_INLINE void store_lanes(void* p, Vec a) {
  if constexpr (Stride == 16) return store(p, a);
  store_halves(p, (char*)p + Stride, a);
}
HR_INLINE Vec load_lanes12(const void* p) {
  const __m128i upper = _mm_loadu_si128((const __m128i*)((const char*)p + 8));
  return {_mm256_inserti128_si256(load_lane(p).v, _mm_srli_si128(upper, 4), 1)};
}
HR_INLINE void store_lanes12(void* p, Vec a) {
  const __m128i lower = _mm256_castsi256_si128(a.v), upper = _mm256_extracti128_si256(a.v, 1);
  _mm_storeu_si128((__m128i*)p, lower);
  _mm_storeu_si128((__m128i*)((char*)p + 8), _mm_alignr_epi8(upper, _mm_slli_si128(lower, 4), 12));
}

// These join the even words of a and the odd words of b. The words have 64, 32, 16 and 8 bits.
HR_INLINE Vec blend_words64(Vec a, Vec b) { return {_mm256_blend_epi32(a.v, b.v, 0xcc)}; }
HR_INLINE Vec blend_words32(Vec a, Vec b) { return {_mm256_blend_epi32(a.v, b.v, 0xaa)}; }
HR_INLINE Vec blend_words16(Vec a, Vec b) { return {_mm256_blend_epi16(a.v, b.v, 0xaa)}; }
HR_INLINE Vec blend_bytes(Vec a, Vec b) {
  return {_mm256_blendv_epi8(a.v, b.v, _mm256_set1_epi16((short)0x8000))};
}
// Selects the lane of b if its bit is set, else that of a.
template <int Imm>
HR_INLINE Vec blend_lanes(Vec a, Vec b) {
  return {_mm256_blend_epi32(a.v, b.v, (Imm & 1) * 0x0f | (Imm & 2) * 0x78)};
}
// In each 16-byte lane: the even (or the odd) 32-bit words of a, then those of b.
HR_INLINE Vec even_words32(Vec a, Vec b) {
  return {_mm256_castps_si256(
      _mm256_shuffle_ps(_mm256_castsi256_ps(a.v), _mm256_castsi256_ps(b.v), 0x88))};
}
HR_INLINE Vec odd_words32(Vec a, Vec b) {
  return {_mm256_castps_si256(
      _mm256_shuffle_ps(_mm256_castsi256_ps(a.v), _mm256_castsi256_ps(b.v), 0xdd))};
}
// Joins the upper lane of a and the lower lane of b.
HR_INLINE Vec join_lanes(Vec a, Vec b) { return {_mm256_permute2x128_si256(a.v, b.v, 0x21)}; }
HR_INLINE Vec xor_lanes(Vec a) { return xor2(a, join_lanes(a, a)); }

#ifdef HR_VEC_GFNI
HR_INLINE Vec affine(Vec a, std::uint64_t matrix) {
  return {_mm256_gf2p8affine_epi64_epi8(a.v, _mm256_set1_epi64x((long long)matrix), 0)};
}
HR_INLINE Vec affine_by(Vec a, Vec matrices) {
  return {_mm256_gf2p8affine_epi64_epi8(a.v, matrices.v, 0)};
}
template <int Constant>
HR_INLINE Vec affine_inverse(Vec a, std::uint64_t matrix) {
  return {_mm256_gf2p8affineinv_epi64_epi8(a.v, _mm256_set1_epi64x((long long)matrix), Constant)};
}
HR_INLINE Vec gf_mul(Vec a, Vec b) { return {_mm256_gf2p8mul_epi8(a.v, b.v)}; }
#endif

#ifdef HR_VEC_CLMUL
template <int Imm>
HR_INLINE Vec clmul(Vec a, Vec b) {
  return {_mm256_clmulepi64_epi128(a.v, b.v, Imm)};
}
// Blends two loads with a distance of 8 bytes, within the same 64 bytes, instead of unpacking. This
// needs no shuffle port.
HR_INLINE void load_pairs64(const void* p, Vec& lo, Vec& hi) {
  const char* b = (const char*)p;
  lo.v = _mm256_blend_epi32(load(b).v, load(b + 24).v, 0xcc);
  hi.v = _mm256_blend_epi32(load(b + 32).v, load(b + 8).v, 0x33);
}
HR_INLINE Vec reverse64(Vec a) {
  const __m128i order = _mm_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607);
  return shuffle(a, {_mm256_broadcastsi128_si256(order)});
}
#endif

#ifdef HR_VEC_AES
#ifdef __VAES__
#define HR_AES(name, instruction) \
  HR_INLINE Vec name(Vec a, Vec key) { return {_mm256_##instruction##_epi128(a.v, key.v)}; }
#else
#define HR_AES(name, instruction)                                                              \
  HR_INLINE Vec name(Vec a, Vec key) {                                                         \
    const __m128i low =                                                                        \
        _mm_##instruction##_si128(_mm256_castsi256_si128(a.v), _mm256_castsi256_si128(key.v)); \
    const __m128i high = _mm_##instruction##_si128(_mm256_extracti128_si256(a.v, 1),           \
                                                   _mm256_extracti128_si256(key.v, 1));        \
    return {_mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1)};                    \
  }
#endif
HR_AES(aes_enc, aesenc)
HR_AES(aes_enc_last, aesenclast)
HR_AES(aes_dec, aesdec)
HR_AES(aes_dec_last, aesdeclast)
#undef HR_AES
#endif

}  // namespace hedgerow::HR_ISA

#include "isa/rotate_by_shuffle.hpp"
#if defined HR_VEC_GFNI || defined __AVX512F__
#include "isa/table_telescoped.hpp"
#else
#include "isa/table_blended.hpp"
#endif
#endif
