// Runs one case. Ours and the peers take turns, round after round, so that a change of the clock or
// a busy neighbour affects all of them equally.
#pragma once

#include <vector>

#include "case.hpp"
#include "peer_process.hpp"

namespace hedgerow::bench {

// Returns one Row for each peer that offers the case, or one without a peer. Throws
// std::runtime_error with the reason if the case cannot run here.
std::vector<Row> run_case(const Case& what, Duration duration, const Peers& peers);

// Returns one Row with the cycles of every placement. The placements take turns; `ours` is the
// slowest of them.
Row run_placements(const Case& what, Duration duration);

}  // namespace hedgerow::bench
