// Published figures (bench/reference.toml, embedded by the build). They are printed in separate
// columns next to a measurement, but never as a peer or a ratio, because they are not from the same
// run.
#pragma once

#include <string>
#include <vector>

#include "case.hpp"

namespace hedgerow::bench {

struct Reference {
  std::string cipher, mode, direction, name;
  double mb_per_s = 0;
  std::string machine, date;
};

// Throws std::runtime_error if the file does not have the format that its head describes, or names
// an unknown cipher.
const std::vector<Reference>& references();

// Returns the fastest figure of the same cipher, mode and direction, or null.
const Reference* reference_for(const Case& what);

}  // namespace hedgerow::bench
