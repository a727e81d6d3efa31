// The heuristic of the 2020 paper on bitsliced Kalyna [Kalyna bitslice 2020], implemented literally.
//
// The box has the inputs x0..x7. Under each of the 16 masks (minterms of x4..x7), an output is a function of x0..x3: a
// vector of 16 bits. The heuristic derives all vectors of all outputs from a base: x0..x3 and their 22 combinations (4
// NOTs; AND, OR and XOR of the 6 pairs). It tries all single operations; if they give no wanted vector, it
// tries two operations with an intermediate. After each success, it starts again. An output is the OR of its vectors
// under their masks.
//
// The paper suggests an extension: vectors of 32 bits, which are functions of x0..x4 under the eight masks of x5..x7.
// Two operations rarely reach one of the few wanted vectors among 2^32, so this version allows a third one, which
// combines two intermediates or extends an intermediate.
#pragma once

#include "circuit/search/search.hpp"

namespace hedgerow::circuit {

// [mask][output]: bit i is the output at input 16 * mask + i
std::vector<std::vector<std::uint16_t>> paper2020_vectors(const Box& box);

// Seed 1 uses the vectors and operands in their order; other seeds use a random order.
Netlist run_paper2020(const Run& run);
Netlist run_paper2020_32(const Run& run);
// Another interpretation of the paper, and our own variant; see Pick in paper2020.cpp.
Netlist run_paper2020_wanted(const Run& run);
Netlist run_paper2020_greedy(const Run& run);

}  // namespace hedgerow::circuit
