// The objectives of a search: it minimises one figure of a circuit, or two in lexicographic order. For example,
// `nonlinear,depth` prefers few nonlinear gates and, among circuits that are equal in them, a small depth.
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
  Weights weights;  // of the figure, with a smaller weight of gates
};
const std::vector<Objective>& objectives();

// `names` is one name, for example `gates`, or two names separated by a comma. The second objective counts only between
// circuits that are equal in the first. Throws Error for an unknown name.
std::vector<const Objective*> find_objectives(const std::string& names);
// Returns weights for annealing. A step of the first figure weighs 1, and a step of the second one weighs `second`.
Weights weights_of(const std::vector<const Objective*>& objectives, int most_gates = 0,
                   const CellLibrary& cells = default_cells(), double second = 1.0 / 8);
// Returns the figures in their order, followed by the numbers of gates and of output NOTs. If `most_gates` is not 0,
// the number of gates beyond it comes first.
std::vector<double> merit(const Netlist& n, const Basis& basis,
                          const std::vector<const Objective*>& objectives, int most_gates = 0);

}  // namespace hedgerow::circuit
