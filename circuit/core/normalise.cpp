// Folds constants, removes common and unused gates, and computes the normal form of gates.
#include <map>
#include <tuple>

#include "circuit/core/error.hpp"
#include "circuit/core/normalise.hpp"

namespace hedgerow::circuit {
namespace {

// Simplifies the gate with the fan-ins that are constant. `constant` says which nets are 0.
void fold(Gate* g, const std::vector<bool>& constant) {
  for (int i = 0; i < g->fan_in; i++) {
    if (!constant[g->in[i]]) continue;
    unsigned table = 0;
    for (unsigned x = 0; x < 8; x++) table |= (g->table >> (x & ~(1u << i)) & 1u) << x;
    g->table = (std::uint8_t)table;
  }
}

// Removes repeated fan-ins and those that the gate does not depend on.
Gate reduced(Gate g) {
  for (int i = 0; i < g.fan_in; i++)
    for (int j = 0; j < i; j++) {
      if (g.in[i] != g.in[j]) continue;
      unsigned table = 0;  // argument i now reads argument j
      for (unsigned x = 0; x < 8; x++)
        table |= (g.table >> ((x & ~(1u << i)) | (x >> j & 1u) << i) & 1u) << x;
      g.table = (std::uint8_t)table;
    }
  Gate r{{0, 0, 0}, 0, 0};
  int kept[3] = {};
  for (int i = 0; i < g.fan_in; i++)
    if (depends_on(g.table, i)) {
      kept[r.fan_in] = i;
      r.in[r.fan_in++] = g.in[i];
    }
  unsigned table = 0;
  for (unsigned x = 0; x < 8; x++) {
    unsigned y = 0;
    for (int i = 0; i < r.fan_in; i++) y |= (x >> i & 1u) << kept[i];
    table |= (g.table >> y & 1u) << x;
  }
  r.table = (std::uint8_t)table;
  for (int i = r.fan_in; i < 3; i++) r.in[i] = r.in[0];
  return r;
}

}  // namespace

Netlist normalise(const Netlist& n) {
  Netlist r{n.inputs, {}, {}, n.provenance};
  std::vector<Net> net((std::size_t)n.nets());
  std::vector<bool> inverted((std::size_t)n.nets()), constant((std::size_t)n.nets());
  std::map<std::tuple<Net, Net, Net, int>, Net> known;
  for (int i = 0; i < n.inputs; i++) net[(std::size_t)i] = (Net)i;
  for (int i = n.inputs; i < n.nets(); i++) {
    const std::size_t at = (std::size_t)i;
    Gate g = n.gate(i);
    for (int j = 0; j < g.fan_in; j++) {
      if (inverted[g.in[j]]) g.table = invert_input(g.table, j);
    }
    fold(&g, constant);
    for (int j = 0; j < g.fan_in; j++) g.in[j] = net[g.in[j]];
    g = reduced(g);
    inverted[at] = g.table & 1;
    if (inverted[at]) g.table ^= 0xff;
    if (g.fan_in == 0) {
      constant[at] = true;
      continue;
    }
    if (g.fan_in == 1) {
      net[at] = g.in[0];
      continue;
    }
    if (g.fan_in == 2 && g.table == kTableNotAnd)
      g = {{g.in[1], g.in[0], g.in[1]}, 2, kTableAndNot};
    const auto [it, fresh] = known.try_emplace({g.in[0], g.in[1], g.in[2], g.table}, (Net)r.nets());
    if (fresh) r.gates.push_back(g);
    net[at] = it->second;
  }
  for (const Output& o : n.outputs) {
    if (constant[o.net]) throw Error("an output of the circuit is constant");
    r.outputs.push_back({net[o.net], o.inverted != inverted[o.net]});
  }
  return without_dead_gates(r);
}

}  // namespace hedgerow::circuit
