// The order of gates with few values alive at once.
#pragma once

#include "netlist.hpp"

namespace hedgerow::circuit {

// The best of `tries` list schedules, and of the order as it is: at each step a gate that ends the
// most values runs, ties are drawn. Deterministic.
Netlist schedule(const Netlist& n, int tries = 100);

}  // namespace hedgerow::circuit
