#include "odds.hpp"

#include <algorithm>

#include "leaf.hpp"

namespace hedgerow::circuit {

Odds::Odds(int signals)
    : most_(signals <= Leaf::kMostForPairs ? kMostGates : 2),
      logarithm_(logarithm((std::uint64_t)signals)) {
  const auto n = (std::uint64_t)signals;
  leaf_ = 6000 + 15 * n;
  const std::uint64_t times[] = {300, 1000 + 10 * n, 5000 + 2 * n * n,
                                 50000 + 30 * n * n + n * n * n / 25};
  std::copy(std::begin(times), std::end(times), time_);
}

int Odds::time_of_find(int g, int g_points, int d, int d_points) const {
  // Of k gates there are about signals^(k+1) functions that a random one may be.
  const auto found = [&](int k, int points) { return (k + 1) * logarithm_ - 4 - 8 * (points - 1); };
  const int first = std::min(found(g, g_points), logarithm((std::uint64_t)most_tried(g)));
  const int both = std::min(0, first + std::min(0, found(d, d_points)));
  const std::uint64_t second = leaf_ + time_[d];
  const std::uint64_t spent =
      leaf_ + time_[g] + (first >= 0 ? second << first / 8 : second >> std::min(63, -first / 8));
  return logarithm(spent) - both;
}

}  // namespace hedgerow::circuit
