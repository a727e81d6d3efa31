// Sums that lost their view are found in a space, by the prints of its functions and as sums of noted functions. A sum
// that a space lacks is no function of it.
#include <gtest/gtest.h>

#include <random>

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

// A space with noted sums may lack the sum of two of its elements. The prints decide whether an operation asks for such
// a sum, so there are many trials.
TEST(Spaces, ASpaceWithoutTheSumOfTwoNotedFunctionsGivesNoView) {
  std::mt19937_64 random(1);
  const auto any = [&] {
    Table t;
    for (auto& word : t.word) word = random();
    return t;
  };
  int wrong = 0;
  for (int trial = 0; trial < 300; trial++) {
    Terms terms;
    Bit x[8], q[2], out[8];
    Table f[2];
    for (Bit& bit : x) bit = terms.input();
    for (int k = 0; k < 40; k++) {  // more functions than are asked for by their prints
      const Table other = any();
      terms.apply(x, 8, &other, 1, out);
    }
    for (int i = 0; i < 2; i++) {
      Table family[8];
      for (Table& t : family) t = any();
      terms.apply(x, 8, family, 8, out);
      terms.note_sums(out);
      f[i] = family[0], q[i] = sum_without_view(terms, out[0], constant(false));
    }
    const Bit product = terms.both(sum_without_view(terms, q[0], q[1]), x[0]),
              result = terms.both(terms.exclusive_or(product, q[0]), x[1]);
    for (unsigned g = 0; g < kPoints;
         g++) {  // (q0 + g) x1, and the result is ((q0 + q1) x0 + q0) x1
      const Table other = table_of([&](unsigned v) {
        return (v >> 1 & 1) && f[0].at(v) != (bool)(__builtin_popcount(v & g) & 1);
      });
      terms.apply(x, 8, &other, 1, out);
      wrong += result == out[0];
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
