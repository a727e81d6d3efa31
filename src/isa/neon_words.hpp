// The ops that AArch64 and ARMv7 NEON share: additions, shifts and rotations of words, interleaving
// and lanes. This is a part of vec_neon.hpp and vec_neon32.hpp.
#pragma once

#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {

HR_INLINE Vec splat32(std::uint32_t x) { return {vreinterpretq_u8_u32(vdupq_n_u32(x))}; }
HR_INLINE Vec load_splat32(const void* p) {
  std::uint32_t x;
  __builtin_memcpy(&x, p, 4);
  return splat32(x);
}
HR_INLINE Vec xor_and(Vec a, Vec b, Vec c) { return xor2(a, {vandq_u8(b.v, c.v)}); }
HR_INLINE Vec add16(Vec a, Vec b) {
  return {vreinterpretq_u8_u16(vaddq_u16(vreinterpretq_u16_u8(a.v), vreinterpretq_u16_u8(b.v)))};
}
HR_INLINE Vec add32(Vec a, Vec b) {
  return {vreinterpretq_u8_u32(vaddq_u32(vreinterpretq_u32_u8(a.v), vreinterpretq_u32_u8(b.v)))};
}
HR_INLINE Vec add64(Vec a, Vec b) {
  return {vreinterpretq_u8_u64(vaddq_u64(vreinterpretq_u64_u8(a.v), vreinterpretq_u64_u8(b.v)))};
}
HR_INLINE Vec sub16(Vec a, Vec b) {
  return {vreinterpretq_u8_u16(vsubq_u16(vreinterpretq_u16_u8(a.v), vreinterpretq_u16_u8(b.v)))};
}
HR_INLINE Vec sub32(Vec a, Vec b) {
  return {vreinterpretq_u8_u32(vsubq_u32(vreinterpretq_u32_u8(a.v), vreinterpretq_u32_u8(b.v)))};
}
HR_INLINE Vec sub64(Vec a, Vec b) {
  return {vreinterpretq_u8_u64(vsubq_u64(vreinterpretq_u64_u8(a.v), vreinterpretq_u64_u8(b.v)))};
}
template <int N>
HR_INLINE Vec shl16(Vec a) {
  return {vreinterpretq_u8_u16(vshlq_n_u16(vreinterpretq_u16_u8(a.v), N))};
}
template <int N>
HR_INLINE Vec shr16(Vec a) {
  return {vreinterpretq_u8_u16(vshrq_n_u16(vreinterpretq_u16_u8(a.v), N))};
}
template <int N>
HR_INLINE Vec shl32(Vec a) {
  return {vreinterpretq_u8_u32(vshlq_n_u32(vreinterpretq_u32_u8(a.v), N))};
}
template <int N>
HR_INLINE Vec shr32(Vec a) {
  return {vreinterpretq_u8_u32(vshrq_n_u32(vreinterpretq_u32_u8(a.v), N))};
}
template <int N>
HR_INLINE Vec shl64(Vec a) {
  return {vreinterpretq_u8_u64(vshlq_n_u64(vreinterpretq_u64_u8(a.v), N))};
}
template <int N>
HR_INLINE Vec shr64(Vec a) {
  return {vreinterpretq_u8_u64(vshrq_n_u64(vreinterpretq_u64_u8(a.v), N))};
}

