// The random walk (anneal.hpp) among circuits of tables of three inputs over at most six inputs, where all values of a
// net are one word: fewer nanoseconds a step, and wider steps. A table is made anew from any three nets, also with new
// tables in its readers; or from two nets and a table that is new itself.
#pragma once

#include <optional>

#include "circuit/anneal/anneal.hpp"

namespace hedgerow::circuit {

// The fewest gates met; nothing where the circuit is too large, or more than its number of gates counts.
std::optional<Netlist> anneal_tables(const Netlist& n, const AnnealOptions& options,
                                     const std::atomic<bool>& stop);

}  // namespace hedgerow::circuit
