// Bit planes in 64-bit words or in vectors: the transposition between bytes and planes. The ops of
// a vector type are found in its own namespace.
//
//               bit 7 ... bit 1 bit 0 of byte k              byte k
//     w[0]       x07       x01   x00                w[0]  x70 ... x10 x00
//     w[1]       x17       x11   x10        <->     w[1]  x71 ... x11 x01
//     ...                                           ...
//     w[7]       x77       x71   x70                w[7]  x77 ... x17 x07
#pragma once

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
