// Sums that lost their view are found in a space, by the prints of its functions and as sums of noted functions. A sum
// that a space lacks is no function of it.
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

// A space with noted sums has elements whose sum it does not have. The prints decide the basis, so there are many
// trials.
TEST(Spaces, ASpaceWithoutTheSumOfTwoNotedFunctionsGivesNoView) {
  int wrong = 0;
  for (int trial = 0; trial < 100; trial++) {
    Terms terms;
    Arithmetic a(terms);
    Word x;
    for (int i = 0; i < 8; i++) x.set(i, terms.input());
    for (unsigned k = 0; k < 45; k++)
      a.sum(x, 2 * k + 1, false, 8);  // more functions than prints are asked for
    const unsigned known[2] = {0x62, 0xb4};
    Bit q[2];
    for (int i = 0; i < 2; i++)
      q[i] = sum_without_view(terms, a.sum(x, known[i], false, 8).at(7), constant(false));
    const Bit both = terms.both(sum_without_view(terms, q[0], q[1]), x.at(0)),
              result = terms.both(terms.exclusive_or(both, q[0]), x.at(1));
    for (unsigned g = 0; g < 256; g++) {  // (q0 + g) x1, and the result is ((q0 + q1) x0 + q0) x1
      const Table other = table_of([&](unsigned v) {
        const bool q0 = (v + known[0]) >> 7 & 1;
        return (v >> 1 & 1) && q0 != (bool)(__builtin_popcount(v & g) & 1);
      });
      Bit in[8], of_other;
      for (int i = 0; i < 8; i++) in[i] = x.at(i);
      terms.apply(in, 8, &other, 1, &of_other);
      wrong += result == of_other;
    }
  }
  EXPECT_EQ(wrong, 0);
}

TEST(Spaces, TheSumOfTwoNotedFunctionsIsNoError) {
  for (int trial = 0; trial < 30; trial++) {
    Terms terms;
    Arithmetic a(terms);
    Word x;
    for (int i = 0; i < 8; i++) x.set(i, terms.input());
    Bit q[2];
    for (int i = 0; i < 2; i++)
      q[i] = sum_without_view(terms, a.sum(x, 0x62 + 0x52 * i, false, 8).at(7), constant(false));
    EXPECT_NO_THROW(terms.both(q[0], sum_without_view(terms, q[0], q[1])));
  }
}

}  // namespace
}  // namespace hedgerow::proof
