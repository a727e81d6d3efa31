// Vec of 64 bytes for AVX-512 F/BW/VL/DQ (Skylake-SP). vec_avx512_gfni.hpp adds more ops.
// operations.def defines the operations. A vector has four lanes of 128 bits, numbered from the low
// end:
//
//   byte   0 .. 15   16 .. 31   32 .. 47   48 .. 63
//          lane 0    lane 1     lane 2     lane 3
#pragma once
#define HR_VEC_AVX512 1
#define HR_VEC_XOR3 1
#define HR_VEC_ROTATE 1
#define HR_VEC_TERNARY 1
#define HR_VEC_REGISTERS 32
#ifdef HR_VEC_MODEL
#define HR_MODEL_WIDTH 64
#include "isa/vec_model.hpp"
#else
// gcc 12 warns about operands inside its own intrinsics that are undefined on purpose.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>
#pragma GCC diagnostic pop

#include "base/inline.hpp"

namespace hedgerow::HR_ISA {

struct Vec {
  __m512i v;
};
constexpr int kWidth = 64;

}  // namespace hedgerow::HR_ISA

#define HR_MM(op) _mm512_##op
#define HR_MM_LOGIC(op) _mm512_##op##_si512
#include "isa/x86_words.inc"

namespace hedgerow::HR_ISA {

HR_INLINE Vec load(const void* p) { return {_mm512_loadu_si512(p)}; }
HR_INLINE void store(void* p, Vec a) { _mm512_storeu_si512(p, a.v); }
HR_INLINE Vec splat64(std::uint64_t x) { return {_mm512_set1_epi64((long long)x)}; }
HR_INLINE Vec load_splat64(const void* p) {
  long long x;
  __builtin_memcpy(&x, p, 8);
  return {_mm512_set1_epi64(x)};
}
HR_INLINE Vec load_splat128(const void* p) {
  return {_mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i*)p))};
}

HR_INLINE Vec xor3(Vec a, Vec b, Vec c) { return {_mm512_ternarylogic_epi64(a.v, b.v, c.v, 0x96)}; }
HR_INLINE Vec xor_and(Vec a, Vec b, Vec c) {
  return {_mm512_ternarylogic_epi64(a.v, b.v, c.v, 0x78)};
}
template <int kTable>
HR_INLINE Vec ternary(Vec a, Vec b, Vec c) {
  return {_mm512_ternarylogic_epi64(a.v, b.v, c.v, kTable)};
}
// Selects a if the bit of `where` is set, else b. On Intel's processors it runs on any port and takes
// one cycle, but a blend by a mask of bytes takes three cycles and needs the only permute port.
HR_INLINE Vec choose(Vec where, Vec a, Vec b) { return ternary<0xca>(where, a, b); }
// The third operand is a dword in memory that all lanes share, so it needs no register.
template <int kTable>
HR_INLINE Vec ternary_splat32(Vec a, Vec b, const std::uint32_t* p) {
  return {_mm512_ternarylogic_epi32(a.v, b.v, _mm512_set1_epi32((int)*p), kTable)};
}
// Expands the bits of two bytes: each dword is all ones or zero.
HR_INLINE Vec spread_bits(const void* p) {
  std::uint16_t bits;
  __builtin_memcpy(&bits, p, 2);
  return {_mm512_movm_epi32((__mmask16)bits)};
}
HR_INLINE Vec and_or(Vec a, Vec b, Vec c) {
  return {_mm512_ternarylogic_epi64(a.v, b.v, c.v, 0xea)};
}
// Forces x into a register, because gcc would load an operand of two ternaries twice. clang is
// faster without it.
HR_INLINE Vec in_register(Vec a) {
#ifndef __clang__
  __asm__("" : "+v"(a.v));
#endif
  return a;
}
#ifndef HR_VEC_GFNI
HR_INLINE Vec negative8(Vec a) { return {_mm512_movm_epi8(_mm512_movepi8_mask(a.v))}; }
#endif
struct Flags {
  __mmask64 m;
};
HR_INLINE Flags above8(Vec a, Vec b) { return {_mm512_cmpgt_epi8_mask(a.v, b.v)}; }
// The flags are secret and mask the comparison. Its operand must not come from memory, because the
// mask would decide which bytes are read.
HR_INLINE Flags above8(Vec a, Vec b, Flags ties) {
  __asm__("" : "+v"(a.v), "+v"(b.v));
  return {
      _kor_mask64(_mm512_cmpgt_epi8_mask(a.v, b.v), _mm512_mask_cmpeq_epi8_mask(ties.m, a.v, b.v))};
}
HR_INLINE Vec increment8(Vec a, Flags where) {
  return {_mm512_mask_sub_epi8(a.v, where.m, a.v, _mm512_set1_epi8(-1))};
}
#ifndef HR_VEC_ROTATE16
template <int N>
HR_INLINE Vec rotl16(Vec a) {
  return or2(shl16<N>(a), shr16<16 - N>(a));
}
#endif
template <int N>
HR_INLINE Vec rotl32(Vec a) {
  return {_mm512_rol_epi32(a.v, N)};
}
template <int N>
HR_INLINE Vec rotl64(Vec a) {
  return {_mm512_rol_epi64(a.v, N)};
}

