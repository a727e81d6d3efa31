// Runs one case: ours and the peers in turn, round after round, so that a change of the machine's
// clock or a busy neighbour meets all of them alike.
#pragma once

#include <vector>

#include "case.hpp"
#include "peer_process.hpp"

namespace hedgerow::bench {

// One Row for each peer that offers the case, or one without a peer. Throws std::runtime_error with
// the reason when the case cannot run here.
std::vector<Row> run_case(const Case& what, Duration duration, const Peers& peers);

// One Row with the cycles of every placement, which take turns; `ours` is the slowest of them.
Row run_placements(const Case& what, Duration duration);

}  // namespace hedgerow::bench
