// Cuts of small ciphers. This file has their code. After a cut, blocks may differ in the cut state only.
//
// The suite turned red when the input was not shown at a pause, when places that vary and seem not to be needed kept
// the values of the first block, when sums were replaced after the pause, and when a sum could become the input bits
// of two blocks.
#include "state_cut.hpp"

#include <gtest/gtest.h>

#include "run.hpp"

namespace hedgerow::proof {
namespace {

constexpr int kRounds = 10, kBlock = 8;
using Cipher = void(const std::uint32_t* key, const std::uint32_t* in, std::uint32_t* out);

void good(const std::uint32_t* key, const std::uint32_t* in, std::uint32_t* out) {
  std::uint32_t x = in[0], y = in[1];
  for (int r = 0; r < kRounds; r++) {
    x = ((x >> 8 | x << 24) + y) ^ key[r];
    y = (y << 3 | y >> 29) ^ x;
  }
  out[0] = x, out[1] = y;
}
// The last result has another key.
void wrong_key(const std::uint32_t* key, const std::uint32_t* in, std::uint32_t* out) {
  good(key, in, out);
  out[0] ^= key[0], out[1] ^= key[0];
}
// The result depends on the input, too.
void late(const std::uint32_t* key, const std::uint32_t* in, std::uint32_t* out) {
  good(key, in, out);
  out[0] ^= in[1];
}
// It depends on two words that are 0 in the first block. So each of them alone has no influence there.
void joint(const std::uint32_t* key, const std::uint32_t* in, std::uint32_t* out) {
  const std::uint32_t a = in[1] - 1, b = 2 * in[1] - 2;
  good(key, in, out);
  out[0] ^= a & b;
}
// In the middle, b is a sum of a. The same sum after it, for block 1, must not become b of all blocks.
void again(const std::uint32_t* key, const std::uint32_t* in, std::uint32_t* out) {
  std::uint32_t x = in[0], y = in[1];
  for (int r = 0; r < 3; r++) {
    x = ((x >> 8 | x << 24) + y) ^ key[r];
    y = (y << 3 | y >> 29) ^ x;
  }
  std::uint32_t b = (x << 3 | x >> 29) ^ key[0] ^ in[1], a = x;
  __asm__ volatile("" : "+r"(a), "+r"(b));
  x = a, y = b;
  for (int r = 3; r < kRounds; r++) {
    std::uint32_t k = key[r];
    __asm__ volatile("" : "+r"(k));  // reads it before anything else
    x = ((x >> 8 | x << 24) + y) ^ k;
    y = (y << 3 | y >> 29) ^ x;
  }
  __asm__ volatile("" : "+r"(a), "+r"(b));
  std::uint32_t sum = (a << 3 | a >> 29) ^ key[0];
  __asm__ volatile("" : "+r"(sum));
  out[0] = x, out[1] = sum ^ b;
}

class StateCutTest : public testing::Test, public Run {
 protected:
  void run(Cipher* cipher, unsigned n) {
    memory_.copy(address(out_ + kBlock), address(counter_), 4);
    memory_.write(address(out_ + kBlock + 4), n, 4);
    call((void*)cipher, {address(key_), address(out_ + kBlock), address(out_)}, out_, kBlock);
  }
  bool cut(Cipher* cipher) {
    StateCut state(machine_, [=, this](unsigned n) { run(cipher, n); }, out_, kBlock);
    const bool found = state.cut(6, key_, 4 * kRounds, Cutting::kBeforeKey, 1);
    memory_.cuts = state.cuts();
    return found;
  }
  std::uint64_t unknown_bits() {
    std::uint64_t r = 0;
    const Word w = memory_.read(address(out_), 8);
    for (int i = 0; i < 64; i++) r |= (std::uint64_t)w.at(i).is_unknown() << i;
    return r;
  }
  std::uint8_t *key_ = open(4 * kRounds), *counter_ = open(4), *out_ = unset(2 * kBlock);
};

TEST_F(StateCutTest, AllBlocksHaveTheTermsOfTheFirst) {
  ASSERT_TRUE(cut(good));
  EXPECT_EQ(unknown_bits(), 0u);
  const Word first = memory_.read(address(out_), 8);
  for (unsigned n = 1; n <= 6; n++) {
    run(good, n);
    const Word now = memory_.read(address(out_), 8);
    for (int i = 0; i < 64; i++) EXPECT_EQ(now.at(i), first.at(i).of_block(n)) << n << ' ' << i;
  }
  run(wrong_key, 3);
  const Word wrong = memory_.read(address(out_), 8);
  for (int i = 0; i < 64; i++) EXPECT_FALSE(wrong.at(i) == first.at(i).of_block(3)) << i;
}

TEST_F(StateCutTest, AResultThatDependsOnOtherPlacesIsUnknown) {
  EXPECT_TRUE(!cut(late) || unknown_bits());
  EXPECT_TRUE(!cut(joint) || unknown_bits());
}

TEST_F(StateCutTest, AfterTheCutNoSumIsReplaced) {
  EXPECT_TRUE(!cut(again) || !memory_.read(address(out_ + 4), 4).known());
}

TEST(Cuts, ASumIsOneInputBitOfOneBlock) {
  Terms terms;
  const Bit a = terms.input(), b = terms.input(), y = terms.input(), sum = terms.exclusive_or(a, b),
            one = constant(true);
  Cuts cuts;
  EXPECT_TRUE(cuts.add(sum, y.of_block(2)));
  EXPECT_TRUE(cuts.add(terms.exclusive_or(sum, one), terms.exclusive_or(y.of_block(2), one)));
  EXPECT_FALSE(cuts.add(sum, y.of_block(3)));
  EXPECT_FALSE(cuts.add(terms.exclusive_or(sum, one), y.of_block(2)));
  Word w;
  for (const auto& [i, bit] : {std::pair{0, sum}, {1, terms.exclusive_or(sum, one)}, {2, a}})
    w.set(i, bit);
  const Word r = cuts.replaced(w);
  EXPECT_EQ(r.at(0), y.of_block(2));
  EXPECT_EQ(r.at(1), terms.exclusive_or(y.of_block(2), one));
  EXPECT_EQ(r.at(2), a);
  EXPECT_TRUE(cuts.add(a.of_block(3), a));  // bits with one print, and another one of them is cut
  for (unsigned n = 0; n < 4; n++) w.set((int)n, a.of_block(n));
  for (int n = 0; n < 4; n++) EXPECT_EQ(cuts.replaced(w).at(n).block, n == 3 ? 0u : (unsigned)n);
}

}  // namespace
}  // namespace hedgerow::proof
