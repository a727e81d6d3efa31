// Operations on vectors of words of 16, 24, 32, 48 or 64 bits, in the layout of arx_shape.hpp.
#pragma once

#include "cipher/common/arx_shape.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

template <int kBits>
HR_INLINE Vec add(Vec a, Vec b) {
  if constexpr (kBits == 16) return add16(a, b);
  if constexpr (kBits == 24 || kBits == 32) return add32(a, b);
  if constexpr (kBits == 48 || kBits == 64) return add64(a, b);
}
template <int kBits>
HR_INLINE Vec sub(Vec a, Vec b) {
  if constexpr (kBits == 16) return sub16(a, b);
  if constexpr (kBits == 24 || kBits == 32) return sub32(a, b);
  if constexpr (kBits == 48 || kBits == 64) return sub64(a, b);
}

// Shifts within the lane.
template <int kBits, int kBy>
HR_INLINE Vec shl(Vec a) {
  if constexpr (kBits == 16) return shl16<kBy>(a);
  if constexpr (kBits == 24 || kBits == 32) return shl32<kBy>(a);
  if constexpr (kBits == 48 || kBits == 64) return shl64<kBy>(a);
}
template <int kBits, int kBy>
HR_INLINE Vec shr(Vec a) {
  if constexpr (kBits == 16) return shr16<kBy>(a);
  if constexpr (kBits == 24 || kBits == 32) return shr32<kBy>(a);
  if constexpr (kBits == 48 || kBits == 64) return shr64<kBy>(a);
}

// A mask of the bits of a word in its lane.
template <int kBits>
HR_INLINE Vec word_mask() {
  if constexpr (kBits == 24) return splat32(0xffffff00u);
  if constexpr (kBits == 48) return splat64(0xffffffffffff0000u);
}

#ifndef HR_VEC_SCALAR
// The shuffle that rotates words, with or without padding, to the left by whole bytes.
consteval arx::Pattern make_rotation(int word_bytes, int by) {
  arx::Pattern r{};
  const int lane = word_bytes == 3   ? 4
                   : word_bytes == 6 ? 8
                                     : word_bytes,
            padding = lane - word_bytes;
  for (int i = 0; i < 64; i++) {
    const int k = i % lane - padding;
    r.of[i] = (std::uint8_t)(k < 0 ? 0x80 : i % 16 - k + (k + word_bytes - by) % word_bytes);
  }
  return r;
}
template <int kBits, int kBy>
constexpr arx::Pattern kRotation = make_rotation(kBits / 8, kBy / 8);
#endif

template <int kBits, int kBy>
HR_INLINE Vec rotl(Vec a) {
  constexpr int kLeft = (kBy % kBits + kBits) % kBits;
  if constexpr (kLeft == 0) return a;
  if constexpr (kBits == 16) return rotl16<kLeft>(a);
  if constexpr (kBits == 32) return rotl32<kLeft>(a);
  if constexpr (kBits == 64) return rotl64<kLeft>(a);
  if constexpr (kBits == 24 || kBits == 48) {
#ifndef HR_VEC_SCALAR
    if constexpr (kLeft % 8 == 0) return shuffle(a, load(kRotation<kBits, kLeft>.of));
#endif
    return xor_and(shl<kBits, kLeft>(a), shr<kBits, kBits - kLeft>(a), word_mask<kBits>());
  }
}
// Rotates by whole bytes with a shuffle. It helps kernels with too many shifts and rotations,
// because an Intel core shuffles on another port.
template <int kBits, int kBy>
HR_INLINE Vec rotl_bytes(Vec a) {
#ifdef HR_VEC_AVX512
  return shuffle(a, load(kRotation<kBits, kBy>.of));
#else
  return rotl<kBits, kBy>(a);
#endif
}
template <int kBits, int kBy>
HR_INLINE Vec rotr(Vec a) {
  return rotl<kBits, kBits - kBy>(a);
}

// True if a rotation of these words is one instruction.
template <int kBits>
consteval bool rotates_at_once() {
#if defined(HR_VEC_SCALAR)
  return true;
#elif defined(HR_VEC_ROTATE16)
  return kBits == 16 || kBits == 32 || kBits == 64;
#elif defined(HR_VEC_ROTATE)
  return kBits == 32 || kBits == 64;
#else
  return false;
#endif
}

// Computes rotl(a) ^ b. Ternary logic joins the two shifts of the rotation and the sum.
template <int kBits, int kBy>
HR_INLINE Vec rotl_xor(Vec a, Vec b) {
#ifdef HR_VEC_XOR3
  if constexpr (kBits == 16 && !rotates_at_once<kBits>())
    return xor3(shl<kBits, kBy>(a), shr<kBits, kBits - kBy>(a), b);
#endif
  return xor2(rotl<kBits, kBy>(a), b);
}

// Computes rotl(a) ^ b ^ c.
template <int kBits, int kBy>
HR_INLINE Vec rotl_xor(Vec a, Vec b, Vec c) {
  if constexpr (rotates_at_once<kBits>()) return xor3(rotl<kBits, kBy>(a), b, c);
  return xor2(rotl_xor<kBits, kBy>(a, b), c);
}

// Loads a prepared key word into every lane.
template <int kBits>
HR_INLINE Vec load_key(const std::uint8_t* p) {
  if constexpr (kBits <= 32)
    return load_splat32(p);
  else
    return load_splat64(p);
}

}  // namespace
}  // namespace hedgerow::HR_ISA
