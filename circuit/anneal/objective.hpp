// What a search makes small: one figure of a circuit, or two in their order.
#pragma once

#include <string>
#include <vector>

#include "circuit/anneal/anneal.hpp"
#include "circuit/core/basis.hpp"
#include "circuit/core/cells.hpp"

namespace hedgerow::circuit {

struct Objective {
  const char *name, *what;
  double (*figure)(const Netlist& n, const Basis& basis);
  Weights weights;  // for walk(): the figure first, gates beside it
};
const std::vector<Objective>& objectives();

// `gates`, or two names with a comma between them: the first counts, the second among equals.
// Error for an unknown name.
std::vector<const Objective*> find_objectives(const std::string& names);
// `second`: what a step of the second figure weighs, where one of the first weighs 1.
Weights weights_of(const std::vector<const Objective*>& objectives, int most_gates = 0,
                   const CellLibrary& cells = default_cells(), double second = 1.0 / 8);
// The figures in their order, then gates and output NOTs; before them, where `most_gates` is
// not 0, the gates beyond it.
std::vector<double> merit(const Netlist& n, const Basis& basis,
                          const std::vector<const Objective*>& objectives, int most_gates = 0);

}  // namespace hedgerow::circuit
