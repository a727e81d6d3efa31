// Circuits of boxes whose structure is known.
#pragma once

#include <vector>

#include "circuit/core/netlist.hpp"
#include "circuit/core/random.hpp"

namespace hedgerow::circuit {

// A function of four bits: a small circuit, of a few runs of the constructor, annealed.
Netlist nibble_circuit(const std::vector<unsigned>& table, int width, Random& random);

// One file each; Error for a box that has another structure.
Netlist decompose_clefia(const Box& box, std::uint64_t seed);
Netlist decompose_inversion(const Box& box, std::uint64_t seed);
Netlist decompose_kuznyechik(const Box& box, std::uint64_t seed);

}  // namespace hedgerow::circuit
