// Eight bytes in a 64-bit word, which bit slicing in plain words uses: loads, stores and the byte
// transposition.
#pragma once

#include "base/bytes.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

constexpr int kWidth = 8;

HR_INLINE Vec load(const void* p) { return {load_le64((const std::uint8_t*)p)}; }
HR_INLINE void store(void* p, Vec a) { store_le64((std::uint8_t*)p, a.v); }

// Exchanges the upper halves of a and the lower halves of b. A half has kBits bits, and `mask` has
// the lower halves.
template <int kBits>
HR_INLINE void swap_halves(Vec& a, Vec& b, std::uint64_t mask) {
  const std::uint64_t t = ((a.v >> kBits) ^ b.v) & mask;
  b.v ^= t;
  a.v ^= t << kBits;
}
// Byte j of word i becomes byte i of word j.
HR_INLINE void transpose_bytes(Vec* w) {
  unroll<4>([&](auto i) HR_LAMBDA { swap_halves<32>(w[i], w[i + 4], 0x00000000ffffffff); });
  unroll<4>([&](auto i) HR_LAMBDA {
    constexpr int k = i / 2 * 4 + i % 2;
    swap_halves<16>(w[k], w[k + 2], 0x0000ffff0000ffff);
  });
  unroll<4>([&](auto i) HR_LAMBDA { swap_halves<8>(w[2 * i], w[2 * i + 1], 0x00ff00ff00ff00ff); });
}

}  // namespace
}  // namespace hedgerow::HR_ISA
