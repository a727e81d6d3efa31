// Linear maps of the circuit compiler: the named maps against the arithmetic of the ciphers, files
// with every fault, the greedy starts, transposition, local search and verification. The scan for
// third signals is compared with a trial of all triples.
//
// The suite turned red when sums were reversed without their own output, when sums_of left out a
// fan-in of a gate, when `refuted` left out its last cell, and when a node of cancelled sums was
// removed although it was an output.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <sstream>

#include "cipher/kalyna/spec.hpp"
#include "cipher/kuznyechik/spec.hpp"
#include "circuit/circuit_support.hpp"
#include "circuit/linear/sums.hpp"
#include "circuit/search/scan_triples.hpp"
#include "circuit/verify/prove.hpp"

namespace hedgerow::circuit {
namespace {

using Bytes = std::vector<unsigned>;

// Returns x times y modulo a polynomial of degree 8. The high bits come first.
unsigned times(unsigned x, unsigned y, unsigned polynomial) {
  unsigned r = 0;
  for (int i = 7; i >= 0; i--) {
    r = r << 1 ^ (r >> 7 ? polynomial : 0);
    if (y >> i & 1) r ^= x;
  }
  return r;
}

Bytes image(const Box& box, const Bytes& in) {
  Bytes out(box.rows.size() / 8);
  for (std::size_t i = 0; i < box.rows.size(); i++)
    for (std::size_t j = 0; j < box.rows[i].size(); j++)
      if (box.rows[i][j]) out[i / 8] ^= (in[j / 8] >> j % 8 & 1) << i % 8;
  return out;
}

Bytes random_bytes(std::size_t n, Random& random) {
  Bytes r(n);
  for (unsigned& b : r) b = (unsigned)random.below(256);
  return r;
}

Rows random_rows(std::size_t rows, std::size_t columns, Random& random) {
  Rows r(rows, Row(columns));
  for (Row& row : r) do
      for (std::size_t i = 0; i < columns; i++) row[i] = random.below(2) != 0;
    while (std::find(row.begin(), row.end(), true) == row.end());
  return r;
}

TEST(CircuitLinear, NamedMatricesAreTheCiphers) {
  Random random(1);
  for (int n = 0; n < 50; n++) {
    const Bytes x = random_bytes(16, random), y = image(find_box("kuznyechik:l"), x);
    unsigned sum = 0;
    for (std::size_t i = 0; i < 16; i++) sum ^= times(x[i], kuznyechik::kCoefficients[i], 0x1c3);
    EXPECT_EQ(y, Bytes{sum});
    Bytes state = x;  // the whole map is sixteen steps of the recurrence
    for (int i = 0; i < 16; i++) {
      state.insert(state.begin(), image(find_box("kuznyechik:l"), state)[0]);
      state.pop_back();
    }
    EXPECT_EQ(image(find_box("kuznyechik:linear"), x), state);
    const Bytes column(x.begin(), x.begin() + 8);
    const Bytes mixed = image(find_box("kalyna:mds"), column);
    for (std::size_t r = 0; r < 8; r++) {
      unsigned byte = 0;
      for (std::size_t j = 0; j < 8; j++)
        byte ^= times(column[(r + j) % 8], kalyna::kMixRow.c[j], 0x11d);
      EXPECT_EQ(mixed[r], byte);
    }
    EXPECT_EQ(image(find_box("kalyna:mds-inv"), mixed), column);
  }
}

TEST(CircuitLinear, StartsAndTheirTransposesAreTheMatrix) {
  Random random(2);
  const std::atomic<bool> stop = false;
  for (int n = 0; n < 60; n++) {
    const std::size_t height = 2 + random.below(12), width = 2 + random.below(9);
    const Rows rows = random_rows(height, width, random);
    const Rows turned = transposed(rows);
    const bool empty_column = std::any_of(turned.begin(), turned.end(), [](const Row& r) {
      return std::find(r.begin(), r.end(), true) == r.end();
    });
    for (const Sums& s : {paar(rows, random), boyar_peralta(rows, random)})
      for (const int fan_in : {2, 3}) {
        EXPECT_EQ(sums_of(netlist_of(s, fan_in)), rows);
        const Sums better = improved(s, fan_in, 2000, random, stop);
        EXPECT_EQ(sums_of(netlist_of(better, fan_in)), rows);
        EXPECT_LE(netlist_of(better, fan_in).gates.size(), netlist_of(s, fan_in).gates.size());
        if (fan_in == 2) {
          const Sums cancelled = improved_by_values(better, 20000, 0.3, random, stop);
          EXPECT_EQ(sums_of(netlist_of(cancelled, 2)), rows);
          EXPECT_LE(cancelled.terms.size(), netlist_of(better, 2).gates.size());
        }
        if (empty_column) {
          EXPECT_THROW(transposed(s), Error);
        } else {
          EXPECT_EQ(sums_of(netlist_of(transposed(s), fan_in)), turned);
        }
      }
  }
}

// The lowest gate counts of Xiang et al., ToSC 2020, table 5. They need terms that cancel.
TEST(CircuitLinear, SearchReachesThePublishedCounts) {
  for (const auto& [name, published] : {std::pair{"clefia:m0", 98}, {"clefia:m1", 103}}) {
    SearchOptions o = quick(4);
    o.method = "linear";
    EXPECT_LE((int)search(find_box(name), o).gates.size(), published) << name;
  }
}

TEST(CircuitLinear, AnInputMayBeInNoSum) {
  const Rows rows = {{true, false, true, true}, {false, false, true, true}};
  const Box box = make_matrix_box("with an empty column", rows);
  for (const int seed : {1, 2, 3, 4}) {
    SearchOptions o = quick(seed);
    o.method = "linear";
    const Netlist n = search(box, o);
    EXPECT_NO_THROW(verify(n, box));
    EXPECT_EQ(n.gates.size(), 2u);
  }
}

TEST(CircuitLinear, SearchIsVerifiedAndMutantsAreRefuted) {
  const Box box = find_box("clefia:m0");
  for (const char* basis : {"andn", "and-or-xor-not", "mux", "lut3"}) {
    SearchOptions o = quick(1);
    o.basis = basis;
    o.method = "linear";
    const Netlist n = search(box, o);
    EXPECT_NO_THROW(verify(n, box));
    EXPECT_NO_THROW(cost(n, find_basis(basis)));
    EXPECT_TRUE(n.same_circuit(search(box, o))) << basis;
    Netlist swapped = n;  // the right gates with two outputs exchanged
    std::swap(swapped.outputs[0], swapped.outputs[5]);
    EXPECT_THROW(verify(swapped, box), Error);
    Netlist inverted = n;
    inverted.outputs[3].inverted = true;
    EXPECT_THROW(verify(inverted, box), Error);
    Netlist product = n;
    product.gates[0].table = kTableAnd;
    EXPECT_THROW(verify(product, box), Error);
    const ProofResult r = prove({box.name, "", basis, n}, box, "", 1);
    EXPECT_EQ(r.proof, Proof::kProven) << r.detail;
  }
}

TEST(CircuitLinear, MethodsAndKindsOfBoxesMustFit) {
  SearchOptions o = quick(1);
  EXPECT_EQ(error_of([&] { search(find_box("kalyna:mds"), o); }),
            "method construct is not for linear maps: kalyna:mds");
  o.method = "linear";
  EXPECT_EQ(error_of([&] { search(present(), o); }),
            "method linear is only for linear maps: present");
  EXPECT_THROW(find_box("kalyna:mds+0"), Error);
  Netlist n;
  n.inputs = 56;
  EXPECT_THROW(verify(n, find_box("clefia:m0")), Error);
}

TEST(CircuitLinear, FilesAreReadAndFaultsNamedByLine) {
  const TemporaryFile good("matrix # of three sums\n1 0 1\n\n111\n010\n");
  const Box box = find_box(good.path);
  EXPECT_EQ(box.rows, (Rows{{true, false, true}, {true, true, true}, {false, true, false}}));
  const auto error_in = [](const std::string& text) {
    const TemporaryFile file(text);
    const std::string what = error_of([&] { find_box(file.path); });
    return what.substr(std::min(what.size(), file.path.string().size()));
  };
  EXPECT_EQ(error_in("matrix\n101\n1012\n"), ":3: a matrix has 0 and 1 only");
  EXPECT_EQ(error_in("matrix\n101\n10\n"), ":3: a row of another length");
  EXPECT_EQ(error_in("matrix\n101\n000\n"), ":3: an empty row");
  EXPECT_EQ(error_in("matrix\n"), ": an empty matrix");
}

// The scan must find exactly those triples that give the target by some table.
TEST(CircuitScanTriples, AgreesWithTryingAllTriples) {
  Random random(3);
  for (const auto& [signals, points] : {std::pair{40, 14}, {300, 9}, {70, 64}}) {
    std::vector<std::uint64_t> words;
    const std::uint64_t full = points == 64 ? ~0ull : (1ull << points) - 1;
    for (int i = 0; i < signals; i++) words.push_back(random.next() & full);
    const auto& w = words;
    const std::uint64_t target = (w[1] & w[7]) ^ w[20];
    TripleScan scan(words, points);
    for (int a = 0; a < signals; a += signals / 20 - 1) {
      std::vector<std::pair<int, int>> found, wanted;
      for (const Triple& t : scan.with(target, a, 1u << 20)) found.emplace_back(t.b, t.c);
      for (int b = 1; b < a; b++)
        for (int c = 0; c < b; c++) {
          bool table = true;
          for (int cell = 0; cell < 8; cell++) {
            const std::uint64_t m = full & (cell & 1 ? w[(std::size_t)a] : ~w[(std::size_t)a]) &
                                    (cell & 2 ? w[(std::size_t)b] : ~w[(std::size_t)b]) &
                                    (cell & 4 ? w[(std::size_t)c] : ~w[(std::size_t)c]);
            table &= !(m & target) || (m & target) == m;
          }
          if (table) wanted.emplace_back(b, c);
        }
      std::sort(found.begin(), found.end());
      EXPECT_EQ(found, wanted) << signals << " " << a;
    }
    EXPECT_FALSE(scan.with(target, 20, 1).empty());
  }
}

}  // namespace
}  // namespace hedgerow::circuit
