// The gate sets a circuit may be built from, each with its cost model.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "circuit/core/netlist.hpp"

namespace hedgerow::circuit {

struct GateKind {
  const char* name;
  std::uint8_t fan_in, table;
  double area = 1;  // in gate equivalents of a cell library (cells.hpp); 1 where area means nothing
};

struct Basis {
  std::string name;
  std::vector<GateKind> kinds;  // empty: every function of `fan_in` inputs or fewer
  int fan_in;
  bool free_output_nots;  // output NOTs are reported apart, else they are gates

  // The kind of a gate, whose fan-ins may have to be taken in another order; null: not in this
  // basis. For lut3 a kind named "lut3".
  const GateKind* kind_of(Gate& gate) const;
};

const std::vector<Basis>& bases();
const Basis& find_basis(std::string_view name);

struct Cost {
  int gates;  // of the basis, output NOTs among them only where they are not free
  int output_nots;
  double area;
};
// Throws Error naming the first gate that is not in the basis.
Cost cost(const Netlist& n, const Basis& basis);

}  // namespace hedgerow::circuit
