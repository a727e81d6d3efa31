// The normal form of a circuit.
#pragma once

#include "circuit/core/netlist.hpp"

namespace hedgerow::circuit {

// Every net made 0 at input 0 by moving complements into the readers, so that two-input gates are
// those of the andn basis; at the outputs they become NOTs. NOT gates and buffers vanish.
Netlist normalise(const Netlist& n);

}  // namespace hedgerow::circuit
