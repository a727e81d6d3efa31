// How likely a small search finds a function and how long it takes, by what was measured on random
// functions and the signals of S-box circuits. Logarithms of base 2 in eighths, all in integers:
// every compiler and machine makes the same plans.
#pragma once

#include <bit>
#include <cstdint>

namespace hedgerow::circuit {

// Of x > 0.
constexpr int logarithm(std::uint64_t x) {
  const int whole = (int)std::bit_width(x) - 1;
  return 8 * whole + (int)((whole < 3 ? x << (3 - whole) : x >> (whole - 3)) & 7);
}

class CostModel {
 public:
  explicit CostModel(int signals);

  static constexpr int kMostGates = 3;
  // The most gates of a part with so many signals.
  int most_gates() const { return most_; }
  // How many g of `gates` gates are tried.
  static constexpr int most_tried(int gates) { return gates > 3 ? 12 : 48; }
  // log of the nanoseconds that it is expected to take until g of `g` gates right on g_points
  // and d of `d` gates right on d_points are found: those of one attempt over its chance.
  int time_of_find(int g, int g_points, int d, int d_points) const;

 private:
  int most_, logarithm_;
  std::uint64_t small_search_, time_[kMostGates + 1];
};

}  // namespace hedgerow::circuit
