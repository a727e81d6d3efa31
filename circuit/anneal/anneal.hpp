// Simulated annealing over circuits of one function. A step chooses a random gate and computes the inputs at which an
// output depends on it. It then replaces it by a gate of two (or three) nets that decide its value at these inputs,
// and removes all gates that have lost their readers.
//
// Weights define the cost of a circuit, so that the same algorithm can look for few gates, for few nonlinear gates, or
// for a small depth. A step to a more expensive circuit is accepted with a probability that falls with the difference,
// because a search that only improves gets stuck in a local minimum.
#pragma once

#include <atomic>

#include "circuit/core/netlist.hpp"

namespace hedgerow::circuit {

struct Weights {
  double sum = 1, product = 1;  // of a gate that is a sum of its inputs, and of any other gate
  double depth = 0, product_depth = 0;
  double live = 0;
  double excess = 0;  // for each gate beyond `most`
  int most = 0;
  double of(const Netlist& n) const;
};

struct AnnealOptions {
  std::uint64_t seed = 1, steps = 100000;
  Weights weights;
  double seconds = 0;  // 0: no limit
  // A step that costs d more is accepted with probability e^(-d / temperature). If `cold` is not 0, the temperature
  // falls geometrically to `cold` during the run.
  double temperature = 0, cold = 0;
};

// Returns the circuit with the smallest weight that the walk has met. `n` has at most eight inputs and gates of two
// inputs (fan_in 2) or of up to three (fan_in 3).
Netlist anneal(const Netlist& n, int fan_in, const AnnealOptions& options,
               const std::atomic<bool>& stop);

// Returns the largest number of nonlinear gates on a path from an input to an output.
int product_depth(const Netlist& n);

}  // namespace hedgerow::circuit
