// The ops of the model for words of 16, 32 and 64 bits: additions, shifts, rotations, interleaving,
// lanes. This is a part of vec_model.hpp.
#pragma once

#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {

HR_MODEL_OP Vec splat32(std::uint32_t x) {
  return model_bytes([&](int i) { return x >> (8 * (i % 4)); });
}
HR_MODEL_OP Vec load_splat32(const void* p) {
  return model_bytes([&](int i) { return ((const std::uint8_t*)p)[i % 4]; });
}
HR_MODEL_OP Vec xor_and(const Vec& a, const Vec& b, const Vec& c) { return xor2(a, and2(b, c)); }

HR_MODEL_OP Vec add16(const Vec& a, const Vec& b) {
  return model_words<std::uint16_t>(a, b, [](auto x, auto y) { return x + y; });
}
HR_MODEL_OP Vec add32(const Vec& a, const Vec& b) {
  return model_words<std::uint32_t>(a, b, [](auto x, auto y) { return x + y; });
}
HR_MODEL_OP Vec add64(const Vec& a, const Vec& b) {
  return model_words<std::uint64_t>(a, b, [](auto x, auto y) { return x + y; });
}
HR_MODEL_OP Vec sub16(const Vec& a, const Vec& b) {
  return model_words<std::uint16_t>(a, b, [](auto x, auto y) { return x - y; });
}
HR_MODEL_OP Vec sub32(const Vec& a, const Vec& b) {
  return model_words<std::uint32_t>(a, b, [](auto x, auto y) { return x - y; });
}
HR_MODEL_OP Vec sub64(const Vec& a, const Vec& b) {
  return model_words<std::uint64_t>(a, b, [](auto x, auto y) { return x - y; });
}
template <int N>
HR_MODEL_OP Vec shl16(const Vec& a) {
  return model_words<std::uint16_t>(a, a, [](auto x, auto) { return x << N; });
}
template <int N>
HR_MODEL_OP Vec shr16(const Vec& a) {
  return model_words<std::uint16_t>(a, a, [](auto x, auto) { return x >> N; });
}
template <int N>
HR_MODEL_OP Vec rotl16(const Vec& a) {
  return model_words<std::uint16_t>(a, a, [](auto x, auto) { return (x << N) | (x >> (16 - N)); });
}
template <int N>
HR_MODEL_OP Vec shl32(const Vec& a) {
  return model_words<std::uint32_t>(a, a, [](auto x, auto) { return x << N; });
}
template <int N>
HR_MODEL_OP Vec shr32(const Vec& a) {
  return model_words<std::uint32_t>(a, a, [](auto x, auto) { return x >> N; });
}
template <int N>
HR_MODEL_OP Vec rotl32(const Vec& a) {
  return model_words<std::uint32_t>(a, a, [](auto x, auto) { return (x << N) | (x >> (32 - N)); });
}
template <int N>
HR_MODEL_OP Vec shl64(const Vec& a) {
  return model_words<std::uint64_t>(a, a, [](auto x, auto) { return x << N; });
}
template <int N>
HR_MODEL_OP Vec shr64(const Vec& a) {
  return model_words<std::uint64_t>(a, a, [](auto x, auto) { return x >> N; });
}
template <int N>
HR_MODEL_OP Vec rotl64(const Vec& a) {
  return model_words<std::uint64_t>(a, a, [](auto x, auto) { return (x << N) | (x >> (64 - N)); });
}

HR_MODEL_OP Vec unpack_lo16(const Vec& a, const Vec& b) { return model_unpack(a, b, 2, 0); }
HR_MODEL_OP Vec unpack_hi16(const Vec& a, const Vec& b) { return model_unpack(a, b, 2, 1); }
HR_MODEL_OP Vec unpack_lo32(const Vec& a, const Vec& b) { return model_unpack(a, b, 4, 0); }
HR_MODEL_OP Vec unpack_hi32(const Vec& a, const Vec& b) { return model_unpack(a, b, 4, 1); }

template <int Stride>
HR_MODEL_OP void store_lanes(void* p, const Vec& a) {
  for (int i = 0; i < kWidth; i += 16)
    __builtin_memcpy((std::uint8_t*)p + i / 16 * Stride, a.b + i, 16);
}
HR_MODEL_OP Vec load_lanes12(const void* p) {
  return model_bytes(
      [&](int i) { return i % 16 < 12 ? ((const std::uint8_t*)p)[i / 16 * 12 + i % 16] : 0; });
}
HR_MODEL_OP void store_lanes12(void* p, const Vec& a) {
  for (int i = 0; i < kWidth; i += 16)
    __builtin_memcpy((std::uint8_t*)p + i / 16 * 12, a.b + i, 12);
}

}  // namespace hedgerow::HR_ISA
