// Parses objectives and compares circuits by them.
#include "circuit/anneal/objective.hpp"

#include "circuit/core/error.hpp"

namespace hedgerow::circuit {

const std::vector<Objective>& objectives() {
  static const std::vector<Objective> list = {
      {"gates",
       "gates of the basis",
       [](const Netlist& n, const Basis& b) { return (double)cost(n, b).gates; },
       {1, 1, 0, 0, 0}},
      {"nonlinear",
       "gates that are not XORs or NOTs (the AND count)",
       [](const Netlist& n, const Basis&) { return (double)nonlinear_gates(n); },
       {0, 1, 0, 0, 0}},
      {"and-depth",
       "nonlinear gates on the longest path from input to output",
       [](const Netlist& n, const Basis&) { return (double)product_depth(n); },
       {0, 0, 0, 1, 0}},
      {"depth",
       "gates on the longest path from input to output",
       [](const Netlist& n, const Basis&) { return (double)depth(n); },
       {0, 0, 1, 0, 0}},
      {"area",
       "area of the cells in gate equivalents",
       [](const Netlist& n, const Basis& b) { return cost(n, b).area; },
       {1, 1, 0, 0, 0}},  // weights_of() adds the areas of the library
      {"live",
       "values that are alive at one time",
       [](const Netlist& n, const Basis&) { return (double)live_values(n); },
       {0, 0, 0, 0, 1}},
  };
  return list;
}

std::vector<const Objective*> find_objectives(const std::string& names) {
  std::vector<const Objective*> r;
  for (std::size_t from = 0; from <= names.size();) {
    const std::size_t end = std::min(names.find(',', from), names.size());
    const std::string name = names.substr(from, end - from);
    std::string known;
    const Objective* found = nullptr;
    for (const Objective& o : objectives()) {
      if (o.name == name) found = &o;
      known += std::string(" ") + o.name;
    }
    if (!found) throw Error("unknown objective " + name + "; known:" + known);
    r.push_back(found);
    from = end + 1;
  }
  if (r.size() > 2) throw Error("at most two objectives, separated by a comma, not " + names);
  return r;
}

// Every gate has a small weight for all objectives, because a circuit should not have useless gates.
Weights weights_of(const std::vector<const Objective*>& wanted, int most_gates,
                   const CellLibrary& cells, double second) {
  Weights w{0.02, 0.02, 0, 0, 0};
  if (wanted.size() == 1 && wanted[0]->name == std::string("gates")) return {};
  double factor = 1;
  for (const Objective* o : wanted) {
    const bool area = o->name == std::string("area");
    w.sum += factor * o->weights.sum * (area ? area_of(cells, "xor") : 1);
    w.product += factor * o->weights.product * (area ? area_of(cells, "and") : 1);
    w.depth += factor * o->weights.depth;
    w.product_depth += factor * o->weights.product_depth;
    w.live += factor * o->weights.live;
    factor *= second;
  }
  if (most_gates) w.excess = 1, w.most = most_gates;
  return w;
}

std::vector<double> merit(const Netlist& n, const Basis& basis,
                          const std::vector<const Objective*>& wanted, int most_gates) {
  std::vector<double> r;
  const Cost c = cost(n, basis);
  if (most_gates) r.push_back(std::max(0, c.gates - most_gates));
  for (const Objective* o : wanted) r.push_back(o->figure(n, basis));
  r.push_back(c.gates);
  r.push_back(c.output_nots);
  return r;
}

}  // namespace hedgerow::circuit
