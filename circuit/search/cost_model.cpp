// Measured probabilities and times of a small search (cost_model.hpp).
#include "circuit/search/cost_model.hpp"

#include <algorithm>

#include "circuit/search/small_search.hpp"

namespace hedgerow::circuit {

CostModel::CostModel(int signals)
    : most_(signals <= SmallSearch::kMostForPairs ? kMostGates : 2),
      logarithm_(logarithm((std::uint64_t)signals)) {
  const auto n = (std::uint64_t)signals;
  small_search_ = 6000 + 15 * n;
  const std::uint64_t times[] = {300, 1000 + 10 * n, 5000 + 2 * n * n,
                                 50000 + 30 * n * n + n * n * n / 25};
  std::copy(std::begin(times), std::end(times), time_);
}

int CostModel::time_of_find(int g, int g_points, int d, int d_points) const {
  // With k gates there are about signals^(k+1) functions. A random function may be any of them.
  const auto found = [&](int k, int points) { return (k + 1) * logarithm_ - 4 - 8 * (points - 1); };
  const int first = std::min(found(g, g_points), logarithm((std::uint64_t)most_tried(g)));
  const int both = std::min(0, first + std::min(0, found(d, d_points)));
  const std::uint64_t second = small_search_ + time_[d];
  const std::uint64_t spent =
      small_search_ + time_[g] +
      (first >= 0 ? second << first / 8 : second >> std::min(63, -first / 8));
  return logarithm(spent) - both;
}

}  // namespace hedgerow::circuit
