// The affine classes of 4-bit permutations and their committed table: canonical forms, sizes,
// circuits on all inputs, and published facts.
//
// The suite turned red when an operand of a product in the table was changed, when the table lacked
// a class or had a wrong AND count, and when the gates of the most expensive output were counted
// first.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <bitset>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "circuit/circuit_support.hpp"
#include "circuit/exact/classes.hpp"
#include "circuit/exact/exact.hpp"

namespace hedgerow::circuit {
namespace {

const std::vector<ClassRow>& table() {
  static const std::vector<ClassRow> rows = read_classes(HR_TABLES_DIR "/exact/classes4.tsv");
  return rows;
}

// Draws an affine bijection by the images of 0, 1, 2, 4 and 8.
Permutation4 random_affine(std::mt19937& random) {
  for (;;) {
    Permutation4 a{};
    std::set<unsigned> seen;
    std::array<unsigned, 4> column{};
    const unsigned constant = random() & 15;
    for (unsigned& c : column) c = random() & 15;
    for (unsigned x = 0; x < 16; x++) {
      unsigned y = constant;
      for (unsigned i = 0; i < 4; i++) y ^= x >> i & 1 ? column[i] : 0;
      a[x] = (std::uint8_t)y;
      seen.insert(y);
    }
    if (seen.size() == 16) return a;
  }
}

Permutation4 composed(const Permutation4& outer, const Permutation4& inner) {
  Permutation4 r{};
  for (std::size_t x = 0; x < 16; x++) r[x] = outer[inner[x]];
  return r;
}

Permutation4 random_permutation(std::mt19937& random) {
  Permutation4 s{};
  std::iota(s.begin(), s.end(), std::uint8_t{0});
  std::shuffle(s.begin(), s.end(), random);
  return s;
}

TEST(CircuitClasses, AFormIsThatOfEveryMemberAndItsMapsLeadToIt) {
  std::mt19937 random((std::mt19937::result_type)test_seed());
  for (int i = 0; i < 200; i++) {
    const Permutation4 s = random_permutation(random);
    const AffineForm form = affine_form(s);
    const Permutation4 other = composed(random_affine(random), composed(s, random_affine(random)));
    ASSERT_EQ(affine_form(other).least, form.least) << to_text(s) << " " << to_text(other);
    ASSERT_EQ(composed(form.out, composed(s, form.in)), form.least) << to_text(s);
    ASSERT_LE(form.least, s);
    ASSERT_EQ(affine_form(other).symmetries, form.symmetries);
  }
}

TEST(CircuitClasses, TheTableHasAllPermutations) {
  ASSERT_EQ(table().size(), 302u);  // [De Canniere 2007]
  std::uint64_t permutations = 0, factorial = 1;
  for (std::uint64_t i = 2; i <= 16; i++) factorial *= i;
  for (std::size_t i = 0; i < table().size(); i++) {
    const ClassRow& r = table()[i];
    const AffineForm form = affine_form(r.least);
    EXPECT_EQ(form.least, r.least) << i;
    EXPECT_EQ(r.size, kAffineMaps4 / form.symmetries * kAffineMaps4) << i;
    EXPECT_TRUE(i == 0 || table()[i - 1].least < r.least);
    permutations += r.size;
    EXPECT_EQ((std::size_t)r.inverse, class_of(table(), inverse(r.least))) << i;
  }
  EXPECT_EQ(permutations, factorial);
}

TEST(CircuitClasses, EveryCircuitIsItsPermutationOnAllInputs) {
  for (const ClassRow& r : table()) {
    for (unsigned x = 0; x < 16; x++) ASSERT_EQ(r.circuit(x), r.least[x]) << to_text(r.least);
    EXPECT_EQ((int)r.circuit.products.size(), r.products);
    EXPECT_EQ(r.linearity, linearity(r.least));
    EXPECT_EQ(r.uniformity, uniformity(r.least));
    EXPECT_EQ(r.degree, degree(r.least));
    EXPECT_EQ(r.depth, r.degree == 1 ? 0 : r.degree == 2 ? 1 : 2);
    EXPECT_GE(r.circuit.depth(), r.depth);
    const Permutation4& s = r.least;
    verify(r.circuit.netlist(),
           make_box("s", {std::vector<unsigned>(s.begin(), s.end())}, 4, true));
  }
}

// Another proof, without solvers. Let r be the number of outputs that are independent modulo sums
// of inputs. In a circuit with r products, every value is a sum of inputs and outputs. For example,
// with 4 inputs and 4 outputs there are 2^8 = 256 such sums. The search therefore starts with the
// sums of inputs and adds product after product until it has all sums. `least` returns the number
// of products of such a circuit, or 0 if there is none.
class Spans {
 public:
  explicit Spans(const Permutation4& s) {
    for (unsigned m = 0; m < 256; m++) {
      for (unsigned x = 0; x < 16; x++)
        function_[m] |= (std::popcount(m & (x | unsigned{s[x]} << 4)) & 1u) << x;
      sum_.emplace(function_[m], m);
    }
  }

  int least() {
    std::bitset<256> start;
    for (unsigned m = 0; m < 256; m++)
      for (unsigned in = 0; in < 16; in++)
        if (function_[m] == function_[in]) start[m] = true;
    for (std::size_t have = start.count(); have < 256; have *= 2) rank_++;
    return rank_ && !goes_on(start) ? 0 : rank_;
  }
  int rank() const { return rank_; }

