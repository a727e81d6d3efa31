// The state of a search on disk: the number of completed runs and the best netlist. A file of another box, basis,
// method, seed or effort is rejected.
#pragma once

#include <optional>

#include "circuit/search/search.hpp"

namespace hedgerow::circuit {

struct CheckpointState {
  std::uint64_t done = 0;
  double seconds = 0;
  std::optional<Netlist> best;
};

// Returns an empty state if options.checkpoint is empty or the file does not exist.
CheckpointState load_checkpoint(const Box& box, const SearchOptions& options);
void save_checkpoint(const Box& box, const SearchOptions& options, const CheckpointState& state);

}  // namespace hedgerow::circuit
