// Circuits put together from parts: linear maps, other circuits, straight-line programs.
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

  Net gate(std::uint8_t table, Net a, Net b);  // an equal one is used again
  Net invert_if(Net a, bool invert) { return invert ? gate(kTableNot, a, a) : a; }
  Nets inputs() const;
  // Row i is the XOR of the nets whose bits it has. Greedy: the pair that most rows share first
  // (Paar); ties are drawn.
  Nets linear(const std::vector<std::uint32_t>& rows, const Nets& in, Random& random);
  Nets instance(const Netlist& part, const Nets& in);
  // `a = b & c`, `a = b ^ c`, separated by blanks and semicolons; `names` maps names to nets, both
  // ways.
  void program(const std::string& text, std::map<std::string, Net>* names);

  Netlist netlist(const Nets& outputs) const;
  int gates() const { return (int)n_.gates.size(); }

 private:
  Netlist n_;
  std::map<std::tuple<std::uint8_t, Net, Net>, Net> known_;
};

}  // namespace hedgerow::circuit
