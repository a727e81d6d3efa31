// Bits of keys and counters as planes of equal bits.
#pragma once

#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

// All ones or zero for each bit of kBytes bytes, one after the other.
template <int kBytes>
struct alignas(64) KeyPlanes {
  std::uint32_t bit[kBytes][8];
};
#ifdef HR_VEC_SCALAR
HR_INLINE Vec key_plane(const std::uint32_t* p) { return {(std::uint64_t)(std::int32_t)*p}; }
#else
HR_INLINE Vec key_plane(const std::uint32_t* p) { return load_splat32(p); }
#endif
// The planes of a byte, two bits in a word at a time.
HR_INLINE void spread(std::uint8_t byte, std::uint32_t* planes) {
  const std::uint64_t pairs = byte | (std::uint64_t)byte << 31;
  unroll<4>([&](auto i) HR_LAMBDA {
    const std::uint64_t bits = (pairs >> (2 * i)) & 0x100000001;
    planes[2 * i] = 0u - (std::uint32_t)bits;
    planes[2 * i + 1] = 0u - (std::uint32_t)(bits >> 32);
  });
}
// The planes of n bytes, one after the other.
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
