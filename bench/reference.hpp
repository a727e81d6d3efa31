// Published figures (bench/reference.toml, embedded by the build): shown beside a measurement in
// columns of their own, never as a peer or a ratio, since they were not taken in the same run.
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

// Throws std::runtime_error when the file is not as its head says, or names an unknown cipher.
const std::vector<Reference>& references();

// The fastest of the same cipher, mode and direction; null: none.
const Reference* reference_for(const Case& what);

}  // namespace hedgerow::bench
