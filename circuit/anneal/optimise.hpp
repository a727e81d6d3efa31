// Local search that improves a circuit by several runs of annealing (anneal.hpp). Each run starts from the best circuit
// of all earlier runs.
#pragma once

#include "circuit/anneal/anneal.hpp"

namespace hedgerow::circuit {

struct OptimiseOptions {
  std::uint64_t seed = 1;
  std::uint64_t steps = 200000;
  double seconds = 0;  // 0: no limit
  Weights weights;     // the search minimises this weight
};

// `fan_in` is 2 for gates of two inputs with any function, or 3 for tables of three inputs. `n` must consist of such
// gates.
Netlist optimise(const Netlist& n, int fan_in, const OptimiseOptions& options,
                 const std::atomic<bool>& stop);

}  // namespace hedgerow::circuit
