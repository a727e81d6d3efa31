// Vec of 64 bytes for AVX-512 with VBMI, VBMI2, GFNI, VAES and VPCLMULQDQ (Ice Lake, Zen 4 and
// later). It adds permute8, rotl16 in one instruction, affine, gf_mul and clmul to the
// operations of vec_avx512.hpp, and table_permuted.inc has its look-ups.
#pragma once
#define HR_VEC_GFNI 1
#define HR_VEC_CLMUL 1
#define HR_VEC_AES 1
#define HR_VEC_ROTATE16 1
#include "isa/vec_avx512.hpp"
#ifndef HR_VEC_MODEL
#include "isa/low64_x86.hpp"

namespace hedgerow::HR_ISA {

template <int N>
HR_INLINE Vec rotl16(Vec a) {
  return {_mm512_shldi_epi16(a.v, a.v, N)};
}
template <int Imm>
HR_INLINE Vec blend_lanes(Vec a, Vec b) {
  constexpr int k = (Imm & 1) * 3 | (Imm & 2) * 6 | (Imm & 4) * 12 | (Imm & 8) * 24;
  return {_mm512_mask_blend_epi64((__mmask8)k, a.v, b.v)};
}
HR_INLINE Vec permute8(Vec index, Vec a) { return {_mm512_permutexvar_epi8(index.v, a.v)}; }
HR_INLINE Vec permute8_of_two(Vec index, Vec a, Vec b) {
  return {_mm512_permutex2var_epi8(a.v, index.v, b.v)};
}

// A matrix that is not a compile-time constant goes through a register, because clang 19 encodes
// the displacement of VGF2P8AFFINEQB with a broadcast operand wrongly (its 8-bit form is not
// divided by 8).
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
// One GFNI instruction copies bit 7 to every bit of the byte.
HR_INLINE Vec negative8(Vec a) { return affine(a, 0x8080808080808080); }
// The matrix must be a compile-time constant; see affine_by.
template <int Constant>
HR_INLINE Vec affine_inverse(Vec a, std::uint64_t matrix) {
  return {_mm512_gf2p8affineinv_epi64_epi8(a.v, _mm512_set1_epi64((long long)matrix), Constant)};
}
HR_INLINE Vec gf_mul(Vec a, Vec b) { return {_mm512_gf2p8mul_epi8(a.v, b.v)}; }
template <int Imm>
HR_INLINE Vec clmul(Vec a, Vec b) {
  return {_mm512_clmulepi64_epi128(a.v, b.v, Imm)};
}

// Loads or stores the first n lanes, 0 < n < 4; a load clears the others. A single lane uses no
// mask, because a load must wait for the data of a masked store.
HR_INLINE Vec load_part(const void* p, std::size_t n) {
  if (n == 1) return load_lane(p);
  return {_mm512_maskz_loadu_epi64((__mmask8)((1u << 2 * n) - 1), p)};
}
HR_INLINE void store_part(void* p, Vec a, std::size_t n) {
  if (n == 1) return store_lane(p, a);
  _mm512_mask_storeu_epi64(p, (__mmask8)((1u << 2 * n) - 1), a.v);
}
HR_INLINE std::uint64_t low64(Vec a) { return low64_of(_mm512_castsi512_si128(a.v)); }
HR_INLINE Vec aes_enc(Vec a, Vec key) { return {_mm512_aesenc_epi128(a.v, key.v)}; }
HR_INLINE Vec aes_enc_last(Vec a, Vec key) { return {_mm512_aesenclast_epi128(a.v, key.v)}; }
HR_INLINE Vec aes_dec(Vec a, Vec key) { return {_mm512_aesdec_epi128(a.v, key.v)}; }
HR_INLINE Vec aes_dec_last(Vec a, Vec key) { return {_mm512_aesdeclast_epi128(a.v, key.v)}; }
// Blends two masked loads with a distance of 8 bytes, within the same 128 bytes, instead of
// unpacking. This needs no shuffle port.
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

// Returns the xor of the four bytes of each dword of a, in each of them, xor b. It mixes rotations
// and byte shuffles, because on Intel each of them has one port, and not the same.
HR_INLINE Vec xor_bytes32(Vec a, Vec b) {
  const Vec turn16 = {_mm512_set4_epi32(0x0d0c0f0e, 0x09080b0a, 0x05040706, 0x01000302)};
  const Vec turn24 = {_mm512_set4_epi32(0x0c0f0e0d, 0x080b0a09, 0x04070605, 0x00030201)};
  return xor3(xor3(a, rotl32<8>(a), shuffle(a, turn16)), shuffle(a, turn24), b);
}

}  // namespace hedgerow::HR_ISA
#include "isa/table_permuted.inc"

#include "isa/half_avx512.hpp"
#endif
