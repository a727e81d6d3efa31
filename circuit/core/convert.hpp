// Conversion of a circuit from one basis to another.
#pragma once

#include "circuit/core/basis.hpp"

namespace hedgerow::circuit {

// For circuits of two-input gates: replaces every gate, places the NOTs, and verifies that the result computes the same
// function.
Netlist convert(const Netlist& n, const Basis& basis, std::uint64_t seed);

// Converts two-input gates to AND, OR, XOR and NOT, or, with `negative`, to NAND, NOR, XOR, XNOR and NOT.
Netlist convert_polarity(const Netlist& n, bool negative, std::uint64_t seed);

// Merges a gate that has a single reader into this reader if the result is one gate of the wider basis. That basis has
// any function of three nets (`any_function`), or otherwise EOR3 and BCAX.
Netlist merge_gates(const Netlist& n, bool any_function);

// Moves NOTs at the outputs into the gates that drive the outputs, and into the gates that read these.
Netlist absorb_output_nots(const Netlist& n);

}  // namespace hedgerow::circuit
