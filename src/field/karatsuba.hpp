// Unreduced products of elements of 1, 2, 4 or 8 words of 64 bits with Karatsuba's method. The code works with every
// Vec that has clmul and with the Vec of portable.hpp. A leaf is one product of words, so 2, 4 or 8 words need 3, 9 or
// 27 leaves.
#pragma once

#include "isa/vec.hpp"
#ifndef HR_VEC_CLMUL
#include "field/portable.hpp"
#endif

namespace hedgerow::HR_ISA::field {
namespace {

// Number of word products in Karatsuba's method.
consteval int leaves(int words) { return words == 1 ? 1 : 3 * leaves(words / 2); }

// Converts planes to leaves, depth first: the leaves of the low half, of the high half, of the sum of both halves.
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

// s[leaf] += products of the a elements and of the b elements. h(Index) returns the leaf of the other factor.
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

// Recombines sums of leaf products into c[0..2*Words-2], where c[j] is the 128-bit coefficient of x^(64j).
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
