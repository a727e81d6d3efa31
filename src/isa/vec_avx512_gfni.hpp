// Vec of 64 bytes: AVX-512 F/BW/VL/DQ with VBMI, VBMI2, GFNI, VAES, VPCLMULQDQ (Ice Lake, Zen 4 and
// later). Op semantics: src/isa/README.md. 128-bit lanes are numbered from the low end.
#pragma once
#ifdef HR_VEC_MODEL
#define HR_MODEL_ISA avx512_gfni
#define HR_MODEL_WIDTH 64
#define HR_VEC_GFNI 1
#define HR_VEC_AVX512 1
#define HR_VEC_CLMUL 1
#define HR_VEC_AES 1
#define HR_VEC_XOR3 1
#include "isa/vec_model.hpp"
#else
// gcc 12 reports the deliberately undefined operands inside its own intrinsics.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>
#pragma GCC diagnostic pop

#include "base/inline.hpp"

#define HR_VEC_GFNI 1
#define HR_VEC_AVX512 1
#define HR_VEC_CLMUL 1
#define HR_VEC_AES 1
#define HR_VEC_XOR3 1

namespace hedgerow::avx512_gfni {

struct Vec {
  __m512i v;
};
constexpr int kWidth = 64;

HR_INLINE Vec load(const void* p) { return {_mm512_loadu_si512(p)}; }
HR_INLINE void store(void* p, Vec a) { _mm512_storeu_si512(p, a.v); }
HR_INLINE void store_stream(void* p, Vec a) { _mm512_stream_si512((__m512i*)p, a.v); }
HR_INLINE void stream_fence() { _mm_sfence(); }
HR_INLINE void prefetch(const void* p) { __builtin_prefetch(p, 0, 3); }
HR_INLINE void prefetch_write(const void* p) { __builtin_prefetch(p, 1, 3); }
HR_INLINE Vec zero() { return {_mm512_setzero_si512()}; }
HR_INLINE Vec splat8(std::uint8_t x) { return {_mm512_set1_epi8((char)x)}; }
HR_INLINE Vec splat64(std::uint64_t x) { return {_mm512_set1_epi64((long long)x)}; }
HR_INLINE Vec load_splat64(const void* p) {
  long long x;
  __builtin_memcpy(&x, p, 8);
  return {_mm512_set1_epi64(x)};
}
HR_INLINE Vec load_splat128(const void* p) {
  return {_mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i*)p))};
}

HR_INLINE Vec xor2(Vec a, Vec b) { return {_mm512_xor_si512(a.v, b.v)}; }
HR_INLINE Vec xor3(Vec a, Vec b, Vec c) { return {_mm512_ternarylogic_epi64(a.v, b.v, c.v, 0x96)}; }
HR_INLINE Vec and2(Vec a, Vec b) { return {_mm512_and_si512(a.v, b.v)}; }
HR_INLINE Vec andnot(Vec a, Vec b) { return {_mm512_andnot_si512(a.v, b.v)}; }
HR_INLINE Vec or2(Vec a, Vec b) { return {_mm512_or_si512(a.v, b.v)}; }
HR_INLINE Vec add8(Vec a, Vec b) { return {_mm512_add_epi8(a.v, b.v)}; }
HR_INLINE Vec sub8(Vec a, Vec b) { return {_mm512_sub_epi8(a.v, b.v)}; }
HR_INLINE Vec add32(Vec a, Vec b) { return {_mm512_add_epi32(a.v, b.v)}; }
HR_INLINE Vec add64(Vec a, Vec b) { return {_mm512_add_epi64(a.v, b.v)}; }
HR_INLINE Vec sub64(Vec a, Vec b) { return {_mm512_sub_epi64(a.v, b.v)}; }
HR_INLINE Vec low_nibble(Vec a) { return and2(a, splat8(15)); }
HR_INLINE Vec high_nibble(Vec a) { return and2({_mm512_srli_epi16(a.v, 4)}, splat8(15)); }
HR_INLINE Vec shuffle(Vec table, Vec index) { return {_mm512_shuffle_epi8(table.v, index.v)}; }
template <int N>
HR_INLINE Vec rotl64(Vec a) {
  return {_mm512_rol_epi64(a.v, N)};
}
template <int N>
HR_INLINE Vec rotl32(Vec a) {
  return {_mm512_rol_epi32(a.v, N)};
}

HR_INLINE Vec unpack_lo8(Vec a, Vec b) { return {_mm512_unpacklo_epi8(a.v, b.v)}; }
HR_INLINE Vec unpack_hi8(Vec a, Vec b) { return {_mm512_unpackhi_epi8(a.v, b.v)}; }
HR_INLINE Vec unpack_lo64(Vec a, Vec b) { return {_mm512_unpacklo_epi64(a.v, b.v)}; }
HR_INLINE Vec unpack_hi64(Vec a, Vec b) { return {_mm512_unpackhi_epi64(a.v, b.v)}; }
template <int Imm>
HR_INLINE Vec shuffle_lanes(Vec a, Vec b) {
  return {_mm512_shuffle_i64x2(a.v, b.v, Imm)};
}
template <int Imm>
HR_INLINE Vec blend_lanes(Vec a, Vec b) {
  constexpr int k = (Imm & 1) * 3 | (Imm & 2) * 6 | (Imm & 4) * 12 | (Imm & 8) * 24;
  return {_mm512_mask_blend_epi64((__mmask8)k, a.v, b.v)};
}
HR_INLINE Vec permute8(Vec index, Vec a) { return {_mm512_permutexvar_epi8(index.v, a.v)}; }

