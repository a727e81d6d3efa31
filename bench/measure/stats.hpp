// Turns samples into printed figures. The figure is the median, and the slowest and the fastest
// sample show how reliable it is.
#pragma once

#include <cstddef>
#include <vector>

#include "measure/sample.hpp"

namespace hedgerow::bench {

struct Range {
  double median = 0, min = 0, max = 0;
};

struct Summary {
  std::size_t samples = 0;
  std::size_t discarded =
      0;  // samples left out because another thread used the CPU or a part of the core
  // there were too few undisturbed samples, so the figures include disturbed ones
  bool disturbed = false;
  Range mb_per_s;          // 10^6 bytes per second
  double ns = 0;           // medians, of one call
  double core_cycles = 0;  // 0: not known
  double tsc_cpb = 0;      // medians, cycles per byte; 0: not known
  double core_cpb = 0;
};

Range range_of(std::vector<double> values);

// `samples` hold `repeats` calls of `bytes` bytes each.
Summary summarize(const std::vector<Sample>& samples, std::size_t bytes, std::size_t repeats);

}  // namespace hedgerow::bench
