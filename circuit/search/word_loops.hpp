// The inner loops of the search over 64-bit words, with the instructions of the CPU at hand.
#pragma once

#include <cstdint>

#include "circuit/core/truth.hpp"

namespace hedgerow::circuit {

// The bits of each value at the points of `care` (64 at most), packed to the low end.
void pack(const Truth* values, int count, const Truth& care, std::uint64_t* out);

// The indices of the words that hold all of `u`, none of it, or nothing else; returns how many.
int related(const std::uint64_t* words, int count, std::uint64_t u, std::uint16_t* hits);

}  // namespace hedgerow::circuit
