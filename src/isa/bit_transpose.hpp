// Bit planes in 64-bit words or in vectors: the transposition between bytes and planes. The ops of
// a vector type are found in its own namespace.
//
//               bit 7 ... bit 1 bit 0 of byte k              byte k
//     w[0]       x07       x01   x00                w[0]  x70 ... x10 x00
//     w[1]       x17       x11   x10        <->     w[1]  x71 ... x11 x01
//     ...                                           ...
//     w[7]       x77       x71   x70                w[7]  x77 ... x17 x07
#pragma once

#include "isa/vec.hpp"
#include "isa/word_ops.hpp"

namespace hedgerow {

// Swaps bit i of every byte of w[j] with bit j of the same byte of w[i], and is its own inverse.
// splat(m) returns m in every 64 bits of a word.
template <class Word, class Splat>
HR_INLINE void transpose_bits(Word* w, Splat splat) {
  constexpr std::uint64_t kMask[3] = {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f};
  unroll<3>([&](auto stage) HR_LAMBDA {
    constexpr int d = 1 << stage;
    const Word mask = splat(kMask[stage]);
    unroll<8>([&](auto i) HR_LAMBDA {
      if constexpr ((i & d) == 0) {
        const Word t = and2(xor2(shr64<d>(w[i]), w[i + d]), mask);
        w[i + d] = xor2(w[i + d], t);
        w[i] = xor2(w[i], shl64<d>(t));
      }
    });
  });
}
HR_INLINE void transpose_bits(std::uint64_t* w) {
  transpose_bits(w, [](std::uint64_t m) HR_LAMBDA { return m; });
}

// Inverts the planes with a set bit in kNots, because a circuit leaves these inversions to its
// caller.
template <unsigned long long kNots>
HR_INLINE void invert(std::uint64_t* planes) {
  unroll<8>([&](auto b) HR_LAMBDA {
    if constexpr ((kNots >> b) & 1) planes[b] = ~planes[b];
  });
}

}  // namespace hedgerow

namespace hedgerow::HR_ISA {
namespace {

// The same for vectors. Eight vectors of bytes become eight planes of one bit. Each byte position is independent:
//
//     r[i] = bytes of group i   <-->   r[b], bit i of a byte = bit b of group i's byte there

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
