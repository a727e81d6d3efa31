// Searches by annealing for an order of a round's elements that needs few loads and stores and, with the same number of
// these, few cycles in the model.
#pragma once

#include <cstdint>

#include "circuit/schedule/round.hpp"

namespace hedgerow::circuit {

// Takes `seconds` of processor time. The result depends on the seed and on this time.
Order search_order(const Round& round, std::uint64_t seed, double seconds);

}  // namespace hedgerow::circuit
