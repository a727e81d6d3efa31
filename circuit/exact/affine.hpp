// Permutations of four bits up to affine equivalence: S and B o S o A are of one class, for affine bijections A and B.
// The number of products a circuit needs and the depth of its products are one and the same over a class. There are 302
// classes [De Canniere 2007], which affine_classes() finds by itself.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace hedgerow::circuit {

using Permutation4 = std::array<std::uint8_t, 16>;

constexpr std::uint64_t kAffineMaps4 =
    322560;  // affine bijections of four bits: 16 . 15 . 14 . 12 . 8

struct AffineForm {
  Permutation4 least;        // of the class, smallest in the order of the tables
  Permutation4 in, out;      // affine: least(x) = out(S(in(x)))
  std::uint64_t symmetries;  // pairs (A, B) with B o S o A = S
};
AffineForm affine_form(const Permutation4& s);

struct AffineClass {
  Permutation4 least;
  std::uint64_t size;
};
// All of them, in the order of their least members: whatever transpositions lead to from the identity, so none is
// missing; the sizes add up to 16!.
std::vector<AffineClass> affine_classes();

Permutation4 inverse(const Permutation4& s);
// The most of the absolute values of the Walsh transform, but at 0; a circuit without products has 16.
int linearity(const Permutation4& s);
// The most solutions x of S(x) ^ S(x ^ a) = b, a not 0.
int uniformity(const Permutation4& s);
// Of the polynomial over GF(2) of highest degree among the outputs.
int degree(const Permutation4& s);

}  // namespace hedgerow::circuit
