// Permutations of four bits up to affine equivalence. S and B o S o A belong to one class if A and B are affine
// bijections. All members of a class need the same number of products and the same depth of products, because affine
// maps contain no products. There are 302 classes [De Canniere 2007]; affine_classes() finds them without a list.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace hedgerow::circuit {

using Permutation4 = std::array<std::uint8_t, 16>;

// affine bijections of four bits: 16 . 15 . 14 . 12 . 8
constexpr std::uint64_t kAffineMaps4 = 322560;

struct AffineForm {
  Permutation4 least;        // the member of the class that comes first in the order of tables
  Permutation4 in, out;      // affine maps with least(x) = out(S(in(x)))
  std::uint64_t symmetries;  // number of pairs (A, B) with B o S o A = S
};
AffineForm affine_form(const Permutation4& s);

struct AffineClass {
  Permutation4 least;
  std::uint64_t size;
};
// Returns all classes in the order of their least members. For example, the affine maps are the first class. The search
// follows transpositions from the identity until no new class appears. They generate all permutations, so no class is
// missing, and the sizes add up to 16!.
std::vector<AffineClass> affine_classes();

Permutation4 inverse(const Permutation4& s);
// Returns the largest absolute value of the Walsh transform for a nonzero output mask. It is 16 if a sum of outputs is
// affine.
int linearity(const Permutation4& s);
// Returns the largest number of solutions x of S(x) ^ S(x ^ a) = b for a nonzero a.
int uniformity(const Permutation4& s);
// Returns the highest degree of the outputs as polynomials over GF(2).
int degree(const Permutation4& s);

}  // namespace hedgerow::circuit