// clang 19 encodes the displacement of VGF2P8AFFINEQB with a broadcast operand wrongly (its 8-bit
// form is not divided by 8): a matrix that is not a compile-time constant goes through a register.
HR_INLINE Vec affine_by(Vec a, Vec matrices) {
#ifdef __clang__
  __asm__("" : "+v"(matrices.v));
#endif
  return {_mm512_gf2p8affine_epi64_epi8(a.v, matrices.v, 0)};
}
HR_INLINE Vec affine(Vec a, std::uint64_t matrix) {
  if (!__builtin_constant_p(matrix)) return affine_by(a, splat64(matrix));
  return {_mm512_gf2p8affine_epi64_epi8(a.v, _mm512_set1_epi64((long long)matrix), 0)};
}
// The matrix must be a compile-time constant (see above).
template <int Constant>
HR_INLINE Vec affine_inverse(Vec a, std::uint64_t matrix) {
  return {_mm512_gf2p8affineinv_epi64_epi8(a.v, _mm512_set1_epi64((long long)matrix), Constant)};
}
HR_INLINE Vec gf_mul(Vec a, Vec b) { return {_mm512_gf2p8mul_epi8(a.v, b.v)}; }
template <int Imm>
HR_INLINE Vec clmul(Vec a, Vec b) {
  return {_mm512_clmulepi64_epi128(a.v, b.v, Imm)};
}

HR_INLINE Vec load_lane(const void* p) {
  return {_mm512_zextsi128_si512(_mm_loadu_si128((const __m128i*)p))};
}
HR_INLINE void store_lane(void* p, Vec a) {
  _mm_storeu_si128((__m128i*)p, _mm512_castsi512_si128(a.v));
}
// The first n lanes, 0 < n < 4; a load clears the others.
HR_INLINE Vec load_part(const void* p, std::size_t n) {
  return {_mm512_maskz_loadu_epi64((__mmask8)((1u << 2 * n) - 1), p)};
}
HR_INLINE void store_part(void* p, Vec a, std::size_t n) {
  _mm512_mask_storeu_epi64(p, (__mmask8)((1u << 2 * n) - 1), a.v);
}
HR_INLINE std::uint64_t low64(Vec a) {
  return (std::uint64_t)_mm_cvtsi128_si64(_mm512_castsi512_si128(a.v));
}
HR_INLINE Vec aes_enc(Vec a, Vec key) { return {_mm512_aesenc_epi128(a.v, key.v)}; }
HR_INLINE Vec aes_enc_last(Vec a, Vec key) { return {_mm512_aesenclast_epi128(a.v, key.v)}; }
HR_INLINE Vec aes_dec(Vec a, Vec key) { return {_mm512_aesdec_epi128(a.v, key.v)}; }
HR_INLINE Vec aes_dec_last(Vec a, Vec key) { return {_mm512_aesdeclast_epi128(a.v, key.v)}; }
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
// Masked loads 8 bytes off, within the same 128 bytes, in place of unpacks: no shuffle port.
HR_INLINE void load_pairs64(const void* p, Vec& lo, Vec& hi) {
  const char* b = (const char*)p;
  lo.v = _mm512_mask_loadu_epi64(load(b).v, 0xaa, b + 56);
  hi.v = _mm512_mask_loadu_epi64(load(b + 64).v, 0x55, b + 8);
}
HR_INLINE Vec xor_lanes(Vec a) {
  a = xor2(a, shuffle_lanes<0x4e>(a, a));
  return xor2(a, shuffle_lanes<0xb1>(a, a));
}
HR_INLINE Vec reverse64(Vec a) {
  const __m128i order = _mm_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607);
  return shuffle(a, {_mm512_broadcast_i32x4(order)});
}

// A byte permutation of 256 entries, plain order.
struct alignas(64) Table256 {
  std::uint8_t t[256];
};
consteval Table256 make_table256(const std::uint8_t (&box)[256]) {
  Table256 r{};
  for (int i = 0; i < 256; i++) r.t[i] = box[i];
  return r;
}
// x[i] = table[x[i]] for N vectors: two vpermi2b on halves of the table, chosen by the top bit.
template <int N>
HR_INLINE void lookup256(const Table256& table, Vec* x) {
  const Vec t0 = load(table.t), t1 = load(table.t + 64), t2 = load(table.t + 128),
            t3 = load(table.t + 192);
  unroll<N>([&](auto i) HR_LAMBDA {
    const __mmask64 top = _mm512_movepi8_mask(x[i].v);
    const __m512i lo = _mm512_permutex2var_epi8(t0.v, x[i].v, t1.v);
    const __m512i hi = _mm512_permutex2var_epi8(t2.v, x[i].v, t3.v);
    x[i].v = _mm512_mask_blend_epi8(top, lo, hi);
  });
}

}  // namespace hedgerow::avx512_gfni
#endif
