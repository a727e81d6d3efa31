// Medians and extremes of a list of samples.
#include "measure/stats.hpp"

#include <algorithm>

namespace hedgerow::bench {

Range range_of(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return {(values[(n - 1) / 2] + values[n / 2]) / 2, values.front(), values.back()};
}

Summary summarize(const std::vector<Sample>& samples, std::size_t bytes, std::size_t repeats) {
  std::vector<double> rate, ns, tsc, core;
  for (const Sample& s : samples) {
    rate.push_back((double)bytes * (double)repeats / s.ns * 1e3);
    ns.push_back(s.ns / (double)repeats);
    tsc.push_back(s.tsc / (double)repeats);
    core.push_back(s.core / (double)repeats);
  }
  Summary result;
  result.samples = samples.size();
  result.mb_per_s = range_of(rate);
  result.ns = range_of(ns).median;
  result.core_cycles = range_of(core).median;
  result.tsc_cpb = range_of(tsc).median / (double)bytes;
  result.core_cpb = result.core_cycles / (double)bytes;
  return result;
}

}  // namespace hedgerow::bench
