// A random walk among circuits of one function, by steps that cost nothing or gain: a gate is drawn, the inputs are
// found at which an output depends on it, and it is made anew from any two (or three) nets that decide it there; then
// whatever has lost its readers goes. What a circuit costs is weighed (Weights), so that the same walk looks for few
// gates, few nonlinear ones or little depth; now and then a dearer circuit is taken, the likelier the smaller the step.
#pragma once

#include <atomic>

#include "circuit/core/netlist.hpp"

namespace hedgerow::circuit {

struct Weights {
  double sum = 1, product = 1;  // of a gate that is a sum of its inputs, and of any other
  double depth = 0, product_depth = 0;
  double live = 0;
  double excess = 0;  // of each gate beyond `most`
  int most = 0;
  double of(const Netlist& n) const;
};

struct AnnealOptions {
  std::uint64_t seed = 1, steps = 100000;
  Weights weights;
  double seconds = 0;  // 0: no limit
  // Of the dearer circuits: a step dearer by d is taken with probability e^(-d / temperature), and temperature falls to
  // `cold` in even ratios where that is not 0.
  double temperature = 0, cold = 0;
};

// The lightest circuit met. `n`: at most eight inputs, gates of two inputs (fan_in 2) or up to three.
Netlist anneal(const Netlist& n, int fan_in, const AnnealOptions& options,
               const std::atomic<bool>& stop);

// The most nonlinear gates on a way from an input to an output.
int product_depth(const Netlist& n);

}  // namespace hedgerow::circuit
