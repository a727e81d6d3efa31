// A model of Zen 3's vector units, which computes the number of cycles that a program takes.
#pragma once

#include <string>

#include "circuit/schedule/round.hpp"

namespace hedgerow::circuit {

struct Counts {
  int gates = 0, loads = 0, stores = 0;
};
Counts counts(const Program& program);

// Returns the cycles of one pass in a loop of passes. An instruction first waits in a queue of 64 entries, then for its
// operands in one of two schedulers of 32 entries. Each scheduler starts two gates or stores per cycle. Two loads start
// per cycle.
double model_cycles(const Round& round, const Program& program);

// Returns a text, for example "634 gates, 284 loads, 83 stores, 178 cycles in the model of Zen 3".
std::string figures(const Round& round, const Program& program);

}  // namespace hedgerow::circuit
