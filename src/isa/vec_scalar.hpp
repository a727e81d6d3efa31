// Vec of one word of up to 64 bits in a general register. It has the word ops of vec_model.hpp
// without lanes. A value of n bits is in the low n bits. The bits above it are zero if n is more
// than 16. A 16-bit value may have any bits above it, because clearing them after every operation
// would lengthen the chain of a block.
#pragma once
#include "base/bytes.hpp"

#define HR_VEC_SCALAR 1
#define HR_VEC_SPILLS_KEYS 1
#define HR_VEC_REGISTERS 16

namespace hedgerow::HR_ISA {

struct Vec {
  std::uint64_t v;
};

HR_INLINE Vec splat32(std::uint32_t x) { return {x}; }
HR_INLINE Vec splat64(std::uint64_t x) { return {x}; }
HR_INLINE Vec load_splat32(const void* p) { return {load_le32(p)}; }
HR_INLINE Vec load_splat64(const void* p) { return {load_le64(p)}; }

HR_INLINE Vec xor2(Vec a, Vec b) { return {a.v ^ b.v}; }
HR_INLINE Vec xor3(Vec a, Vec b, Vec c) { return {a.v ^ b.v ^ c.v}; }
HR_INLINE Vec xor_and(Vec a, Vec b, Vec c) { return {a.v ^ (b.v & c.v)}; }
HR_INLINE Vec and2(Vec a, Vec b) { return {a.v & b.v}; }
HR_INLINE Vec andnot(Vec a, Vec b) { return {~a.v & b.v}; }
HR_INLINE Vec or2(Vec a, Vec b) { return {a.v | b.v}; }
HR_INLINE Vec add16(Vec a, Vec b) { return {(std::uint32_t)(a.v + b.v)}; }
HR_INLINE Vec add32(Vec a, Vec b) { return {(std::uint32_t)(a.v + b.v)}; }
HR_INLINE Vec add64(Vec a, Vec b) { return {(std::uint64_t)(a.v + b.v)}; }
HR_INLINE Vec sub16(Vec a, Vec b) { return {(std::uint32_t)(a.v - b.v)}; }
HR_INLINE Vec sub32(Vec a, Vec b) { return {(std::uint32_t)(a.v - b.v)}; }
HR_INLINE Vec sub64(Vec a, Vec b) { return {(std::uint64_t)(a.v - b.v)}; }
template <int N>
HR_INLINE Vec shl16(Vec a) {
  return {(std::uint32_t)(a.v << N)};
}
template <int N>
HR_INLINE Vec shr16(Vec a) {
  return {(std::uint32_t)(std::uint16_t)a.v >> N};
}
// Rotations are not in place under MSan, because it reports an uninitialised operand of an asm.
#if defined(__x86_64__)
#define HR_ROTATES_IN_PLACE 1
#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#undef HR_ROTATES_IN_PLACE
#endif
#endif
#endif
template <int N>
HR_INLINE Vec rotl16(Vec a) {
#ifdef HR_ROTATES_IN_PLACE
  std::uint32_t x = (std::uint32_t)a.v;
  __asm__("rolw %1, %w0" : "+r"(x) : "i"(N) : "cc");
  return {x};
#else
  const std::uint16_t x = (std::uint16_t)a.v;
  return {(std::uint16_t)((x << N) | (x >> (16 - N)))};
#endif
}
template <int N>
HR_INLINE Vec shl32(Vec a) {
  return {(std::uint32_t)(a.v << N)};
}
template <int N>
HR_INLINE Vec shr32(Vec a) {
  return {a.v >> N};
}
template <int N>
HR_INLINE Vec rotl32(Vec a) {
  const std::uint32_t x = (std::uint32_t)a.v;
  return {(x << N) | (x >> (32 - N))};
}
template <int N>
HR_INLINE Vec shl64(Vec a) {
  return {(std::uint64_t)(a.v << N)};
}
template <int N>
HR_INLINE Vec shr64(Vec a) {
  return {a.v >> N};
}
template <int N>
HR_INLINE Vec rotl64(Vec a) {
  return {(a.v << N) | (a.v >> (64 - N))};
}

}  // namespace hedgerow::HR_ISA
