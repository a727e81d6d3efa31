// Estimates the probability that a small search finds a function, and its time. The figures were measured on random
// functions and on the signals of S-box circuits. Logarithms have base 2 and are integers in units of 1/8, because
// every compiler and machine must make the same plans.
#pragma once

#include <bit>
#include <cstdint>

namespace hedgerow::circuit {

// for x > 0
constexpr int logarithm(std::uint64_t x) {
  const int whole = (int)std::bit_width(x) - 1;
  return 8 * whole + (int)((whole < 3 ? x << (3 - whole) : x >> (whole - 3)) & 7);
}

class CostModel {
 public:
  explicit CostModel(int signals);

  static constexpr int kMostGates = 3;
  // Returns the largest number of gates of a part if there are this many signals.
  int most_gates() const { return most_; }
  // Returns the number of functions g with `gates` gates that are tried.
  static constexpr int most_tried(int gates) { return gates > 3 ? 12 : 48; }
  // Returns the logarithm of the expected nanoseconds until the search finds g with `g` gates that is correct on
  // g_points and d with `d` gates that is correct on d_points: the time of an attempt divided by its probability.
  int time_of_find(int g, int g_points, int d, int d_points) const;

 private:
  int most_, logarithm_;
  std::uint64_t small_search_, time_[kMostGates + 1];
};

}  // namespace hedgerow::circuit