 private:
  bool goes_on(const std::bitset<256>& have) {
    if (have.all()) return true;
    if (!seen_.insert(have.to_string()).second) return false;
    for (unsigned a = 0; a < 256; a++)
      for (unsigned b = 0; have[a] && b < a; b++) {
        if (!have[b]) continue;
        const auto product = sum_.find(function_[a] & function_[b]);
        if (product == sum_.end() || have[product->second]) continue;
        std::bitset<256> more = have;
        for (unsigned m = 0; m < 256; m++)
          if (have[m]) more[m ^ product->second] = true;
        if (goes_on(more)) return true;
      }
    return false;
  }

  std::array<unsigned, 256> function_{};
  std::map<unsigned, unsigned> sum_;
  std::set<std::string> seen_;
  int rank_ = 0;
};

TEST(CircuitClasses, FewerProductsAreRuledOutBySolversAndByEnumeration) {
  for (const ClassRow& r : table()) {
    const std::string both = "cadical: no, cryptominisat5: no";
    EXPECT_TRUE(r.products == 0 || r.fewer.ends_with(both)) << to_text(r.least) << ": " << r.fewer;
    Spans spans(r.least);
    const int least = spans.least();
    EXPECT_EQ(r.products, least ? least : spans.rank() + (spans.rank() != 0)) << to_text(r.least);
  }
}

TEST(CircuitClasses, PublishedFactsHold) {
  int optimal = 0, quadratic = 0, affine = 0, one = 0, most = 0;
  for (const ClassRow& r : table()) {
    optimal += r.optimal();
    quadratic += r.degree == 2;
    affine += r.degree == 1;
    one += r.products == 1;
    most = std::max(most, r.products);
  }
  EXPECT_EQ(optimal, 16);   // [Leander, Poschmann 2007]
  EXPECT_EQ(quadratic, 6);  // [Bilgin et al. 2012]
  EXPECT_EQ(affine, 1);
  EXPECT_EQ(
      // [Zajac, Jokay 2014]: a single class with one product, and no class with more than five
      one, 1);
  EXPECT_EQ(most, 5);
  const auto of = [](const char* digits) {
    return table()[class_of(table(), permutation_of_digits(digits))];
  };
  EXPECT_EQ(of("c56b90ad3ef84712").products, 4);  // PRESENT, [Courtois, Hulme, Mourouzis 2011]
  EXPECT_EQ(of("65ca1e79b03d8f42").products, 4);  // RECTANGLE
}

TEST(CircuitClasses, AMemberTakesTheCircuitOfItsClass) {
  std::mt19937 random((std::mt19937::result_type)test_seed());
  for (int i = 0; i < 300; i++) {
    const Permutation4 s = random_permutation(random);
    const ClassRow& row = table()[class_of(table(), s)];
    const Netlist n = circuit_of(row, s);
    verify(n, make_box(to_text(s), {std::vector<unsigned>(s.begin(), s.end())}, 4, true));
    ASSERT_EQ(nonlinear_gates(n), row.products) << to_text(s);
  }
}

// [Knuth, The Art of Computer Programming, volume 4A, 7.1.2, table 1]: the number of functions of
// four inputs for each number of gates.
TEST(CircuitExact, GatesOfOneFunctionAreThePublishedOnes) {
  std::map<int, int> functions;
  for (unsigned f = 0; f < 65536; f++) {
    Truth t{};
    t.w[0] = f;
    functions[gates_alone(t, 4, 2)]++;
    EXPECT_LE(gates_alone(t, 4, 3), gates_alone(t, 4, 2));
  }
  const std::map<int, int> published = {{0, 10},    {1, 60},    {2, 456},   {3, 2474},
                                        {4, 10624}, {5, 24184}, {6, 25008}, {7, 2720}};
  EXPECT_EQ(functions, published);
}

TEST(CircuitExact, AnOutputThatAnotherReadsIsNotCountedTwice) {
  std::vector<unsigned> chain;
  for (unsigned x = 0; x < 16; x++) {
    const unsigned two = x & x >> 1 & 1, three = two & x >> 2, four = three & x >> 3;
    chain.push_back(two | three << 1 | four << 2);
  }
  const Box box = make_box("chain", {chain}, 3, false);
  EXPECT_EQ(gates_by_counting(box, 2), 3);
  EXPECT_EQ(gates_by_counting(box, 3), 3);
}

TEST(CircuitClasses, WrongTablesAreRefusedByLine) {
  const auto error_in = [](const std::string& row) {
    const TemporaryFile file("# head\n" + row + "\n");
    const std::string what = error_of([&] { read_classes(file.path); });
    return what.substr(std::min(what.size(), file.path.string().size()));
  };
  const std::string row = "0\t0123456789abcdef\t322560\t0\t16\t16\t1\t0\t0\tdimension\t";
  EXPECT_EQ(error_in(row + ";1,2,4,8"), "");
  EXPECT_EQ(error_in("0\t1"), ":2: not 11 fields");
  EXPECT_EQ(error_in("1" + row.substr(1) + ";1,2,4,8"), ":2: not number 0");
  EXPECT_EQ(error_in(row + ";1,2,4,18"), ":2: not a set of nets: 18 in ;1,2,4,18");
  EXPECT_EQ(error_in(row + "1*2;1,2,4,8"), ":2: not 0 products and 4 outputs: 1*2;1,2,4,8");
  EXPECT_EQ(error_in("0\t0123456789abcdee" + row.substr(18) + ";1,2,4,8"),
            ":2: not a permutation of 0 to f: 0123456789abcdee");
}

}  // namespace
}  // namespace hedgerow::circuit