// Rotations use one reversal or byte shuffle if possible, else a shift and an inserting shift.
// ARMv7 shuffles only 8 bytes at a time, so there two shifts are as fast.
#ifdef __aarch64__
struct alignas(16) ByteRotations {
  std::uint8_t of[8][16];
};
consteval ByteRotations make_byte_rotations(int bytes) {
  ByteRotations r{};
  for (int k = 0; k < bytes; k++)
    for (int i = 0; i < 16; i++)
      r.of[k][i] = (std::uint8_t)(i / bytes * bytes + (i + bytes - k) % bytes);
  return r;
}
constexpr ByteRotations kByteRotations32 = make_byte_rotations(4);
constexpr ByteRotations kByteRotations64 = make_byte_rotations(8);
#endif
template <int N>
HR_INLINE Vec rotl16(Vec a) {
  const uint16x8_t x = vreinterpretq_u16_u8(a.v);
  if constexpr (N == 8) return {vrev16q_u8(a.v)};
  return {vreinterpretq_u8_u16(vsliq_n_u16(vshrq_n_u16(x, 16 - N), x, N))};
}
template <int N>
HR_INLINE Vec rotl32(Vec a) {
  const uint32x4_t x = vreinterpretq_u32_u8(a.v);
  if constexpr (N == 16) return {vreinterpretq_u8_u16(vrev32q_u16(vreinterpretq_u16_u8(a.v)))};
#ifdef __aarch64__
  if constexpr (N % 8 == 0) return shuffle(a, load(kByteRotations32.of[N / 8]));
#endif
  return {vreinterpretq_u8_u32(vsliq_n_u32(vshrq_n_u32(x, 32 - N), x, N))};
}
template <int N>
HR_INLINE Vec rotl64(Vec a) {
  const uint64x2_t x = vreinterpretq_u64_u8(a.v);
  if constexpr (N == 32) return {vreinterpretq_u8_u32(vrev64q_u32(vreinterpretq_u32_u8(a.v)))};
#ifdef __aarch64__
  if constexpr (N % 8 == 0) return shuffle(a, load(kByteRotations64.of[N / 8]));
#endif
  return {vreinterpretq_u8_u64(vsliq_n_u64(vshrq_n_u64(x, 64 - N), x, N))};
}

HR_INLINE Vec swap_words64(Vec a) { return {vextq_u8(a.v, a.v, 8)}; }
HR_INLINE Vec reverse_words32(Vec a) { return swap_words64(rotl64<32>(a)); }
HR_INLINE Vec unpack_lo16(Vec a, Vec b) {
  return {
      vreinterpretq_u8_u16(vzipq_u16(vreinterpretq_u16_u8(a.v), vreinterpretq_u16_u8(b.v)).val[0])};
}
HR_INLINE Vec unpack_hi16(Vec a, Vec b) {
  return {
      vreinterpretq_u8_u16(vzipq_u16(vreinterpretq_u16_u8(a.v), vreinterpretq_u16_u8(b.v)).val[1])};
}
HR_INLINE Vec unpack_lo32(Vec a, Vec b) {
  return {
      vreinterpretq_u8_u32(vzipq_u32(vreinterpretq_u32_u8(a.v), vreinterpretq_u32_u8(b.v)).val[0])};
}
HR_INLINE Vec unpack_hi32(Vec a, Vec b) {
  return {
      vreinterpretq_u8_u32(vzipq_u32(vreinterpretq_u32_u8(a.v), vreinterpretq_u32_u8(b.v)).val[1])};
}

HR_INLINE Vec load_lane(const void* p) { return load(p); }
HR_INLINE void store_lane(void* p, Vec a) { store(p, a); }
template <int Stride>
HR_INLINE Vec load_lanes(const void* p) {
  return load(p);
}
template <int Stride>
HR_INLINE void store_lanes(void* p, Vec a) {
  store(p, a);
}
HR_INLINE Vec load_lanes12(const void* p) {
  std::uint32_t upper;
  __builtin_memcpy(&upper, (const char*)p + 8, 4);
  return {vcombine_u8(vld1_u8((const std::uint8_t*)p), vreinterpret_u8_u32(vdup_n_u32(upper)))};
}
HR_INLINE void store_lanes12(void* p, Vec a) {
  const std::uint32_t upper = vgetq_lane_u32(vreinterpretq_u32_u8(a.v), 2);
  vst1_u8((std::uint8_t*)p, vget_low_u8(a.v));
  __builtin_memcpy((char*)p + 8, &upper, 4);
}

}  // namespace hedgerow::HR_ISA
