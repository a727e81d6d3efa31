// A linear circuit as nodes each of which is the sum of any number of others: the form in which
// linear circuits are searched for. A sum of k terms takes k - 1 XORs of two inputs, k / 2 of
// three.
#pragma once

#include <atomic>

#include "circuit/core/matrix.hpp"
#include "circuit/core/random.hpp"

namespace hedgerow::circuit {

struct Sums {
  int inputs = 0;
  std::vector<std::vector<int>>
      terms;  // of node inputs + i, each sorted; in an order of evaluation
  std::vector<int> outputs;

  int nodes() const { return inputs + (int)terms.size(); }
};

// The circuit of the transposed matrix: every edge turned round. Throws Error where an input is in
// no sum: the output it would be has none.
Sums transposed(const Sums& s);

// Greedy: the pair that most rows share is a node, until none is shared [Paar 1997]; ties are
// drawn.
Sums paar(const Rows& rows, Random& random);
// Greedy for matrices of few inputs: the sum of two nodes that brings the targets nearest, by the
// number of XORs each still needs [Boyar, Peralta 2010]; ties are drawn.
constexpr std::size_t kMostBoyarPeraltaInputs = 10;
Sums boyar_peralta(const Rows& rows, Random& random);

// Local search: nodes are substituted into one another, taken apart, and put to what two of them
// share, at steps that do not add gates of `fan_in` inputs, or seldom.
Sums improved(const Sums& s, int fan_in, std::uint64_t steps, Random& random,
              const std::atomic<bool>& stop);

// Local search over the values of two-input gates, which finds terms that cancel; in the manner of [Xiang et al. 2020],
// whose sequences of row operations are circuits of this form without memory. `temperature` falls to 0.1: a step that
// adds a gate is taken with the chance exp(-1 / temperature). Sums of more than kMostValueInputs inputs come back as
// they are.
constexpr int kMostValueInputs = 128;
Sums improved_by_values(const Sums& s, std::uint64_t steps, double temperature, Random& random,
                        const std::atomic<bool>& stop);

Netlist netlist_of(const Sums& s, int fan_in);

}  // namespace hedgerow::circuit
