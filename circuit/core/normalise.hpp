// The normal form of a circuit.
#pragma once

#include "circuit/core/netlist.hpp"

namespace hedgerow::circuit {

// Makes every net 0 at input 0: complements move from a gate into its readers, so that all two-input gates belong to
// the basis andn. At the outputs they become NOTs. NOT gates and buffers disappear.
Netlist normalise(const Netlist& n);

}  // namespace hedgerow::circuit
