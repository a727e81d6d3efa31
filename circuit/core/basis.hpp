// A basis is a set of gates that a circuit may use, for example AND, OR, XOR and NOT, with the cost of each gate.
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
  double area = 1;  // in gate equivalents of a cell library (cells.hpp); 1 if area has no meaning
};

struct Basis {
  std::string name;
  std::vector<GateKind> kinds;  // empty: every function of at most `fan_in` inputs is a gate
  int fan_in;
  // true: NOTs at the outputs are counted separately; false: they count as gates
  bool free_output_nots;

  // Returns the kind of a gate, or null if the basis does not have it. The function may reorder the fan-ins of the
  // gate, because a kind such as a & ~b has them in a fixed order. A basis without a list of kinds returns a kind named
  // "lut3".
  const GateKind* kind_of(Gate& gate) const;
};

const std::vector<Basis>& bases();
const Basis& find_basis(std::string_view name);

struct Cost {
  int gates;  // Gates of the basis. NOTs at the outputs count only if they are not free.
  int output_nots;
  double area;
};
// Throws Error with the number of the first gate that is not in the basis.
Cost cost(const Netlist& n, const Basis& basis);

}  // namespace hedgerow::circuit
