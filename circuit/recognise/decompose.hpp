// Circuits of boxes that have a known structure.
#pragma once

#include <vector>

#include "circuit/core/netlist.hpp"
#include "circuit/core/random.hpp"

namespace hedgerow::circuit {

// Returns a small circuit of a function of four bits. It runs the constructor a few times and improves the result by
// annealing.
Netlist nibble_circuit(const std::vector<unsigned>& table, int width, Random& random);

// One file each. Throws Error if the box has another structure.
Netlist decompose_clefia(const Box& box, std::uint64_t seed);
Netlist decompose_inversion(const Box& box, std::uint64_t seed);
Netlist decompose_kuznyechik(const Box& box, std::uint64_t seed);

}  // namespace hedgerow::circuit
