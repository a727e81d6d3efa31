// Searches for an order of a round's elements by annealing: few loads and stores first, then few
// cycles in the model.
#pragma once

#include <cstdint>

#include "circuit/schedule/round.hpp"

namespace hedgerow::circuit {

// Takes `seconds` of processor time, which decide the result together with the seed.
Order search_order(const Round& round, std::uint64_t seed, double seconds);

}  // namespace hedgerow::circuit
