// Runs simulated annealing repeatedly. Each run starts from the best circuit so far.
#include "circuit/anneal/optimise.hpp"
#include "circuit/core/normalise.hpp"

#include <chrono>

#include "circuit/core/convert.hpp"

namespace hedgerow::circuit {

Netlist optimise(const Netlist& n, int fan_in, const OptimiseOptions& o,
                 const std::atomic<bool>& stop) {
  constexpr std::uint64_t kLeg = 50000;
  const auto start = std::chrono::steady_clock::now();
  const auto left = [&] {
    return o.seconds -
           std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  Netlist best = normalise(n);
  for (std::uint64_t done = 0; done < o.steps && !stop && (o.seconds <= 0 || left() > 0);
       done += kLeg) {
    AnnealOptions w;
    w.seed = o.seed + done / kLeg;
    w.steps = std::min(kLeg, o.steps - done);
    w.seconds = o.seconds > 0 ? left() : 0;
    w.weights = o.weights;
    w.temperature = 0.2;
    Netlist now = anneal(best, fan_in, w, stop);
    if (o.weights.of(now) <= o.weights.of(best)) best = std::move(now);
  }
  return fan_in == 3 ? absorb_output_nots(best) : best;
}

}  // namespace hedgerow::circuit
