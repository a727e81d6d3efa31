// Transposes 2 x 2 or 4 x 4 words in each 16-byte lane by blends. It suits cores that shuffle on
// two ports and blend on any port.
//
// The byte shuffle that orders the words of vector i also rotates them by kSquareTurn i words of 32
// bits, at no extra cost. Each column then has one word of each number. Blends bring together the
// words with the same number, and another rotation puts them in order. For 4 x 4 words:
//
//     a0 a1 a2 a3        a0 a1 a2 a3        a0 b0 c0 d0        a0 b0 c0 d0
//     b0 b1 b2 b3  turn  b3 b0 b1 b2  blend d1 a1 b1 c1  turn  a1 b1 c1 d1
//     c0 c1 c2 c3  --->  c2 c3 c0 c1  --->  c2 d2 a2 b2  --->  a2 b2 c2 d2
//     d0 d1 d2 d3        d1 d2 d3 d0        b3 c3 d3 a3        a3 b3 c3 d3
//
// turned_in converts the second picture to the last, and turned_out converts back. This takes 3
// shuffles and 8 blends instead of 8 shuffles.
#pragma once

#include "isa/vec.hpp"

#ifdef HR_VEC_TWO_LANES
namespace hedgerow::HR_ISA {
namespace {

template <int kSize>
constexpr int kSquareTurn = 4 / kSize;
HR_INLINE void blend_square(Vec* x) {
  const Vec a = blend_words32(x[0], x[1]), b = blend_words32(x[2], x[3]);
  const Vec c = blend_words32(x[3], x[0]), d = blend_words32(x[1], x[2]);
  x[0] = blend_words64(a, b), x[2] = blend_words64(b, a);
  x[1] = blend_words64(c, d), x[3] = blend_words64(d, c);
}
template <int kSize>
HR_INLINE void turned_in(Vec* x) {
  if constexpr (kSize == 2) {
    const Vec a = x[0], b = x[1];
    x[0] = blend_words64(a, b), x[1] = swap_words64(blend_words64(b, a));
  } else {
    blend_square(x);
    unroll<3>([&](auto i) HR_LAMBDA { x[i + 1] = turn_words32<i + 1>(x[i + 1]); });
  }
}
template <int kSize>
HR_INLINE void turned_out(Vec* x) {
  if constexpr (kSize == 2) {
    const Vec a = x[0], b = swap_words64(x[1]);
    x[0] = blend_words64(a, b), x[1] = blend_words64(b, a);
  } else {
    unroll<3>([&](auto i) HR_LAMBDA { x[i + 1] = turn_words32<3 - i>(x[i + 1]); });
    blend_square(x);
  }
}

}  // namespace
}  // namespace hedgerow::HR_ISA
#endif
