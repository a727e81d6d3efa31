// Structures that the search finds in a table without a name: inversions in any disguise, boxes
// that were made in place, and boxes made of small ones. Also tests the random walk, and the
// criteria that a search minimises. The search must reach or beat the counts of published circuits.
//
// The suite turned red when the constant of a sum was left out (layers of small boxes), and when
// chi was undone as if it kept zeros.
#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "circuit/anneal/anneal.hpp"
#include "circuit/anneal/objective.hpp"
#include "circuit/circuit_support.hpp"
#include "circuit/recognise/recognise.hpp"

namespace hedgerow::circuit {
namespace {

const std::atomic<bool> kGoOn = false;

std::vector<unsigned> table_of(const std::function<unsigned(unsigned)>& f) {
  std::vector<unsigned> t;
  for (unsigned x = 0; x < 256; x++) t.push_back(f(x));
  return t;
}
Box eight_bits(const std::function<unsigned(unsigned)>& f) {
  return make_box("box", {table_of(f)}, 8, true);
}

struct Bits {
  unsigned v;
  unsigned operator()(int i) const { return v >> i & 1; }
  void add(int to, unsigned b) { v ^= (b & 1) << to; }
};

// [LS-designs, FSE 2014] Fantomas: MISTY of a box of five bits and chi of three.
unsigned fantomas(unsigned x) {
  Bits b{x};
  const auto five = [&] {
    b.add(2, b(0) & b(1)), b.add(1, b(2)), b.add(3, b(0) & b(4)), b.add(2, b(3));
    b.add(0, b(1) & b(3)), b.add(4, b(1)), b.add(1, b(2) & b(4)), b.add(1, b(0));
  };
  five();
  for (int i = 0; i < 3; i++) b.add(i, b(5 + i));
  b.v ^= 0x18;
  const Bits t = b;
  for (int i = 0; i < 3; i++) b.add(5 + i, (t(5 + (i + 1) % 3) ^ 1) & t(5 + (i + 2) % 3));
  for (int i = 0; i < 3; i++) b.add(5 + i, b(i));
  five();
  return b.v;
}

// [SKINNY, CRYPTO 2016] Two NORs, four times, and a permutation of bits in between.
unsigned skinny(unsigned x) {
  constexpr int kFrom[8] = {5, 3, 0, 4, 6, 7, 1, 2};
  for (int round = 0; round < 4; round++) {
    Bits b{x};
    b.add(4, (b(7) | b(6)) ^ 1), b.add(0, (b(3) | b(2)) ^ 1);
    x = 0;
    for (int i = 0; i < 8; i++) x |= b(round < 3 ? kFrom[i] : i == 1 ? 2 : i == 2 ? 1 : i) << i;
  }
  return x;
}

// [Whirlpool, ISO/IEC 10118-3] A bridge of three boxes of four bits.
unsigned whirlpool(unsigned x) {
  constexpr unsigned kE[16] = {1, 11, 9, 12, 13, 6, 15, 3, 14, 8, 7, 4, 10, 2, 5, 0};
  constexpr unsigned kR[16] = {7, 12, 11, 13, 14, 4, 9, 15, 6, 3, 8, 10, 2, 5, 1, 0};
  unsigned back[16];
  for (unsigned i = 0; i < 16; i++) back[kE[i]] = i;
  const unsigned u = kE[x >> 4], l = back[x & 15], r = kR[u ^ l];
  return kE[u ^ r] << 4 | back[l ^ r];
}

Netlist found(const Box& box, std::uint64_t runs, int effort, const char* objective = "gates") {
  SearchOptions o;
  o.method = "auto", o.runs = runs, o.effort = effort, o.objective = objective;
  Netlist n = search(box, o);
  EXPECT_NO_THROW(verify(n, box));
  return n;
}

TEST(CircuitAuto, PublishedBoxesAreWhatTheirTablesSay) {
  EXPECT_EQ(skinny(0), 0x65u);
  EXPECT_EQ(skinny(255), 0xffu);
  EXPECT_EQ(whirlpool(0), 0x18u);
  EXPECT_EQ(whirlpool(1), 0x23u);
}

TEST(CircuitAuto, FourBitsMeetThePublishedCounts) {
  const std::vector<unsigned> gift = {1, 10, 4, 12, 6, 15, 3, 9, 2, 13, 11, 7, 5, 0, 8, 14},
                              rectangle = {6, 5, 12, 10, 1, 14, 7, 9, 11, 0, 3, 13, 8, 15, 4, 2};
  EXPECT_LE(found(present(), 4, 2).gates.size(), 13u);
  EXPECT_LE(found(make_box("g", {gift}, 4, true), 4, 1).gates.size(), 10u);
  EXPECT_LE(found(make_box("r", {rectangle}, 4, true), 4, 1).gates.size(), 11u);
}

TEST(CircuitAuto, BoxesMadeInPlaceAreTakenApart) {
  EXPECT_LE(found(eight_bits(skinny), 1, 2).gates.size(), 16u);
  Netlist n;
  bool made = false;
  for (std::uint64_t seed = 1; seed <= 3 && !made; seed++) {
    Random random(seed);
    made = recognise_steps(eight_bits(skinny), random, 200, kGoOn, &n);
  }
  EXPECT_TRUE(made);
  EXPECT_NO_THROW(verify(n, eight_bits(skinny)));
  made = false;
  for (std::uint64_t seed = 1; seed <= 6 && !made; seed++) {
    Random random(seed);
    made = recognise_steps(eight_bits(fantomas), random, 400, kGoOn, &n);
  }
  EXPECT_TRUE(made);
  Random random(1);
  EXPECT_FALSE(recognise_steps(find_box("kalyna:0"), random, 20, kGoOn, &n));
  EXPECT_LE(found(eight_bits(fantomas), 1, 2).gates.size(), 36u);
}

// Chi of three bits twice, between sums. Its steps can be followed from the box to the inputs, and
// from the inverse box.
TEST(CircuitAuto, ChiIsUndoneBothWays) {
  const auto f = [](unsigned x) {
    Bits b{x};
    for (int first : {0, 3}) {
      const Bits t = b;
      for (int i = 0; i < 3; i++)
        b.add(first + i, (t(first + (i + 1) % 3) ^ 1) & t(first + (i + 2) % 3));
      b.add(3, b(0)), b.add(6, b(1)), b.add(0, b(5)), b.add(7, b(2) & b(6));
    }
    return b.v ^ 0x25;
  };
  int made = 0;
  for (std::uint64_t seed = 1; seed <= 8; seed++) {
    Netlist n;
    Random random(seed);
    if (!recognise_steps(eight_bits(f), random, 50, kGoOn, &n)) continue;
    EXPECT_LE(n.gates.size(), 24u) << seed;  // two of 6, and eight sums; two of these add products
    made++;
  }
  EXPECT_EQ(made, 8);
}

TEST(CircuitAuto, BoxesOfSmallBoxesAreTakenApart) {
  Random random(1);
  for (const Box& box : {eight_bits(whirlpool), find_box("clefia:s0")}) {
    Netlist n;
    ASSERT_TRUE(recognise_halves(box, random, &n)) << box.name;
    EXPECT_NO_THROW(verify(n, box));
    EXPECT_LE(n.gates.size(), 130u) << box.name;
  }
  // Three rounds of a Feistel network with its halves on odd and even bits.
  const auto feistel = [](unsigned x) {
    unsigned half[2] = {}, y = 0;
    for (int i = 0; i < 8; i++) half[i & 1] |= (x >> i & 1) << (i / 2);
    for (int round = 0; round < 3; round++)
      half[round & 1] ^= kPresent[(half[~round & 1] + 3 * (unsigned)round) & 15];
    for (int i = 0; i < 8; i++) y |= (half[i & 1] >> (i / 2) & 1) << i;
    return y;
  };
  Netlist n;
  EXPECT_TRUE(recognise_halves(eight_bits(feistel), random, &n));
  EXPECT_FALSE(recognise_halves(find_box("kalyna:0"), random, &n));
}

// The inversion between random affine maps must be found for every polynomial of the field.
TEST(CircuitAuto, InversionsInAnyDisguise) {
  Random random(test_seed());
  const auto bijection = [&] {
    for (;;) {
      unsigned column[8], constant = (unsigned)random.below(256);
      for (unsigned& c : column) c = (unsigned)random.below(256);
      std::vector<unsigned> t(256, constant);
      std::set<unsigned> seen;
      for (unsigned x = 0; x < 256; x++) {
        for (int i = 0; i < 8; i++) t[x] ^= x >> i & 1 ? column[i] : 0;
        seen.insert(t[x]);
      }
      if (seen.size() == 256) return t;
    }
  };
  const auto sm4 = find_box("sm4").bytes;
  for (int i = 0; i < 4; i++) {
    const auto before = bijection(), after = bijection();
    const Box box = eight_bits([&](unsigned x) { return after[sm4[before[x]]]; });
    std::array<std::uint8_t, 256> in;
    EXPECT_TRUE(recognise_inversion(box, &in));
  }
  std::array<std::uint8_t, 256> in;
  EXPECT_FALSE(recognise_inversion(find_box("kalyna:0"), &in));
  EXPECT_FALSE(recognise_inversion(eight_bits(whirlpool), &in));
}

TEST(CircuitAnneal, WeighsWhatItIsAsked) {
  const Netlist start = small_circuit();
  for (const Objective& o : objectives()) {
    AnnealOptions w;
    w.weights = weights_of({&o});
    w.steps = 20000, w.temperature = 0.3;
    const Netlist n = anneal(start, 2, w, kGoOn);
    EXPECT_NO_THROW(verify(n, present())) << o.name;
    EXPECT_LE(o.figure(n, find_basis("andn")), o.figure(start, find_basis("andn"))) << o.name;
  }
  // Four ANDs are known to be the minimum [Zajac, Jokay 2014].
  EXPECT_EQ(nonlinear_gates(found(present(), 6, 2, "nonlinear")), 4);
  SearchOptions limited = quick(4);
  limited.method = "auto", limited.objective = "depth", limited.most_gates = 14;
  EXPECT_LE(search(present(), limited).gates.size(), 14u);
  limited.enough = 20, limited.runs = 1000000;  // ends without a limit of time
  EXPECT_LE(depth(search(present(), limited)), 20);
  EXPECT_THROW(find_objectives("speed"), Error);
  EXPECT_THROW(find_objectives("gates,depth,area"), Error);
}

TEST(CircuitAnneal, TablesOfThreeInputsToo) {
  SearchOptions o = quick(2);
  o.basis = "lut3", o.method = "auto";
  const Box box = eight_bits(skinny);
  EXPECT_NO_THROW(verify(search(box, o), box));
}

}  // namespace
}  // namespace hedgerow::circuit
