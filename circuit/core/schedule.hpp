// Reorders the gates so that few values are alive at one time.
#pragma once

#include "circuit/core/netlist.hpp"

namespace hedgerow::circuit {

// Returns the best of the present order and of `tries` list schedules. A list schedule always runs the gate that ends
// the most values next. A random generator with a fixed seed decides ties, so the result is deterministic.
Netlist schedule(const Netlist& n, int tries = 100);

// Orders the gates by outputs: the output that needs the fewest further gates comes next. Use it for a circuit with
// many inputs in memory if each output needs only some of them.
Netlist output_order(const Netlist& n);

}  // namespace hedgerow::circuit
