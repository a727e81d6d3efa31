// Bits of keys and counters as planes, in which all bits are equal because blocks share them.
#pragma once

#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

// All ones or zero for each bit of kBytes bytes, one after another.
template <int kBytes>
struct alignas(64) KeyPlanes {
  std::uint32_t bit[kBytes][8];
};
#ifdef HR_VEC_SCALAR
HR_INLINE Vec key_plane(const std::uint32_t* p) { return {(std::uint64_t)(std::int32_t)*p}; }
#else
HR_INLINE Vec key_plane(const std::uint32_t* p) { return load_splat32(p); }
#endif
#if defined(HR_VEC_SCALAR) || defined(HR_VEC_AVX512)
// Makes the planes of a byte, two bits in a word at a time.
HR_INLINE void spread(std::uint8_t byte, std::uint32_t* planes) {
  const std::uint64_t pairs = byte | (std::uint64_t)byte << 31;
  unroll<4>([&](auto i) HR_LAMBDA {
    const std::uint64_t bits = (pairs >> (2 * i)) & 0x100000001;
    planes[2 * i] = 0u - (std::uint32_t)bits;
    planes[2 * i + 1] = 0u - (std::uint32_t)(bits >> 32);
  });
}
#else
// Dword i has bit i set in each byte.
struct alignas(64) SingleBits {
  std::uint8_t of[32];
};
consteval SingleBits make_single_bits() {
  SingleBits r{};
  for (int i = 0; i < 32; i++) r.of[i] = (std::uint8_t)(1 << i / 4);
  return r;
}
constexpr SingleBits kSingleBits = make_single_bits();
// Makes the planes of a byte that `all` repeats in every byte. It isolates a different bit in each
// dword and compares the dword with that bit.
HR_INLINE void spread_repeated(Vec all, std::uint32_t* planes) {
  unroll<32 / kWidth>([&](auto i) HR_LAMBDA {
    const Vec bits = load(kSingleBits.of + i * kWidth);
    store(planes + i * kWidth / 4, equal8(and2(all, bits), bits));
  });
}
HR_INLINE void spread(std::uint8_t byte, std::uint32_t* planes) {
  spread_repeated(splat8(byte), planes);
}
// Indices of the shuffle that repeats byte k of 16, to make the input of spread_repeated.
struct alignas(kWidth) RepeatIndices {
  std::uint8_t of[16][kWidth];
};
consteval RepeatIndices make_repeat_indices() {
  RepeatIndices r{};
  for (int k = 0; k < 16; k++)
    for (int i = 0; i < kWidth; i++) r.of[k][i] = (std::uint8_t)k;
  return r;
}
constexpr RepeatIndices kRepeatOf = make_repeat_indices();
#endif
// Makes the planes of n bytes, one after another.
HR_INLINE void spread_bytes(const std::uint8_t* bytes, int n, std::uint32_t* planes) {
  int i = 0;
#ifdef HR_VEC_AVX512
  for (; i + 2 <= n; i += 2) store(planes + 8 * i, spread_bits(bytes + i));
#endif
  for (; i < n; i++) spread(bytes[i], planes + 8 * i);
}
HR_INLINE void add_planes(Vec* to, const std::uint32_t* key) {
  unroll<8>([&](auto b) HR_LAMBDA { to[b] = xor2(to[b], key_plane(key + b)); });
}

}  // namespace
}  // namespace hedgerow::HR_ISA
