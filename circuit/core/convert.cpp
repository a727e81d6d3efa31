// Merges two-input gates into tables of three inputs, and splits such tables again.
#include "circuit/core/convert.hpp"

#include <algorithm>
#include <stdexcept>

#include "circuit/core/error.hpp"

namespace hedgerow::circuit {
namespace {

// Replaces argument `at` of gate `outer` by gate `inner`. Returns false if the result would read more than three nets.
bool compose(const Gate& outer, int at, const Gate& inner, Gate* result) {
  std::vector<Net> nets;
  const auto place = [&](Net net) {
    const auto index = (std::size_t)(std::find(nets.begin(), nets.end(), net) - nets.begin());
    if (index == nets.size()) nets.push_back(net);
    return (unsigned)index;
  };
  unsigned outer_place[3] = {}, inner_place[3] = {};
  for (int i = 0; i < outer.fan_in; i++)
    if (i != at) outer_place[i] = place(outer.in[i]);
  for (int i = 0; i < inner.fan_in; i++) inner_place[i] = place(inner.in[i]);
  if (nets.size() > 3) return false;
  unsigned table = 0;
  for (unsigned x = 0; x < 8; x++) {
    unsigned in = 0, out = 0;
    for (int i = 0; i < inner.fan_in; i++) in |= (x >> inner_place[i] & 1) << i;
    for (int i = 0; i < outer.fan_in; i++)
      out |= (i == at ? inner.table >> in & 1u : x >> outer_place[i] & 1u) << i;
    table |= (outer.table >> out & 1u) << x;
  }
  *result = {
      {nets[0], nets[nets.size() > 1], nets[0]}, (std::uint8_t)nets.size(), (std::uint8_t)table};
  for (std::size_t i = 0; i < 3; i++) result->in[i] = nets[i < nets.size() ? i : 0];
  return true;
}

}  // namespace

Netlist merge_gates(const Netlist& n, bool any_function) {
  Netlist r = n;
  const Basis& mux = find_basis("mux");
  for (bool changed = true; changed; r = without_dead_gates(r)) {
    changed = false;
    std::vector<int> readers((std::size_t)r.nets());
    for (const Gate& g : r.gates)
      for (int i = 0; i < g.fan_in; i++) readers[g.in[i]]++;
    for (const Output& o : r.outputs) readers[o.net] += 2;
    for (Gate& g : r.gates)
      for (int i = 0; i < g.fan_in && !changed; i++) {
        Gate merged;
        if (g.in[i] < r.inputs || readers[g.in[i]] != 1) continue;
        if (!compose(g, i, r.gate(g.in[i]), &merged)) continue;
        if (!any_function && !mux.kind_of(merged)) continue;
        g = merged;
        changed = true;
      }
  }
  return r;
}

Netlist absorb_output_nots(const Netlist& n) {
  Netlist r = n;
  for (std::size_t o = 0; o < r.outputs.size(); o++) {
    const Net net = r.outputs[o].net;
    if (!r.outputs[o].inverted) continue;
    if (net < r.inputs) {
      r.gates.push_back({{net, net, net}, 1, kTableNot});
      r.outputs[o] = {(Net)(r.nets() - 1), false};
      continue;
    }
    r.gate(net).table ^= 0xff;
    for (Gate& g : r.gates)
      for (int i = 0; i < g.fan_in; i++)
        if (g.in[i] == net) g.table = invert_input(g.table, i);
    for (Output& other : r.outputs)
      if (other.net == net) other.inverted = !other.inverted;
  }
  return r;
}

Netlist convert(const Netlist& n, const Basis& basis, std::uint64_t seed) {
  Netlist r = n;
  if (basis.name == "and-or-xor-not" || basis.name == "nand-nor-xor")
    r = convert_polarity(n, basis.name != "and-or-xor-not", seed);
  else if (basis.name == "mux")
    r = merge_gates(n, false);
  else if (basis.name == "lut3")
    r = absorb_output_nots(merge_gates(n, true));
  cost(r, basis);
  const std::vector<Truth> before = simulate(n), after = simulate(r);
  for (std::size_t o = 0; o < n.outputs.size(); o++)
    if (invert_if(before[n.outputs[o].net], n.outputs[o].inverted) !=
        invert_if(after[r.outputs[o].net], r.outputs[o].inverted))
      throw std::logic_error("circuit: a conversion changed the function");
  return r;
}

}  // namespace hedgerow::circuit
