// Vec of 16 bytes for ARMv7 NEON. It shares the word ops of vec_neon.hpp, but its byte shuffle
// (vtbl) reads and writes 8-byte registers. operations.def defines the operations.
#pragma once
#define HR_VEC_SPILLS_KEYS 1
#define HR_VEC_REGISTERS 16
#ifdef HR_VEC_MODEL
#define HR_MODEL_WIDTH 16
#include "isa/vec_model.hpp"
#else
#include <arm_neon.h>

#include "base/inline.hpp"

namespace hedgerow::HR_ISA {

struct Vec {
  uint8x16_t v;
};
constexpr int kWidth = 16;

HR_INLINE Vec load(const void* p) { return {vld1q_u8((const std::uint8_t*)p)}; }
HR_INLINE void store(void* p, Vec a) { vst1q_u8((std::uint8_t*)p, a.v); }
HR_INLINE void prefetch(const void* p) { __builtin_prefetch(p, 0, 3); }
HR_INLINE void prefetch_write(const void* p) { __builtin_prefetch(p, 1, 3); }
HR_INLINE Vec zero() { return {vdupq_n_u8(0)}; }
HR_INLINE Vec splat8(std::uint8_t x) { return {vdupq_n_u8(x)}; }
HR_INLINE Vec splat64(std::uint64_t x) { return {vreinterpretq_u8_u64(vdupq_n_u64(x))}; }
// This avoids a pair of general registers, because compilers would move it through the stack.
HR_INLINE Vec load_splat64(const void* p) {
  const uint8x8_t x = vld1_u8((const std::uint8_t*)p);
  return {vcombine_u8(x, x)};
}
HR_INLINE Vec load_splat128(const void* p) { return load(p); }

HR_INLINE Vec xor2(Vec a, Vec b) { return {veorq_u8(a.v, b.v)}; }
HR_INLINE Vec xor3(Vec a, Vec b, Vec c) { return xor2(a, xor2(b, c)); }
HR_INLINE Vec and2(Vec a, Vec b) { return {vandq_u8(a.v, b.v)}; }
HR_INLINE Vec andnot(Vec a, Vec b) { return {vbicq_u8(b.v, a.v)}; }
HR_INLINE Vec or2(Vec a, Vec b) { return {vorrq_u8(a.v, b.v)}; }
HR_INLINE Vec add8(Vec a, Vec b) { return {vaddq_u8(a.v, b.v)}; }
HR_INLINE Vec negative8(Vec a) { return {vcltq_s8(vreinterpretq_s8_u8(a.v), vdupq_n_s8(0))}; }
HR_INLINE Vec equal8(Vec a, Vec b) { return {vceqq_u8(a.v, b.v)}; }
HR_INLINE Vec low_nibble(Vec a) { return and2(a, splat8(15)); }
HR_INLINE Vec high_nibble(Vec a) { return {vshrq_n_u8(a.v, 4)}; }
HR_INLINE Vec shuffle(Vec table, Vec index) {
  const uint8x8x2_t t = {{vget_low_u8(table.v), vget_high_u8(table.v)}};
  return {vcombine_u8(vtbl2_u8(t, vget_low_u8(index.v)), vtbl2_u8(t, vget_high_u8(index.v)))};
}
HR_INLINE Vec unpack_lo8(Vec a, Vec b) { return {vzipq_u8(a.v, b.v).val[0]}; }
HR_INLINE Vec unpack_hi8(Vec a, Vec b) { return {vzipq_u8(a.v, b.v).val[1]}; }
HR_INLINE Vec unpack_lo64(Vec a, Vec b) {
  return {vcombine_u8(vget_low_u8(a.v), vget_low_u8(b.v))};
}
HR_INLINE Vec unpack_hi64(Vec a, Vec b) {
  return {vcombine_u8(vget_high_u8(a.v), vget_high_u8(b.v))};
}

}  // namespace hedgerow::HR_ISA

#include "isa/neon_words.hpp"
#endif
