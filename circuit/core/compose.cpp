// Adds linear maps and circuits to a circuit that is being built.
#include "circuit/core/compose.hpp"

#include <algorithm>
#include <bit>
#include <sstream>

namespace hedgerow::circuit {

Net Composer::gate(std::uint8_t table, Net a, Net b) {
  if (a > b && (table == kTableAnd || table == kTableOr || table == kTableXor)) std::swap(a, b);
  const auto [it, fresh] = known_.try_emplace({table, a, b}, (Net)n_.nets());
  if (fresh) n_.gates.push_back({{a, b, a}, (std::uint8_t)(table == kTableNot ? 1 : 2), table});
  return it->second;
}

Nets Composer::inputs() const {
  Nets r;
  for (int i = 0; i < n_.inputs; i++) r.push_back((Net)i);
  return r;
}

Nets Composer::linear(const std::vector<std::uint32_t>& rows, const Nets& in, Random& random) {
  Nets net = in;
  std::vector<std::vector<bool>> row;
  for (const std::uint32_t bits : rows) {
    row.emplace_back(in.size());
    for (std::size_t i = 0; i < in.size(); i++) row.back()[i] = bits >> i & 1;
  }
  for (;;) {
    int most = 0, ties = 0;
    std::pair<std::size_t, std::size_t> best;
    for (std::size_t a = 1; a < net.size(); a++)
      for (std::size_t b = 0; b < a; b++) {
        int shared = 0;
        for (const auto& r : row) shared += r[a] && r[b];
        if (shared < most || !shared) continue;
        ties = shared > most ? 1 : ties + 1;
        most = shared;
        if (random.below((std::size_t)ties) == 0) best = {a, b};
      }
    if (!most) break;
    net.push_back(gate(kTableXor, net[best.first], net[best.second]));
    for (auto& r : row) {
      const bool both = r[best.first] && r[best.second];
      if (both) r[best.first] = r[best.second] = false;
      r.push_back(both);
    }
  }
  Nets result;
  for (const auto& r : row)
    result.push_back(net[(std::size_t)(std::find(r.begin(), r.end(), true) - r.begin())]);
  return result;
}

Nets Composer::instance(const Netlist& part, const Nets& in) {
  Nets net = in;
  for (const Gate& g : part.gates) net.push_back(gate(g.table, net[g.in[0]], net[g.in[1]]));
  Nets r;
  for (const Output& o : part.outputs) r.push_back(invert_if(net[o.net], o.inverted));
  return r;
}

void Composer::program(const std::string& text, std::map<std::string, Net>* names) {
  std::istringstream words(text);
  for (std::string to, equals, a, op, b; words >> to >> equals >> a >> op >> b;) {
    if (b.ends_with(';')) b.pop_back();
    (*names)[to] = gate(op == "&" ? kTableAnd : kTableXor, names->at(a), names->at(b));
  }
}

Netlist Composer::netlist(const Nets& outputs) const {
  Netlist r = n_;
  for (const Net net : outputs) r.outputs.push_back({net, false});
  return without_dead_gates(r);
}

}  // namespace hedgerow::circuit
