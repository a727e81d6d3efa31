// A linear circuit as nodes, each of them the sum of any number of other nodes. The searches use this form. A sum of k
// terms costs k - 1 XORs of two inputs, or k / 2 (rounded down) XORs of up to three.
#pragma once

#include <atomic>

#include "circuit/core/matrix.hpp"
#include "circuit/core/random.hpp"

namespace hedgerow::circuit {

struct Sums {
  int inputs = 0;
  // [i]: terms of node inputs + i, sorted; nodes are in an order of evaluation
  std::vector<std::vector<int>> terms;
  std::vector<int> outputs;

  int nodes() const { return inputs + (int)terms.size(); }
};

// Returns the circuit of the transposed matrix, in which every edge is reversed. Throws Error if an input is not in any
// Returns the circuit of the transposed matrix: every edge is reversed. Throws Error if an input is not in any sum,
// because it would become an output without terms.
Sums transposed(const Sums& s);

// Greedy algorithm: repeatedly makes a node of the pair of nodes that most rows share, until no pair is shared [Paar
// 1997]. Ties are random.
Sums paar(const Rows& rows, Random& random);
// Greedy algorithm for matrices of few inputs: repeatedly adds the sum of two nodes that brings the rows closest to
// completion, measured by the number of XORs that each still needs [Boyar, Peralta 2010]. Ties are random.
constexpr std::size_t kMostBoyarPeraltaInputs = 10;
Sums boyar_peralta(const Rows& rows, Random& random);

// Local search over terms. It substitutes nodes into one another, splits them, and makes nodes of common parts. Most
// steps do not increase the number of gates of `fan_in` inputs.
Sums improved(const Sums& s, int fan_in, std::uint64_t steps, Random& random,
              const std::atomic<bool>& stop);

// Local search over the values of two-input gates, which can find terms that cancel. It follows [Xiang et al. 2020],
// Local search over the values of two-input gates, which can find terms that cancel. It follows [Xiang et al. 2020];
// the sequences of row operations in that paper are circuits of this form that overwrite their inputs. `temperature`
// falls to 0.1 during the run. A step that adds a gate is accepted with probability exp(-1 / temperature). Circuits of
// more than kMostValueInputs inputs are returned unchanged.
constexpr int kMostValueInputs = 128;
Sums improved_by_values(const Sums& s, std::uint64_t steps, double temperature, Random& random,
                        const std::atomic<bool>& stop);

Netlist netlist_of(const Sums& s, int fan_in);

}  // namespace hedgerow::circuit
