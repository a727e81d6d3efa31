// A circuit of tables of three inputs from the table of a box of at most six inputs, in the manner of [Kwan 2000] with
// tables in the place of gates: on the inputs that count, an output is a net that is there, or one table, or two, or
// three of nets that are there; else it is split by an input, and a table chooses between the halves, of which the
// second may read what the first has made.
#pragma once

#include "circuit/core/random.hpp"
#include "circuit/search/search.hpp"

namespace hedgerow::circuit {

// What is drawn comes from `random`. Throws Stopped.
Netlist kwan_tables(const Box& box, Random& random, const std::atomic<bool>& stop);

}  // namespace hedgerow::circuit
