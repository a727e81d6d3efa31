// Evaluates a circuit on all inputs, and computes its depth and its number of live values.
#include "circuit/core/netlist.hpp"

#include <algorithm>

#include "circuit/core/error.hpp"
#include "circuit/core/matrix.hpp"

namespace hedgerow::circuit {

int Netlist::output_nots() const {
  return (int)std::count_if(outputs.begin(), outputs.end(), [](auto& o) { return o.inverted; });
}

std::uint8_t invert_input(std::uint8_t table, int i) {
  unsigned r = 0;
  for (unsigned x = 0; x < 8; x++) r |= (table >> (x ^ 1u << i) & 1u) << x;
  return (std::uint8_t)r;
}

bool depends_on(std::uint8_t table, int i) { return invert_input(table, i) != table; }

std::optional<GateForm> form_of(const Gate& g) {
  if (g.fan_in == 1 && (g.table == kTableBuffer || g.table == kTableNot))
    return GateForm{false, true, false, false, g.table == kTableNot};
  if (g.fan_in != 2) return {};
  if (g.table == kTableXor || g.table == kTableXnor)
    return GateForm{false, false, false, false, g.table == kTableXnor};
  for (int i = 0; i < 8; i++) {
    std::uint8_t t = i & 4 ? (std::uint8_t)~kTableAnd : kTableAnd;
    if (i & 1) t = invert_input(t, 0);
    if (i & 2) t = invert_input(t, 1);
    if (t == g.table) return GateForm{true, false, (i & 1) != 0, (i & 2) != 0, (i & 4) != 0};
  }
  return {};
}

std::vector<Truth> simulate(const Netlist& n) {
  std::vector<Truth> value;
  value.reserve((std::size_t)n.nets());
  for (int i = 0; i < n.inputs; i++) value.push_back(variable(i));
  for (const Gate& g : n.gates)
    value.push_back(apply(g.table, value[g.in[0]], value[g.in[1]], value[g.in[2]]));
  return value;
}

Netlist reorder(const Netlist& n, const std::vector<int>& gate_order) {
  Netlist r{n.inputs, {}, n.outputs, n.provenance};
  std::vector<Net> place((std::size_t)n.nets());
  for (int i = 0; i < n.inputs; i++) place[(std::size_t)i] = (Net)i;
  for (const int g : gate_order) {
    Gate gate = n.gates[(std::size_t)g];
    for (Net& in : gate.in) in = place[in];
    place[(std::size_t)(n.inputs + g)] = (Net)r.nets();
    r.gates.push_back(gate);
  }
  for (Output& o : r.outputs) o.net = place[o.net];
  return r;
}

Netlist without_dead_gates(const Netlist& n) {
  std::vector<bool> live((std::size_t)n.nets());
  for (const Output& o : n.outputs) live[o.net] = true;
  for (int i = n.nets() - 1; i >= n.inputs; i--)
    if (live[(std::size_t)i])
      for (int j = 0; j < n.gate(i).fan_in; j++) live[n.gate(i).in[j]] = true;
  Netlist copy = n;
  std::vector<int> order;
  for (std::size_t g = 0; g < n.gates.size(); g++) {
    Gate& gate = copy.gates[g];
    for (int j = gate.fan_in; j < 3; j++) gate.in[j] = gate.fan_in ? gate.in[0] : Net{0};
    if (live[g + (std::size_t)n.inputs]) order.push_back((int)g);
  }
  return reorder(copy, order);
}

int nonlinear_gates(const Netlist& n) {
  return (int)std::count_if(n.gates.begin(), n.gates.end(), [](const Gate& g) {
    // A function is a sum if complementing any input changes either all values or no value.
    for (int i = 0; i < 3; i++) {
      const unsigned changed = g.table ^ invert_input(g.table, i);
      if (changed != 0 && changed != 0xff) return true;
    }
    return false;
  });
}

int depth(const Netlist& n) {
  std::vector<int> level((std::size_t)n.nets());
  int deepest = 0;
  for (int i = n.inputs; i < n.nets(); i++)
    for (int j = 0; j < n.gate(i).fan_in; j++)
      level[(std::size_t)i] = std::max(level[(std::size_t)i], level[n.gate(i).in[j]] + 1);
  for (const Output& o : n.outputs) deepest = std::max(deepest, level[o.net] + o.inverted);
  return deepest;
}

int live_values(const Netlist& n) {
  std::vector<int> last((std::size_t)n.nets(), -1);
  for (int i = n.inputs; i < n.nets(); i++)
    for (int j = 0; j < n.gate(i).fan_in; j++) last[n.gate(i).in[j]] = i;
  for (const Output& o : n.outputs) last[o.net] = n.nets();
  int live =
      (int)std::count_if(last.begin(), last.begin() + n.inputs, [](int x) { return x >= 0; });
  int most = live;
  for (int i = n.inputs; i < n.nets(); i++) {
    for (int net = 0; net < i; net++) live -= last[(std::size_t)net] == i;
    most = std::max(most, ++live);
  }
  return most;
}

Box box_computed_by(const Netlist& n, const std::string& name) {
  Box box;
  box.name = name;
  box.inputs = n.inputs;
  if (n.inputs > 8) {
    box.rows = sums_of(n);
    return box;
  }
  const std::vector<Truth> value = simulate(n);
  for (const Output& o : n.outputs) box.outputs.push_back(invert_if(value[o.net], o.inverted));
  return box;
}

namespace {

void verify_sums(const Netlist& n, const Box& box) {
  const Rows sums = sums_of(n);
  for (std::size_t o = 0; o < sums.size(); o++)
    if (n.outputs[o].inverted || sums[o] != box.rows[o])
      throw Error("the circuit is not " + box.name + ": output " + std::to_string(o) + " is wrong");
}

}  // namespace

void verify(const Netlist& n, const Box& box) {
  if (n.inputs != box.inputs || n.outputs.size() != box.output_count())
    throw Error("the circuit has " + std::to_string(n.inputs) + " inputs and " +
                std::to_string(n.outputs.size()) + " outputs, " + box.name + " has " +
                std::to_string(box.inputs) + " and " + std::to_string(box.output_count()));
  if (box.linear()) return verify_sums(n, box);
  const std::vector<Truth> value = simulate(n);
  for (std::size_t o = 0; o < n.outputs.size(); o++) {
    const Truth wrong = invert_if(value[n.outputs[o].net], n.outputs[o].inverted) ^ box.outputs[o];
    if (!wrong.empty())
      throw Error("the circuit is not " + box.name + ": output " + std::to_string(o) +
                  " is wrong at input " + std::to_string(wrong.first()));
  }
}

}  // namespace hedgerow::circuit
