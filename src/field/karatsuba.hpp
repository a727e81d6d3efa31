// Products of elements of 1, 2, 4 or 8 words of 64 bits by Karatsuba's method, for every Vec with clmul and for that
// of portable.hpp; unreduced. A leaf is one product of words: 3, 9 or 27 of them for 2, 4 or 8 words.
#pragma once

#include "isa/vec.hpp"
#ifndef HR_VEC_CLMUL
#include "field/portable.hpp"
#endif

namespace hedgerow::HR_ISA::field {
namespace {

// Products of words in Karatsuba's method.
consteval int leaves(int words) { return words == 1 ? 1 : 3 * leaves(words / 2); }

// Planes -> leaves, depth first: those of the low half, of the high half, of the sum of both
// halves.
template <int Words, int First = 0>
HR_INLINE void expand(const Vec* x, Vec* leaf) {
  if constexpr (Words == 1) {
    leaf[First] = x[0];
  } else {
    constexpr int kHalf = Words / 2, kStep = leaves(kHalf);
    Vec sum[kHalf];
    unroll<kHalf>([&](auto i) HR_LAMBDA { sum[i] = xor2(x[i], x[i + kHalf]); });
    expand<kHalf, First>(x, leaf);
    expand<kHalf, First + kStep>(x + kHalf, leaf);
    expand<kHalf, First + 2 * kStep>(sum, leaf);
  }
}

// s[leaf] += the products of the a and of the b elements; h(Index) gives the other factor's leaf.
template <int Words, int First = 0, class Leaf>
HR_INLINE void accumulate(const Vec* x, const Leaf& h, Vec* s) {
  if constexpr (Words == 1) {
    const Vec y = h(Index<First>{});
    s[First] = xor3(s[First], clmul<0x00>(x[0], y), clmul<0x11>(x[0], y));
  } else {
    constexpr int kHalf = Words / 2, kStep = leaves(kHalf);
    Vec sum[kHalf];
    unroll<kHalf>([&](auto i) HR_LAMBDA { sum[i] = xor2(x[i], x[i + kHalf]); });
    accumulate<kHalf, First>(x, h, s);
    accumulate<kHalf, First + kStep>(x + kHalf, h, s);
    accumulate<kHalf, First + 2 * kStep>(sum, h, s);
  }
}

// Sums of leaf products -> c[0..2*Words-2]: c[j] is the 128-bit coefficient of x^(64j).
template <int Words>
HR_INLINE void recombine(const Vec* s, Vec* c) {
  if constexpr (Words == 1) {
    c[0] = s[0];
  } else {
    constexpr int kHalf = Words / 2, kStep = leaves(kHalf), kPart = 2 * kHalf - 1;
    Vec mid[kPart];
    recombine<kHalf>(s, c);
    c[kPart] = zero();
    recombine<kHalf>(s + kStep, c + Words);
    recombine<kHalf>(s + 2 * kStep, mid);
    unroll<kPart>([&](auto i) HR_LAMBDA { mid[i] = xor3(mid[i], c[i], c[i + Words]); });
    unroll<kPart>([&](auto i) HR_LAMBDA { c[i + kHalf] = xor2(c[i + kHalf], mid[i]); });
  }
}

}  // namespace
}  // namespace hedgerow::HR_ISA::field
