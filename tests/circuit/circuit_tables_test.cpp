// Circuits of tables of three inputs over at most six: demands against all 256 tables, the changing
// circuit against plain simulation, and starts and walks against their boxes.
//
// The suite turned red when a cell that must be both 0 and 1 was not refused, when the parity of
// joined parts was left out, when words beyond the valid ones were used, and when only the last
// output was checked.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <set>

#include "circuit/anneal/anneal_tables.hpp"
#include "circuit/anneal/optimise.hpp"
#include "circuit/anneal/table_circuit.hpp"
#include "circuit/circuit_support.hpp"
#include "circuit/core/normalise.hpp"
#include "circuit/search/kwan_tables.hpp"
#include "circuit/search/partial_function.hpp"

namespace hedgerow::circuit {
namespace {

struct Part {
  Word high, low;
};

bool meets(Word v, const std::vector<Part>& parts) {
  return std::all_of(parts.begin(), parts.end(), [&](const Part& p) {
    return (!(p.high & ~v) && !(p.low & v)) || (!(p.high & v) && !(p.low & ~v));
  });
}

bool some_table(const Word* words, int count, const std::vector<Part>& parts) {
  for (unsigned t = 0; t < 256; t++)
    if (meets(table_of(t, words[0], count > 1 ? words[1] : 0, count > 2 ? words[2] : 0), parts))
      return true;
  return false;
}

TEST(CircuitPartialFunction, ATableIsFoundWhereOneOfAllMeetsIt) {
  Random random(1);
  int found = 0;
  constexpr int kCases = 3000;
  for (int i = 0; i < kCases; i++) {
    Word words[3];
    for (Word& w : words) w = random.next();
    const int count = 1 + (int)random.below(3), parts = 1 + (int)random.below(4);
    PartialFunction d;
    std::vector<Part> all;
    Word free = ~Word{0};
    for (int p = 0; p < parts; p++) {  // few points, so that tables exist
      const Word some = random.next() & random.next() & random.next() & free;
      const Word high = some & random.next();
      free &= ~some;
      if (high && some & ~high) all.push_back({high, some & ~high});
      ASSERT_TRUE(d.add(high, some & ~high));
    }
    const int table = d.table(words, count, random);
    ASSERT_EQ(table >= 0, some_table(words, count, all)) << i;
    if (table < 0) continue;
    found++;
    EXPECT_TRUE(meets(table_of((unsigned)table, words[0], words[1], words[2]), all)) << i;
    for (int x = count; x < 3; x++) EXPECT_FALSE(depends_on((std::uint8_t)table, x)) << i;
    PartialFunction::Pair pairs[128];
    const int size = d.pairs(pairs, 128, random);
    EXPECT_EQ(size > 0, !all.empty());
    for (int x = 0; x < size; x++) {
      bool apart = false;
      for (int k = 0; k < count; k++)
        apart |= (words[k] >> pairs[x].x ^ words[k] >> pairs[x].y) & 1;
      EXPECT_TRUE(apart) << "a pair refuses words of which there is a table";
    }
  }
  EXPECT_GT(found, kCases / 40);
  EXPECT_LT(found, kCases - kCases / 40);
}

// Nine words, and two sets of points that some of the words distinguish.
struct Telling {
  std::array<Word, 64> words{}, ones;
  Word high, low;

