// The rounds that kernels run as listings: circuits of src/circuit put together, and where their planes are in memory.
#pragma once

#include <string>
#include <vector>

#include "circuit/core/netlist.hpp"
#include "circuit/schedule/program.hpp"

namespace hedgerow::circuit {

// An argument of the listing's function, for example `const Vec* x`.
struct Argument {
  std::string type, name;
};
struct Memory {
  int argument, index;
};
struct Round {
  std::string name, function, purpose;  // the function that the listing defines, and its comment
  Netlist netlist;                      // without the output NOTs, which are in the kernels' keys
  Registers registers;
  std::vector<Argument> arguments;  // the last one is the spills
  std::vector<Memory> inputs, outputs;
  // The loop runs the round again and again. Inputs from `first_recent` on are the first `recent` outputs of the pass
  // before, so that a load of them waits for their stores.
  int first_recent = 0, recent = 0;
  // The search begins with this order, as far as what elements read allows it. Empty: in the order of the netlist.
  Order begin = {};
};

std::vector<std::string> round_names();
// `folder` has the netlists, as src/circuit.
Round find_round(const std::string& name, const std::string& folder);

}  // namespace hedgerow::circuit
