// The rounds that kernels run as listings. A round consists of circuits of src/circuit and says where its planes are in
// memory.
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
  Netlist netlist;  // without the NOTs at outputs, which are in the kernels' keys
  Registers registers;
  std::vector<Argument> arguments;  // the last one is the spills
  std::vector<Memory> inputs, outputs;
  // The round is the body of a loop. The inputs from `first_recent` on are the first `recent` outputs of the previous
  // pass, so a load of them must wait for their stores.
  int first_recent = 0, recent = 0;
  // The search begins with this order, as far as the dependencies allow it. If it is empty, the search begins with the
  // order of the netlist.
  Order begin = {};
};

std::vector<std::string> round_names();
// `folder` contains the gate files, for example src/circuit.
Round find_round(const std::string& name, const std::string& folder);

}  // namespace hedgerow::circuit
