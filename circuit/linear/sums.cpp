// Converts sums to netlists and back, and transposes a circuit.
#include "circuit/linear/sums.hpp"

#include <algorithm>

#include "circuit/core/error.hpp"

namespace hedgerow::circuit {

Sums transposed(const Sums& s) {
  // The readers of each node, as nodes of the result: an output of `s` becomes an input there.
  std::vector<std::vector<int>> readers((std::size_t)s.nodes());
  for (std::size_t o = 0; o < s.outputs.size(); o++)
    readers[(std::size_t)s.outputs[o]].push_back((int)o);
  Sums r{(int)s.outputs.size(), {}, std::vector<int>((std::size_t)s.inputs)};
  for (int node = s.nodes() - 1; node >= 0; node--) {
    std::vector<int>& terms = readers[(std::size_t)node];
    if (terms.empty()) {
      if (node < s.inputs) throw Error("input " + std::to_string(node) + " is not in any sum");
      continue;
    }
    std::sort(terms.begin(), terms.end());
    int made = terms[0];
    if (terms.size() > 1) {
      made = r.nodes();
      r.terms.push_back(terms);
    }
    if (node < s.inputs)
      r.outputs[(std::size_t)node] = made;
    else
      for (const int t : s.terms[(std::size_t)(node - s.inputs)])
        readers[(std::size_t)t].push_back(made);
  }
  return r;
}

Netlist netlist_of(const Sums& s, int fan_in) {
  Netlist n;
  n.inputs = s.inputs;
  std::vector<Net> net((std::size_t)s.nodes());
  for (int i = 0; i < s.inputs; i++) net[(std::size_t)i] = (Net)i;
  for (std::size_t i = 0; i < s.terms.size(); i++) {
    std::vector<Net> left;
    for (const int t : s.terms[i]) left.push_back(net[(std::size_t)t]);
    while (left.size() > 1) {  // an even number of terms needs one gate of two
      const std::size_t k = fan_in == 3 && left.size() % 2 ? 3 : 2;
      Gate g{{left[0], left[1], left[k == 3 ? 2 : 0]},
             (std::uint8_t)k,
             k == 3 ? kTableXor3 : kTableXor};
      left.erase(left.begin(), left.begin() + (std::ptrdiff_t)k);
      left.insert(left.begin(), (Net)n.nets());
      n.gates.push_back(g);
    }
    net[i + (std::size_t)s.inputs] = left.at(0);
  }
  for (const int o : s.outputs) n.outputs.push_back({net[(std::size_t)o], false});
  return without_dead_gates(n);
}

}  // namespace hedgerow::circuit
