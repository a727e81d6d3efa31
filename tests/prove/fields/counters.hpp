// The proof of the counters of CTR-like modes.
#pragma once

#include "run.hpp"

namespace hedgerow::proof {

// Proves all places, lengths and orders of counters in blocks of all lengths. Returns the first difference, or an empty
// text, and adds the number of counters.
std::string prove_counters(int* fields);

}  // namespace hedgerow::proof
