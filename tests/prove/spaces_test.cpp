// Sums that lost their view are found in a space: by the prints of its functions, and as sums of noted functions.
#include <gtest/gtest.h>

#include "word.hpp"

namespace hedgerow::proof {
namespace {

// A sum of two terms which nobody knows as a function of a space, because another term was between them.
Bit sum_without_view(Terms& terms, const Bit& a, const Bit& b) {
  const Bit other = terms.input();
  return terms.exclusive_or(terms.exclusive_or(terms.exclusive_or(a, other), b), other);
}

TEST(Spaces, ASumFoundByPrintsIsFoundAgain) {
  Terms terms;
  const Bit p = terms.input(), q = terms.input(), a = terms.input(), b = terms.input();
  const Table all = table_of([](unsigned v) { return (v & 15) == 15; }),
              wanted = table_of([](unsigned v) {
                const bool w[4] = {(v & 1) != 0, (v & 2) != 0, (v & 4) != 0, (v & 8) != 0};
                return ((w[0] && w[2]) != w[3]) && w[0] && w[1];
              });
  const Bit other[4] = {p, q, terms.input(), terms.input()}, own[4] = {p, q, a, b};
  Bit unused, expected;
  terms.apply(other, 4, &all, 1, &unused);
  const Bit early = terms.both(p, q);  // a function of the first space
  terms.apply(own, 4, &wanted, 1, &expected);
  const Bit sum = sum_without_view(terms, terms.both(p, a), b);
  terms.both(sum, terms.both(q, b));
  EXPECT_EQ(terms.both(sum, early), expected);
}

TEST(Spaces, ASumOfACoordinateAndANotedSumIsInTheSpace) {
  Terms terms;
  Bit in[8], out[8];
  Table f[8];
  for (Bit& bit : in) bit = terms.input();
  for (int i = 0; i < 8; i++) f[i] = table_of([&](unsigned v) { return (v * 7 + 3) >> i & 1; });
  terms.apply(in, 8, f, 8, out);
  terms.note_sums(out);
  for (int i = 3; i < 8; i++)
    for (int k = 0; k < 8; k++) {
      const Bit noted = sum_without_view(terms, out[i], constant(false)),
                sum = sum_without_view(terms, out[i], in[k]);
      const Table product =
          table_of([&](unsigned v) { return f[i].at(v) && (f[i].at(v) != (bool)(v >> k & 1)); });
      Bit expected;
      terms.apply(in, 8, &product, 1, &expected);
      EXPECT_EQ(terms.both(noted, sum), expected) << i << ' ' << k;
    }
}

}  // namespace
}  // namespace hedgerow::proof
