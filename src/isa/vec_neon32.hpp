// Vec of 16 bytes for ARMv7 NEON: no KERNEL line uses it yet. Its byte table look-up reads 8-byte
// registers (vtbl).
#pragma once
#include <arm_neon.h>

#include "base/inline.hpp"

namespace hedgerow::neon32 {

struct Vec {
  uint8x16_t v;
};
constexpr int kWidth = 16;

HR_INLINE Vec load(const void* p) { return {vld1q_u8((const std::uint8_t*)p)}; }
HR_INLINE void store(void* p, Vec a) { vst1q_u8((std::uint8_t*)p, a.v); }
HR_INLINE Vec xor2(Vec a, Vec b) { return {veorq_u8(a.v, b.v)}; }
HR_INLINE Vec and2(Vec a, Vec b) { return {vandq_u8(a.v, b.v)}; }
HR_INLINE Vec or2(Vec a, Vec b) { return {vorrq_u8(a.v, b.v)}; }

}  // namespace hedgerow::neon32
