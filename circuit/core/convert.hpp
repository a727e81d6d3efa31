// Changes of basis, one file each.
#pragma once

#include "circuit/core/basis.hpp"

namespace hedgerow::circuit {

// The circuit over another basis: for two-input circuits, every gate replaced and NOTs placed; then
// verified to be the same.
Netlist convert(const Netlist& n, const Basis& basis, std::uint64_t seed);

// From two-input gates to AND, OR, XOR, NOT, or (negative) to NAND, NOR, XOR, XNOR, NOT.
Netlist convert_polarity(const Netlist& n, bool negative, std::uint64_t seed);

// Gates with one reader merged into it where the result is one gate of the wider basis: any
// function of three nets, or EOR3 and BCAX.
Netlist merge_gates(const Netlist& n, bool any_function);

// Output NOTs moved into the gates that drive the outputs and into those that read these.
Netlist absorb_output_nots(const Netlist& n);

}  // namespace hedgerow::circuit
