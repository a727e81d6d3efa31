// A model of Zen 3's vector units, which says how many cycles a program takes.
#pragma once

#include <string>

#include "circuit/schedule/round.hpp"

namespace hedgerow::circuit {

struct Counts {
  int gates = 0, loads = 0, stores = 0;
};
Counts counts(const Program& program);

// Cycles of one pass in a loop of passes. An instruction waits in a queue of 64, then for its
// operands in one of two schedulers of 32 entries, each of which begins two gates or stores a cycle;
// loads begin two a cycle.
double model_cycles(const Round& round, const Program& program);

// For example "634 gates, 284 loads, 83 stores, 178 cycles in the model of Zen 3".
std::string figures(const Round& round, const Program& program);

}  // namespace hedgerow::circuit
