// The order of gates with few values alive at once.
#pragma once

#include "circuit/core/netlist.hpp"

namespace hedgerow::circuit {

// The best of `tries` list schedules, and of the order as it is: at each step a gate that ends the
// most values runs, ties are drawn. Deterministic.
Netlist schedule(const Netlist& n, int tries = 100);

// Output by output, each time the one with the fewest gates to do: for many inputs in memory, of
// which each output needs some.
Netlist output_order(const Netlist& n);

}  // namespace hedgerow::circuit
