// The state of a search on disk: how many runs are done, and the best netlist. A file of another
// box, basis, method, seed or effort is refused.
#pragma once

#include <optional>

#include "circuit/search/search.hpp"

namespace hedgerow::circuit {

struct CheckpointState {
  std::uint64_t done = 0;
  double seconds = 0;
  std::optional<Netlist> best;
};

// An empty state when options.checkpoint is empty or names no file.
CheckpointState load_checkpoint(const Box& box, const SearchOptions& options);
void save_checkpoint(const Box& box, const SearchOptions& options, const CheckpointState& state);

}  // namespace hedgerow::circuit