  explicit Telling(Random& random) {
    for (std::size_t k = 0; k < 9; k++) words[k] = random.next();
    ones = words;
    transpose(ones.data());
    high = random.next() & random.next() & random.next();
    low = random.next() & 0xff & ~high;
  }
  bool enough(const std::set<int>& s) const {
    for (unsigned x = 0; x < 64; x++)
      for (unsigned y = 0; y < 64; y++)
        if ((high >> x & 1) && (low >> y & 1) && std::none_of(s.begin(), s.end(), [&](int n) {
              return (words[(std::size_t)n] >> x ^ words[(std::size_t)n] >> y) & 1;
            }))
          return false;
    return true;
  }
};

TEST(CircuitPartialFunction, TriplesAreThoseThatTellAllPairsApart) {
  Random random(2);
  int found = 0;
  for (int i = 0; i < 20; i++) {
    const Telling t(random);
    PartialFunction d;
    d.add(t.high, t.low);
    Distinguishers distinguishers;
    distinguishers.set(d, t.ones.data(), 0x1df, random);  // not word 5
    std::set<std::set<int>> seen;
    distinguishers.any_triple([&](int a, int b, int c) {
      std::set<int> s{a, b, c};
      s.erase(-1);
      EXPECT_FALSE(s.contains(5));
      EXPECT_TRUE(t.enough(s));  // with few pairs, all pairs are tested
      seen.insert(s);
      return false;
    });
    for (int a = 0; a < 9; a++)
      for (int b = 0; b < a; b++)
        for (int c = 0; c < b; c++) {
          const std::set<int> s{a, b, c};
          if (s.contains(5) || !t.enough(s) || t.enough({a, b}) || t.enough({a, c}) ||
              t.enough({b, c}))
            continue;
          EXPECT_TRUE(seen.contains(s)) << a << b << c;
          found++;
        }
  }
  EXPECT_GT(found, 0);
}

TEST(CircuitPartialFunction, TransposedRowsAreColumns) {
  Random random(3);
  std::array<Word, 64> rows, columns;
  for (Word& w : rows) w = random.next();
  columns = rows;
  transpose(columns.data());
  for (unsigned x = 0; x < 64; x++)
    for (unsigned k = 0; k < 64; k++) ASSERT_EQ(columns[x] >> k & 1, rows[k] >> x & 1);
}

Box box_of(unsigned inputs, unsigned factor) {
  std::vector<unsigned> t;
  const unsigned size = 1u << inputs;
  for (unsigned x = 0; x < size; x++)
    t.push_back((x * x * 4 + x * factor + 3 + (x >> 2) + (x * x * x >> 3)) % size);
  return make_box("made", {t}, (int)inputs, false);
}

Netlist start(const Box& box, std::uint64_t seed) {
  const std::atomic<bool> stop = false;
  Random random(seed);
  return kwan_tables(box, random, stop);
}

TEST(CircuitTables, StartsAreTheirBoxes) {
  for (unsigned inputs = 3; inputs <= 6; inputs++)
    for (std::uint64_t seed = 1; seed <= 2; seed++) {
      const Box box = box_of(inputs, 5);
      const Netlist n = start(box, seed);
      EXPECT_NO_THROW(verify(n, box)) << inputs;
      EXPECT_TRUE(n.same_circuit(start(box, seed)));
    }
  EXPECT_LE(start(present(), 1).gates.size(), 12u);
}

TEST(CircuitTables, ACircuitComesBackAndItsViewIsExact) {
  const Box box = box_of(5, 7);
  const Netlist n = normalise(start(box, 3));
  TableCircuit c;
  ASSERT_TRUE(c.take(n));
  EXPECT_NO_THROW(verify(c.netlist(), box));
  EXPECT_EQ(c.gates(), (int)n.gates.size());
  for (int net = n.inputs; net < n.nets(); net++) {
    Netlist flipped = n;  // here the outputs change if the gate is complemented
    flipped.gate(net).table ^= 0xff;
    const std::vector<Truth> before = simulate(n), after = simulate(flipped);
    Word care = 0;
    for (const Output& o : n.outputs) care |= before[o.net].w[0] ^ after[o.net].w[0];
    EXPECT_EQ(c.view(net).care, care) << net;
  }
}

TEST(CircuitTables, WalksKeepTheBoxAndTakeGatesAway) {
  const std::atomic<bool> stop = false;
  for (const unsigned inputs : {4u, 6u}) {
    const Box box = box_of(inputs, 5);
    const Netlist from = normalise(start(box, 1));
    AnnealOptions o;
    o.steps = 4000;
    o.temperature = 0.3;
    const auto walked = anneal_tables(from, o, stop);
    ASSERT_TRUE(walked);
    EXPECT_NO_THROW(verify(*walked, box));
    EXPECT_LE(walked->gates.size(), from.gates.size());
    if (inputs == 6) {
      EXPECT_LT(walked->gates.size(), from.gates.size());
    }
    EXPECT_TRUE(walked->same_circuit(*anneal_tables(from, o, stop)));
    o.weights.depth = 1;  // these walks ignore this weight
    EXPECT_FALSE(anneal_tables(from, o, stop));
  }
}

}  // namespace
}  // namespace hedgerow::circuit
