// The heuristic of the 2020 paper on bitsliced Kalyna, read literally [Kalyna bitslice 2020].
//
// Box inputs x0..x7. Under each of the 16 masks (minterms of x4..x7) an output is a function of
// x0..x3, a vector of 16 bits. All vectors of all outputs are grown from a base, x0..x3 and their
// 22 combinations (4 NOTs; AND, OR and XOR of the 6 pairs): exhaustively by one operation, and
// where none gives a vector that is wanted, by two with an intermediate; after each hit from the
// start. An output is the OR of its vectors under their masks.
//
// The extension that the paper suggests: vectors of 32 bits, functions of x0..x4 under the eight
// masks of x5..x7. Two operations seldom reach one of the few that are wanted among 2^32, so a
// third is allowed: two intermediates combined, or an intermediate of an intermediate.
#pragma once

#include "circuit/search/search.hpp"

namespace hedgerow::circuit {

// [mask][output]: bit i is the output at input 16 * mask + i.
std::vector<std::vector<std::uint16_t>> paper2020_vectors(const Box& box);

// Seed 1 takes vectors and operands in their order; others draw an order.
Netlist run_paper2020(const Run& run);
Netlist run_paper2020_32(const Run& run);
// Another reading, and a choice of our own: see Pick in paper2020.cpp.
Netlist run_paper2020_wanted(const Run& run);
Netlist run_paper2020_greedy(const Run& run);

}  // namespace hedgerow::circuit
