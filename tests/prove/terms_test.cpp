// Terms and words: functions that are computed in different ways are equal, and different ones are not.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "word.hpp"

namespace hedgerow::proof {
namespace {

std::vector<Bit> inputs(Terms& terms, int n) {
  std::vector<Bit> in;
  for (int i = 0; i < n; i++) in.push_back(terms.input());
  return in;
}

Bit apply(Terms& terms, const Bit* in, int n, const Table& f) {
  Bit out;
  terms.apply(in, n, &f, 1, &out);
  return out;
}

// Computes the function by its algebraic normal form, with a gate for each product.
Bit by_gates(Terms& terms, const Bit* in, const Table& f) {
  std::array<bool, kPoints> product;
  for (unsigned v = 0; v < kPoints; v++) product[v] = f.at(v);
  for (unsigned i = 1; i < kPoints; i *= 2)
    for (unsigned v = 0; v < kPoints; v++)
      if (v & i) product[v] ^= product[v ^ i];
  Bit r = constant(false);
  for (unsigned v = 0; v < kPoints; v++) {
    if (!product[v]) continue;
    Bit p = constant(true);
    for (int i = 0; i < 8; i++)
      if (v >> i & 1) p = terms.both(p, in[i]);
    r = terms.exclusive_or(r, p);
  }
  return r;
}

TEST(Terms, TableAndGatesOfAnSboxAreEqual) {
  std::mt19937 random(1);
  std::array<std::uint8_t, 256> box;
  std::iota(box.begin(), box.end(), 0);
  std::shuffle(box.begin(), box.end(), random);
  Terms terms;
  std::vector<Bit> in = inputs(terms, 24), sums(8);
  for (int i = 0; i < 8; i++) {
    sums[(std::size_t)i] = constant(i % 2);
    for (int k = 0; k < 24; k++)
      if (k == i || random() % 2)
        sums[(std::size_t)i] = terms.exclusive_or(sums[(std::size_t)i], in[(std::size_t)k]);
  }
  for (int bit = 0; bit < 8; bit++) {
    Table f = table_of([&](unsigned v) { return box[v] >> bit & 1; });
    const Bit by_table = apply(terms, sums.data(), 8, f);
    EXPECT_EQ(by_table, by_gates(terms, sums.data(), f));
    f.word[random() % 4] ^= 1ull << random() % 64;  // one wrong entry
    EXPECT_FALSE(by_table == by_gates(terms, sums.data(), f));
  }
}

TEST(
    Terms,
    GatesBeforeTheTableGiveTheSameSpace) {  // the gates of a space that does not exist yet make smaller ones
  Terms terms;
  const std::vector<Bit> in = inputs(terms, 8);
  const Table sum = table_of([](unsigned v) { return (v & 1) ^ (v >> 3 & 1); });
  EXPECT_EQ(apply(terms, in.data(), 8, sum), terms.exclusive_or(in[0], in[3]));
  EXPECT_EQ(terms.spaces(), 1u);  // a sum needs no space
}

TEST(Terms, CarriesOfGatesAndAdders) {
  Terms terms;
  const std::vector<Bit> in = inputs(terms, 3);
  const Bit carry = terms.majority(in[0], in[1], in[2]);
  const Bit either = terms.exclusive_or(in[0], in[1]);
  EXPECT_EQ(carry, terms.exclusive_or(terms.both(in[0], in[1]), terms.both(either, in[2])));
  EXPECT_EQ(carry, terms.majority(in[2], in[0], in[1]));
  EXPECT_FALSE(carry == terms.exclusive_or(terms.both(in[0], in[1]), terms.both(in[0], in[2])));
  EXPECT_FALSE(carry == in[0]);
}

TEST(Terms, ComplementsAndConstants) {
  Terms terms;
  const std::vector<Bit> in = inputs(terms, 2);
  const Bit a = in[0], b = in[1], one = constant(true), not_a = terms.exclusive_or(a, one);
  EXPECT_EQ(terms.both(a, not_a), constant(false));
  EXPECT_EQ(terms.both(a, a), a);
  EXPECT_EQ(terms.both(one, b), b);
  EXPECT_EQ(terms.both(not_a, b), terms.exclusive_or(b, terms.both(b, a)));
  EXPECT_FALSE(terms.both(not_a, b) == terms.both(a, b));
}

TEST(Terms, FunctionsOfFunctionsStayInTheSpace) {
  Terms terms;
  const std::vector<Bit> in = inputs(terms, 4);
  const Bit p = apply(terms, in.data(), 4, table_of([](unsigned v) { return (v & 15) == 15; }));
  const Bit q = apply(terms, in.data(), 4, table_of([](unsigned v) { return (v & 15) == 14; }));
  EXPECT_EQ(terms.exclusive_or(p, q), terms.both(terms.both(in[1], in[2]), in[3]));
  EXPECT_EQ(terms.both(p, q), constant(false));
}

// The gates use a space of two sums that is older than the space of the table, and another one.
TEST(Terms, OverlappingSpacesAgree) {
  Terms terms;
  const std::vector<Bit> in = inputs(terms, 5);
  const Table odd = table_of([](unsigned v) { return 0x6a1d >> (v & 15) & 1; });
  const Bit product = terms.both(in[0], in[1]), other = terms.both(in[1], in[2]);
  const Bit four[4] = {in[0], in[1], in[2], in[3]};
  const Bit all = apply(terms, four, 4, table_of([](unsigned v) { return (v & 15) == 15; }));
  const Bit again[4] = {in[1], in[0], in[2], in[4]};
  const Bit of_others = apply(terms, again, 4, odd);
  EXPECT_EQ(all, terms.both(terms.both(product, in[2]), in[3]));
  EXPECT_EQ(all, terms.both(terms.both(other, in[3]), in[0]));
  EXPECT_FALSE(all == terms.both(terms.both(other, in[3]), in[4]));
  EXPECT_EQ(of_others, by_gates(terms, again, odd));
  const Bit sum = terms.exclusive_or(in[0], in[1]);
  EXPECT_EQ(terms.both(sum, in[2]),
            terms.exclusive_or(terms.both(in[0], in[2]), terms.both(in[1], in[2])));
}

// A table of half of an S-box and then a choice, as the reference of GOST 28147-89 reads its packed S-boxes.
TEST(Terms, UnitedBitsAreNoCoordinates) {
  Terms terms;
  const std::vector<Bit> in = inputs(terms, 4);
  Bit all[5] = {{}, {}, {}, {}, in[3]};
  for (int i = 0; i < 4; i++) {
    const Table f = table_of([i](unsigned v) { return 0x5a1e >> (v + 3 * (unsigned)i) % 16 & 1; });
    all[i] = apply(terms, in.data(), 3, f);
  }
  terms.unite(all, 5);
  EXPECT_EQ(terms.both(terms.both(in[0], in[1]), in[3]),
            terms.both(in[0], terms.both(in[1], in[3])));
  Bit sum = constant(false);
  for (int i = 0; i < 4; i++) sum = terms.exclusive_or(sum, terms.both(all[i], in[3]));
  Bit first = constant(false);
  for (int i = 0; i < 4; i++) first = terms.exclusive_or(first, all[i]);
  EXPECT_EQ(sum, terms.both(first, in[3]));
  EXPECT_FALSE(sum == terms.both(all[0], in[3]));
}

Word word_of(Terms& terms, int width) {
  Word w;
  for (int i = 0; i < width; i++) w.set(i, terms.input());
  return w;
}

// The carry of a sum with each byte in its own register, as kernels of Magma compute it.
TEST(Arithmetic, ComparisonsAndTiesAreCarries) {
  for (int open : {2, 8}) {  // with 2 open bits, a table has all values
    Terms terms;
    Arithmetic a(terms);
    const Word x = word_of(terms, open), y = word_of(terms, open), ties = word_of(terms, 1);
    Bit by_table;
    if (open == 2) {
      const Bit in[5] = {x.at(0), x.at(1), y.at(0), y.at(1), ties.at(0)};
      by_table = apply(terms, in, 5, table_of([](unsigned v) {
                         const unsigned p = v & 3, q = v >> 2 & 3;
                         return p > q || (p == q && (v >> 4 & 1));
                       }));
    }
    const auto joined = [&](const Word& z, std::uint64_t sign) {
      Word above, equal;
      above.set(0, a.above(a.bitwise_xor(x, sign), a.bitwise_xor(y, sign), constant(false), 8));
      equal.set(0, a.equal(z, y, 8));
      return a.bitwise_or(a.bitwise_and(ties, equal), above).at(0);
    };
    EXPECT_EQ(joined(x, 0), a.above(x, y, ties.at(0), 8));
    EXPECT_EQ(joined(x, 0x80),
              a.above(a.bitwise_xor(x, 0x80), a.bitwise_xor(y, 0x80), ties.at(0), 8));
    EXPECT_FALSE(joined(word_of(terms, 8), 0) == a.above(x, y, ties.at(0), 8));
    if (open == 2) {
      EXPECT_EQ(joined(x, 0), by_table);
    }
  }
}

// The carries of known counters + a key, byte by byte. For some counters, 0 = y of a byte and 1 > y of another block
// are the same function.
TEST(Arithmetic, ComparisonsOfKnownBytesAreCarries) {
  Terms terms;
  Arithmetic a(terms);
  const Word key = word_of(terms, 32);
  const std::uint32_t counters[] = {0xfe, 0xff, 0x100, 0x101, 0x8001, 0xff01, 0x100fe};
  std::vector<Word> sums, carry(std::size(counters)), last = carry;
  for (const std::uint32_t c : counters) sums.push_back(a.sum(c, key, false, 32));
  for (int byte = 0; byte < 3; byte++) {
    last = carry;
    const Word limit = a.bitwise_not(Arithmetic::part(key, 8 * byte, 8), 8);
    for (std::size_t i = 0; i < carry.size(); i++) {
      const Word x = counters[i] >> (8 * byte) & 255;
      Word above, equal;
      above.set(0, a.above(x, limit, constant(false), 8));
      equal.set(0, a.equal(a.bitwise_xor(x, 0x80), a.bitwise_xor(limit, 0x80), 8));
      carry[i] = a.bitwise_or(above, a.bitwise_and(equal, carry[i]));
    }
    for (std::size_t i = 0; i < carry.size(); i++) {
      const int next = 8 * byte + 8;
      const auto sum = [&](const Bit& c) {
        return terms.exclusive_or(constant(counters[i] >> next & 1),
                                  terms.exclusive_or(key.at(next), c));
      };
      EXPECT_EQ(sums[i].at(next), sum(carry[i].at(0))) << counters[i] << ' ' << byte;
      EXPECT_FALSE(byte && sums[i].at(next) == sum(last[i].at(0))) << counters[i] << ' ' << byte;
    }
  }
}

TEST(Arithmetic, LowerBitsOfASumAreASum) {
  Terms terms;
  Arithmetic a(terms);
  const Word x = word_of(terms, 64), y = word_of(terms, 64);
  const Word wide = a.sum(x, a.sum(y, 0x500000007, false, 64), false, 64),
             low = a.sum(Arithmetic::part(a.sum(y, 0x500000007, false, 64), 0, 32),
                         Arithmetic::part(x, 0, 32), false, 32);
  for (int i = 0; i < 32; i++) EXPECT_EQ(low.at(i), wide.at(i));
  const Word other = a.sum(Arithmetic::part(x, 0, 32), 0x500000007, false, 32);
  EXPECT_FALSE(other.at(8) == low.at(8));
}

// The start of the key schedule of Kalyna: S-boxes of the same sum with several constants added.
TEST(Arithmetic, SboxesOfSumsWithKnownValues) {
  std::mt19937 random(3);
  std::array<std::uint8_t, 256> box;
  std::iota(box.begin(), box.end(), 0);
  std::shuffle(box.begin(), box.end(), random);
  Terms terms;
  Arithmetic a(terms);
  const Word x = word_of(terms, 16);
  const Bit other = terms.input();
  std::vector<Word> tables;
  const auto input = [&](std::uint64_t added, int byte) {
    return Arithmetic::part(a.sum(x, added, false, 16), 8 * byte, 8);
  };
  const auto f = [&](const std::uint64_t* v) -> std::uint64_t { return box[v[0]]; };
  for (std::uint64_t added : {1, 2, 4, 8, 16, 32})
    for (int byte : {0, 1}) {
      const Word y = input(added, byte);
      tables.push_back(a.lift({&y}, 8, f));
    }
  std::size_t k = 0;
  for (std::uint64_t added : {1, 2, 4, 8, 16, 32})
    for (int byte : {0, 1}) {
      Bit in[8];
      const Word y = input(added, byte), table = tables[k++];
      for (int bit = 0; bit < 8; bit++) {
        for (int i = 0; i < 8; i++) in[i] = y.at(i);
        EXPECT_EQ(table.at(bit),
                  by_gates(terms, in, table_of([&](unsigned v) { return box[v] >> bit & 1; })));
        // Bit slices add another bit twice, so their bits have no views. Their gates have sums of the bits.
        for (int i = 0; i < 8; i++) {
          in[i] = terms.exclusive_or(terms.exclusive_or(y.at(i), other), other);
          if (i) in[i - 1] = terms.exclusive_or(in[i - 1], in[i]);
        }
        const Table by_sums = table_of([&](unsigned v) {
          for (int i = 6; i >= 0; i--) v ^= (v >> (i + 1) & 1) << i;
          return box[v] >> bit & 1;
        });
        EXPECT_EQ(table.at(bit), by_gates(terms, in, by_sums));
        in[bit] = terms.exclusive_or(in[bit], constant(true));
        EXPECT_FALSE(table.at(bit) == by_gates(terms, in, by_sums));
      }
      EXPECT_FALSE(table.at(0) == table.at(1));
    }
  EXPECT_FALSE(tables[0].at(0) == tables[2].at(0));
}

// The outputs of an S-box are inputs of the next one, and their product is a function in both spaces.
TEST(Terms, FunctionsOfASpaceAreCoordinatesOfAnother) {
  Terms terms;
  const std::vector<Bit> in = inputs(terms, 6);
  const auto y = [](unsigned v, int k) { return 0x7b31a905c48d62ef >> (4 * (v & 15) + k) & 1; };
  Bit out[4];
  for (int k = 0; k < 4; k++)
    out[k] = apply(terms, in.data(), 4, table_of([&](unsigned v) { return y(v, k); }));
  const Bit next[4] = {out[0], out[2], in[4], in[5]};
  apply(terms, next, 4, table_of([](unsigned v) { return (v & 3) == 3 || (v & 13) == 12; }));
  const Bit product = terms.both(out[0], out[2]);
  const auto both = [&](unsigned v) { return y(v, 0) & y(v, 2); };
  EXPECT_EQ(product, apply(terms, in.data(), 4, table_of(both)));
  EXPECT_FALSE(product == apply(terms, in.data(), 4,
                                table_of([&](unsigned v) { return both(v) != (v % 16 == 9); })));
}

// Adding another bit twice does not hide that a bit is a function of a space.
TEST(Terms, SumsKeepTheirFunction) {
  Terms terms;
  const std::vector<Bit> in = inputs(terms, 6);
  const auto f = [](unsigned v) { return (v & 3) == 3 || (v & 12) == 12; };
  const auto g = [](unsigned v) { return ((v & 6) == 6) != ((v & 24) == 24); };
  Bit a = apply(terms, in.data(), 5, table_of(f)), b = apply(terms, in.data(), 5, table_of(g));
  for (int twice = 0; twice < 2; twice++)
    a = terms.exclusive_or(a, in[5]), b = terms.exclusive_or(b, in[5]);
  const Bit product = terms.both(a, b);
  const auto both = [&](unsigned v) { return f(v) && g(v); };
  EXPECT_EQ(product, apply(terms, in.data(), 5, table_of(both)));
  EXPECT_FALSE(product == apply(terms, in.data(), 5,
                                table_of([&](unsigned v) { return both(v) != (v % 32 == 9); })));
}

// The blocks 1 and 2 have the same terms in place of X, so their bits have equal prints and are different.
TEST(Terms, BitsOfBlocks) {
  Terms terms;
  const Bit key = terms.input(), x = terms.input(), y = terms.input();
  const Bit first[2] = {x.of_block(1), y.of_block(1)}, second[2] = {x.of_block(2), y.of_block(2)};
  EXPECT_FALSE(first[0] == second[0]);
  EXPECT_FALSE(terms.both(first[0], first[1]) == terms.both(second[0], second[1]));
  EXPECT_TRUE(terms.both(first[0], second[0]).is_unknown());
  EXPECT_TRUE(terms.majority(first[0], second[0], key).is_unknown());
  EXPECT_TRUE(apply(terms, std::array{first[0], second[1]}.data(), 2,
                    table_of([](unsigned v) { return (v & 3) == 3; }))
                  .is_unknown());
  EXPECT_EQ(terms.both(first[0], key), terms.both(key, first[0]));
  EXPECT_FALSE(terms.both(first[0], key) == terms.both(key, second[0]));
  const Bit sum = terms.exclusive_or(first[0], second[0]);  // not 0, though the prints are equal
  EXPECT_TRUE(sum.is_unknown());
  EXPECT_FALSE(sum == sum);
  EXPECT_EQ(terms.exclusive_or(sum, second[0]), first[0]);
  EXPECT_EQ(terms.exclusive_or(first[0], sum), second[0]);
  EXPECT_EQ(terms.exclusive_or(terms.exclusive_or(sum, second[0]), first[1]),
            terms.exclusive_or(first[0], first[1]));
  EXPECT_TRUE(terms.exclusive_or(sum, y.of_block(3)).is_unknown());
  // x + x is a shift, and the carry into it may be of another block.
  EXPECT_EQ(terms.majority(first[0], first[0], second[1]), first[0]);
  // The two steps of an exchange of a bit of a block and a bit of a key. The key has no block again.
  const Bit both = terms.exclusive_or(first[0], key);
  EXPECT_EQ(both.block, 1u);
  EXPECT_EQ(terms.exclusive_or(both, key), first[0]);
  EXPECT_EQ(terms.exclusive_or(both, key).block, 1u);
  EXPECT_EQ(terms.exclusive_or(both, first[0]), key);
  EXPECT_EQ(terms.exclusive_or(both, first[0]).block, 0u);
  terms.forget();
  EXPECT_FALSE(terms.exclusive_or(sum, second[0]) == first[0]);
}

// A sum or a comparison that one block remembers has the block of the word that asks for it.
TEST(Arithmetic, SumsOfBlocks) {
  Terms terms;
  Arithmetic arithmetic(terms);
  Word x, y, key;
  for (int i = 0; i < 32; i++)
    x.set(i, terms.input()), y.set(i, terms.input()), key.set(i, terms.input());
  const auto of = [](Word w, std::uint32_t block) {
    for (int i = 0; i < 32; i++) w.set(i, w.at(i).of_block(block));
    return w;
  };
  const auto three = [&](const Word& a, const Word& b, const Word& c) {
    return arithmetic.sum(arithmetic.sum(a, b, false, 32), c, false, 32);
  };
  const Word first = three(of(x, 1), key, of(y, 1)), second = three(of(y, 2), of(x, 2), key),
             mixed = three(of(x, 1), key, of(y, 2));
  // Both sums are remembered from block 1, the second one as a part of a new sum.
  const Word again = arithmetic.sum(of(x, 2), key, false, 32),
             more = arithmetic.sum(again, of(x, 2), false, 32);
  for (int i = 1; i < 32; i++) {
    EXPECT_EQ(again.at(i).block, 2u);
    EXPECT_EQ(more.at(i).block, 2u);
  }
  for (int i = 0; i < 32; i++) {
    EXPECT_EQ(first.at(i).of_block(2), second.at(i));
    EXPECT_FALSE(first.at(i) == second.at(i));
    EXPECT_FALSE(mixed.at(i) == first.at(i));
    EXPECT_FALSE(mixed.at(i) == second.at(i));
  }
}

// The S-boxes of x + known for several known words, for example counters, have the bits of x as their inputs.
TEST(Arithmetic, SboxesOfSumsWithKnownWords) {
  Terms terms;
  Arithmetic arithmetic(terms);
  Word x;
  for (int i = 0; i < 16; i++) x.set(i, terms.input());
  const auto output = [](unsigned v, int k) {
    return 0x7b31a905c48d62ef >> (4 * (v & 15) + k) & 1;
  };
  for (unsigned known : {0xffd, 0xffe, 0xfff, 0x123, 0x000})
    for (int from : {0, 4, 8}) {
      const Word sum = arithmetic.sum(x, known, false, 16);
      Bit in[4], wrong[4];
      for (int i = 0; i < 4; i++) in[i] = wrong[i] = sum.at(from + i);
      wrong[3] = terms.exclusive_or(wrong[3], constant(true));
      for (int k = 0; k < 4; k++) {
        const Table f = table_of([&](unsigned v) { return output(v, k); });
        const Bit by_table = apply(terms, in, 4, f);
        EXPECT_EQ(by_table, by_gates(terms, in, f)) << known << ' ' << from << ' ' << k;
        EXPECT_FALSE(by_table == by_gates(terms, wrong, f)) << known << ' ' << from << ' ' << k;
      }
    }
}

}  // namespace
}  // namespace hedgerow::proof
