// Computes the weight of a circuit (anneal.hpp).
#include <algorithm>

#include "circuit/anneal/anneal.hpp"

namespace hedgerow::circuit {
namespace {

bool is_product(const Gate& g) {
  for (int i = 0; i < 3; i++) {
    const unsigned changed = g.table ^ invert_input(g.table, i);
    if (changed != 0 && changed != 0xff) return true;
  }
  return false;
}

}  // namespace

int product_depth(const Netlist& n) {
  std::vector<int> level((std::size_t)n.nets());
  int deepest = 0;
  for (int i = n.inputs; i < n.nets(); i++) {
    const Gate& g = n.gate(i);
    for (int j = 0; j < g.fan_in; j++)
      level[(std::size_t)i] = std::max(level[(std::size_t)i], level[g.in[j]]);
    level[(std::size_t)i] += is_product(g);
  }
  for (const Output& o : n.outputs) deepest = std::max(deepest, level[o.net]);
  return deepest;
}

double Weights::of(const Netlist& n) const {
  double r = 0;
  if (sum == product) {
    r = sum * (double)n.gates.size();
  } else {
    const int products = nonlinear_gates(n);
    r = product * products + sum * ((double)n.gates.size() - products);
  }
  if (depth > 0) r += depth * circuit::depth(n);
  if (product_depth > 0) r += product_depth * circuit::product_depth(n);
  if (live > 0) r += live * live_values(n);
  if (excess > 0) r += excess * std::max(0, (int)n.gates.size() - most);
  return r;
}

}  // namespace hedgerow::circuit
