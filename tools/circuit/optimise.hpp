// Local search over a circuit with exact observability don't-cares: a gate is drawn, the inputs are
// found at which any output depends on it, and it is replaced by an existing net, or by a gate over
// other nets, that is right on those. Steps that do not add gates are taken, so the circuit
// wanders.
#pragma once

#include "search.hpp"

namespace hedgerow::circuit {

struct OptimiseOptions {
  std::uint64_t seed = 1;
  std::uint64_t steps = 200000;
  double seconds = 0;  // 0: no limit
};

// `fan_in` 2: gates of two inputs, any function; 3: tables of three. `n` must be of those.
Netlist optimise(const Netlist& n, int fan_in, const OptimiseOptions& options,
                 const std::atomic<bool>& stop);

// Every net made 0 at input 0 by moving complements into the readers, so that two-input gates are
// those of the andn basis; at the outputs they become NOTs. NOT gates and buffers vanish.
Netlist normalise(const Netlist& n);

}  // namespace hedgerow::circuit
