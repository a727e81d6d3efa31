// Local search over a circuit: walks (anneal.hpp), each from the best circuit of those before.
#pragma once

#include "circuit/anneal/anneal.hpp"

namespace hedgerow::circuit {

struct OptimiseOptions {
  std::uint64_t seed = 1;
  std::uint64_t steps = 200000;
  double seconds = 0;  // 0: no limit
  Weights weights;     // what is to be small
};

// `fan_in` 2: gates of two inputs, any function; 3: tables of three. `n` must be of those.
Netlist optimise(const Netlist& n, int fan_in, const OptimiseOptions& options,
                 const std::atomic<bool>& stop);

}  // namespace hedgerow::circuit
