// Builds a circuit of three-input tables from the table of a box with at most six inputs. The method follows [Kwan
// 2000] with tables instead of gates. On the inputs that count, it first tries to express an output by an existing net,
// or by one, two or three tables of existing nets. Otherwise it splits the inputs by one input, and a table chooses
// between the halves. The second half may use the nets of the first.
#pragma once

#include "circuit/core/random.hpp"
#include "circuit/search/search.hpp"

namespace hedgerow::circuit {

// Uses `random` for all random choices. Throws Stopped.
Netlist kwan_tables(const Box& box, Random& random, const std::atomic<bool>& stop);

}  // namespace hedgerow::circuit
