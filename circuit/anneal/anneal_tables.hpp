// Simulated annealing (anneal.hpp) for circuits of three-input tables with at most six inputs. A step is faster here,
// because all values of a net fit in one word. Steps can also change more: a table is built from any three nets,
// together with new tables in its readers, or from two nets and another new table.
#pragma once

#include <optional>

#include "circuit/anneal/anneal.hpp"

namespace hedgerow::circuit {

// Returns the circuit with the fewest gates that the walk has met. Returns no circuit if `n` is too large, or if the
// weights count anything other than gates.
std::optional<Netlist> anneal_tables(const Netlist& n, const AnnealOptions& options,
                                     const std::atomic<bool>& stop);

}  // namespace hedgerow::circuit
