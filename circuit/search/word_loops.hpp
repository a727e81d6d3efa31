// The inner loops of the search over 64-bit words, with the vector instructions of the present processor.
#pragma once

#include <cstdint>

#include "circuit/core/truth.hpp"

namespace hedgerow::circuit {

// Extracts the bits of each value at the points of `care` (at most 64) and packs them to the low end.
void pack(const Truth* values, int count, const Truth& care, std::uint64_t* out);

// Stores the indices of the words that contain all bits of `u`, contain no bit of it, or have no other bits. Returns
// their number.
int related(const std::uint64_t* words, int count, std::uint64_t u, std::uint16_t* hits);

}  // namespace hedgerow::circuit
