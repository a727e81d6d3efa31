// S-boxes that are known by name: those of this library's ciphers (from their spec.hpp), and published
// boxes of five bits.
#pragma once

#include <string>
#include <vector>

namespace hedgerow::circuit {

// Returns an empty table if no box has this name.
std::vector<unsigned> named_table(const std::string& name);

// Returns the names of the boxes of at most five bits, without the variants that XOR the result onto another nibble.
std::vector<std::string> small_boxes();

}  // namespace hedgerow::circuit
