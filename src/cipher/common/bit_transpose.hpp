// Converts bytes to bit planes over vectors, and back. Eight vectors of bytes become eight planes
// of one bit. Each byte position is independent:
//
//     r[i] = bytes of group i   <-->   r[b], bit i of a byte = bit b of group i's byte there
#pragma once

#include "cipher/common/bit_planes.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

#ifdef HR_VEC_TERNARY
// Exchanges the bits of b in `mask` with the bits of a that are kShift higher. The result of
// `ternary` replaces its first operand in a register, so the mask is not the first operand, because
// it would have to be copied each time.
template <int kShift>
HR_INLINE void swap_bits(Vec& a, Vec& b, Vec mask) {
  const Vec from_a = shr16<kShift>(a), from_b = shl16<kShift>(b);
  a = ternary<0xe2>(a, mask, from_b);
  b = ternary<0xb8>(b, mask, from_a);
}
HR_INLINE void transpose_bits(Vec* r) {
  unroll<4>([&](auto i) HR_LAMBDA { swap_bits<4>(r[i], r[i + 4], splat8(0x0f)); });
  unroll<4>([&](auto i) HR_LAMBDA {
    constexpr int k = i / 2 * 4 + i % 2;
    swap_bits<2>(r[k], r[k + 2], splat8(0x33));
  });
  unroll<4>([&](auto i) HR_LAMBDA { swap_bits<1>(r[2 * i], r[2 * i + 1], splat8(0x55)); });
}
#else
HR_INLINE void transpose_bits(Vec* r) {
  hedgerow::transpose_bits(r, [](std::uint64_t mask) HR_LAMBDA { return splat64(mask); });
}
#endif

}  // namespace
}  // namespace hedgerow::HR_ISA