HR_INLINE Vec swap_words64(Vec a) { return {_mm512_shuffle_epi32(a.v, (_MM_PERM_ENUM)0x4e)}; }
HR_INLINE Vec reverse_words32(Vec a) { return {_mm512_shuffle_epi32(a.v, (_MM_PERM_ENUM)0x1b)}; }

template <int Imm>
HR_INLINE Vec shuffle_lanes(Vec a, Vec b) {
  return {_mm512_shuffle_i64x2(a.v, b.v, Imm)};
}

HR_INLINE Vec load_lane(const void* p) {
  return {_mm512_zextsi128_si512(_mm_loadu_si128((const __m128i*)p))};
}
HR_INLINE void store_lane(void* p, Vec a) {
  _mm_storeu_si128((__m128i*)p, _mm512_castsi512_si128(a.v));
}
// One load and three inserts from memory, which need no shuffle port.
template <int Stride>
HR_INLINE Vec load_lanes(const void* p) {
  const char* b = (const char*)p;
  if constexpr (Stride == 16) return load(p);
  __m512i r = load_lane(b).v;
  r = _mm512_inserti32x4(r, _mm_loadu_si128((const __m128i*)(b + Stride)), 1);
  r = _mm512_inserti32x4(r, _mm_loadu_si128((const __m128i*)(b + 2 * Stride)), 2);
  return {_mm512_inserti32x4(r, _mm_loadu_si128((const __m128i*)(b + 3 * Stride)), 3)};
}
template <int Stride>
HR_INLINE void store_lanes(void* p, Vec a) {
  char* b = (char*)p;
  if constexpr (Stride == 16) return store(p, a);
  store_lane(b, a);
  // gcc stores a lane of qwords in one instruction without a shuffle, but not a lane of dwords.
  _mm_storeu_si128((__m128i*)(b + Stride), _mm512_extracti64x2_epi64(a.v, 1));
  _mm_storeu_si128((__m128i*)(b + 2 * Stride), _mm512_extracti64x2_epi64(a.v, 2));
  _mm_storeu_si128((__m128i*)(b + 3 * Stride), _mm512_extracti64x2_epi64(a.v, 3));
}
HR_INLINE Vec load_lanes12(const void* p) {
  const __m512i order = _mm512_set_epi32(15, 11, 10, 9, 15, 8, 7, 6, 15, 5, 4, 3, 15, 2, 1, 0);
  return {_mm512_permutexvar_epi32(order, _mm512_maskz_loadu_epi32(0x0fff, p))};
}
HR_INLINE void store_lanes12(void* p, Vec a) {
  const __m512i order = _mm512_set_epi32(15, 11, 7, 3, 14, 13, 12, 10, 9, 8, 6, 5, 4, 2, 1, 0);
  _mm512_mask_storeu_epi32(p, 0x0fff, _mm512_permutexvar_epi32(order, a.v));
}

struct alignas(64) Three {
  std::uint8_t index[64];
  std::uint64_t second, third;
};
template <int kBytes>
HR_INLINE Vec pick_of_three(Vec a, Vec b, Vec c, const Three& of) {
  const __m512i index = load(of.index).v;
  if constexpr (kBytes == 4) {
    const __m512i r = _mm512_permutex2var_epi32(a.v, index, b.v);
    return {_mm512_mask_permutexvar_epi32(r, (__mmask16)of.third, index, c.v)};
  } else {
    const __m512i r = _mm512_permutexvar_epi16(index, a.v);
    const __m512i s = _mm512_mask_permutexvar_epi16(r, (__mmask32)of.second, index, b.v);
    return {_mm512_mask_permutexvar_epi16(s, (__mmask32)of.third, index, c.v)};
  }
}

}  // namespace hedgerow::HR_ISA
#endif
