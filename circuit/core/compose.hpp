// Builds a circuit from parts: linear maps, other circuits, and straight-line programs.
#pragma once

#include <map>
#include <tuple>

#include "circuit/core/netlist.hpp"
#include "circuit/core/random.hpp"

namespace hedgerow::circuit {

using Nets = std::vector<Net>;

class Composer {
 public:
  explicit Composer(int inputs) { n_.inputs = inputs; }

  Net gate(std::uint8_t table, Net a, Net b);  // reuses an equal gate
  Net invert_if(Net a, bool invert) { return invert ? gate(kTableNot, a, a) : a; }
  Nets inputs() const;
  // Row i is a mask: the result is the XOR of the nets in it. The greedy algorithm of Paar is used: it first computes
  // the pair of nets that most rows share. The random generator decides ties.
  Nets linear(const std::vector<std::uint32_t>& rows, const Nets& in, Random& random);
  Nets instance(const Netlist& part, const Nets& in);
  // `text` has statements such as `a = b & c` and `a = b ^ c`, separated by semicolons. `names` maps names to nets: the
  // caller puts the inputs in, and the function adds each result.
  void program(const std::string& text, std::map<std::string, Net>* names);

  Netlist netlist(const Nets& outputs) const;
  int gates() const { return (int)n_.gates.size(); }

 private:
  Netlist n_;
  std::map<std::tuple<std::uint8_t, Net, Net>, Net> known_;
};

}  // namespace hedgerow::circuit
