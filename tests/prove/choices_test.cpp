// Terms by cases: they are equal to their truth, and other carries, blocks and orders differ.
#include <gtest/gtest.h>

#include <utility>

#include "word.hpp"

namespace hedgerow::proof {
namespace {

// Kalyna in CTR: the S-box of the second byte of counter + key is one of two, by a carry of the lowest byte.
class Choices : public ::testing::Test {
 protected:
  // The start of a call. The second start has more carries out of its lowest byte.
  static constexpr std::uint32_t kStarts[] = {0x000000fe, 0xfffffffd, 0x1234};

  Choices() {
    for (int i = 0; i < 64; i++) key_.set(i, terms_.input());
    for (int i = 32; i < 64; i++) counter_.set(i, terms_.input());
    terms_.choose_by(key_.bits);
  }
  Word counted(std::uint32_t low) const { return Arithmetic::join(counter_, Word(low)); }
  Word box(const Word& sum) {
    const Word byte = Arithmetic::part(sum, 8, 8);
    return arithmetic_.lift({&byte}, 8,
                            [](const std::uint64_t* v) { return (v[0] * 199 ^ v[0] >> 3) & 255; });
  }
  Word truth(std::uint32_t start, unsigned block) {
    return box(arithmetic_.sum(counted(start + block), key_, false, 64));
  }
  // As the kernels do it, with the carry of block `of` of a call.
  Word chosen(std::uint32_t start, unsigned of, bool exchanged = false) {
    const Word sum = arithmetic_.sum(counted(start), key_, false, 64),
               upper = Arithmetic::part(sum, 8, 56, 8);
    Word first = box(upper), second = box(arithmetic_.sum(upper, Word(256), false, 64));
    if (exchanged) std::swap(first, second);
    Carry carries;
    arithmetic_.add(Arithmetic::part(sum, 0, 8), Word(of), constant(false), 8, &carries);
    return arithmetic_.choose(carries.out, second, first);
  }
  bool equal(const Word& a, const Word& b) {
    const Word difference = arithmetic_.bitwise_xor(a, b);
    return difference.known() && difference.value == 0;
  }
  Bit apply(const Table& f) {
    Bit out;
    terms_.apply(key_.bits, 8, &f, 1, &out);
    return out;
  }
  Terms terms_;
  Arithmetic arithmetic_{terms_};
  Word key_, counter_;
};
TEST_F(Choices, ByTheCarryOfABlockAreItsTruth) {
  for (const std::uint32_t start : kStarts)
    for (unsigned block : {0, 1, 2})
      EXPECT_TRUE(equal(truth(start, block), chosen(start, block))) << start << ' ' << block;
}
TEST_F(Choices, WrongCarriesBlocksAndOrdersDiffer) {
  for (const std::uint32_t start : kStarts)
    for (unsigned block : {1, 2}) {
      EXPECT_FALSE(equal(truth(start, block), chosen(start, block - 1))) << start << ' ' << block;
      EXPECT_FALSE(equal(truth(start, block), chosen(start, block + 1))) << start << ' ' << block;
      EXPECT_FALSE(equal(truth(start, block), chosen(start, block, true))) << start << ' ' << block;
    }
}
// A function of the eight bits has one form, whether it is computed by gates or by choices.
TEST_F(Choices, FunctionsOfTheByteHaveOneForm) {
  const auto above = [&](unsigned limit) {
    Carry carries;
    arithmetic_.add(Arithmetic::part(key_, 0, 8), Word(256 - limit), constant(false), 8, &carries);
    return carries.out;
  };
  const Table odd = table_of([](unsigned v) { return v >= 7 && v != 99 && v % 3 == 0; });
  const Bit odd_term = apply(odd),
            odd_above = apply(table_of([&](unsigned v) { return odd.at(v) && v >= 40; })),
            between = apply(table_of([](unsigned v) { return v >= 3 && v < 9; }));
  EXPECT_EQ(terms_.both(odd_term, above(40)), odd_above);
  EXPECT_FALSE(terms_.both(odd_term, above(43)) == odd_above);
  EXPECT_EQ(terms_.exclusive_or(above(3), above(9)), between);
  EXPECT_FALSE(terms_.exclusive_or(above(3), above(10)) == between);
}

}  // namespace
}  // namespace hedgerow::proof
