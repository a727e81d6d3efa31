// Tests of the terms for products: their values are those of a field, and a product of words is that of integers. They
// turn red if the reduction in `times` has 0x86, or if product_with_holes forgets the carries.
#include <gtest/gtest.h>

#include <random>

#include "word.hpp"

namespace hedgerow::proof {
namespace {

// K is a field if its polynomial is irreducible: X^(2^128) = X, and X^(2^64) - X has an inverse [Rabin's test].
TEST(Polynomials, ValuesAreInAField) {
  Terms terms;
  const Bit x{{2, 0}, 0};  // the element X, whose powers are all elements of K
  Bit power = x;
  for (int i = 0; i < 64; i++) power = terms.both(power, power);
  const Bit d = terms.exclusive_or(power, x);
  for (int i = 64; i < 128; i++) power = terms.both(power, power);
  EXPECT_EQ(power, x);
  Bit inverse = constant(true), square = d;  // d^(2^128 - 2)
  for (int i = 1; i < 128; i++)
    square = terms.both(square, square), inverse = terms.both(inverse, square);
  EXPECT_EQ(terms.both(d, inverse), constant(true));
}

TEST(Polynomials, SumsOfProductsAreEqualInAnyForm) {
  Terms t;
  const Bit a = t.input(), b = t.input(), c = t.input(), d = t.input();
  const auto sum = [&](Bit x, Bit y) { return t.exclusive_or(x, y); };
  const Bit all = sum(sum(t.both(a, c), t.both(a, d)), sum(t.both(b, c), t.both(b, d)));
  EXPECT_EQ(t.both(sum(a, b), sum(c, d)), all);
  EXPECT_FALSE(t.both(sum(a, b), sum(c, d)) == sum(t.both(a, c), t.both(b, d)));
  const Table table = table_of([](unsigned v) { return (v & 1 ? v & 2 : v & 4) != 0; });
  const Bit in[3] = {a, b, c};
  Bit chosen;
  t.apply(in, 3, &table, 1, &chosen);
  EXPECT_EQ(chosen, sum(c, t.both(a, sum(b, c))));
  EXPECT_EQ(t.majority(a, a, b), a);
  EXPECT_FALSE(unknown() == t.exclusive_or(unknown(), a));
}

TEST(Polynomials, BitsOfProductsAreThoseOfIntegersOrUnknown) {
  Terms terms;
  Arithmetic arithmetic(terms);
  std::mt19937_64 random;
  for (int trial = 0; trial < 2000; trial++) {
    const std::uint64_t holes = trial % 2 ? 0x1111111111111111 << (trial / 2 % 4) : ~0ull;
    const std::uint64_t a = random() & holes, b = random() & holes & random();
    const auto found = arithmetic.product_with_holes(a, b);
    const unsigned __int128 product = (unsigned __int128)a * b;
    for (int i = 0; i < 128; i++) {
      const Bit bit = found[i / 64].at(i % 64);
      ASSERT_TRUE(bit.is_unknown() || bit == constant(product >> i & 1)) << i;
    }
    // sums of up to 15 ones do not reach the next column
    for (int i = trial % 2 ? 2 * (trial / 2 % 4) : 60; i < 60; i += 4)
      ASSERT_FALSE(found[0].at(i).is_unknown());
  }
}

}  // namespace
}  // namespace hedgerow::proof
