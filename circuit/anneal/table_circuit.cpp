// Changes a circuit of tables, and keeps its nets in order.
#include "circuit/anneal/table_circuit.hpp"

#include <algorithm>

namespace hedgerow::circuit {

TableCircuit::Node TableCircuit::node_of(const int* nets, int count, unsigned table) {
  int distinct[3], places[3], size = 0;
  for (int i = 0; i < count; i++) {
    places[i] = (int)(std::find(distinct, distinct + size, nets[i]) - distinct);
    if (places[i] == size) distinct[size++] = nets[i];
  }
  const auto at = [&](unsigned x) {  // x: the values of the distinct nets
    unsigned y = 0;
    for (int i = 0; i < count; i++) y |= (x >> places[i] & 1) << i;
    return table >> y & 1;
  };
  unsigned whole = 0;
  for (unsigned x = 0; x < 8; x++) whole |= at(x & ((1u << size) - 1)) << x;
  Node r;
  int kept[3], left = 0;
  for (int i = 0; i < size; i++)
    if (depends_on((std::uint8_t)whole, i)) kept[left++] = i;
  for (int i = 0; i < left; i++) {
    r.in[(std::size_t)i] = (std::uint8_t)distinct[kept[i]];
    r.reads |= bit(distinct[kept[i]]);
  }
  unsigned of_kept = 0;
  for (unsigned x = 0; x < 8; x++) {
    unsigned y = 0;
    for (int i = 0; i < left; i++) y |= (x >> i & 1) << kept[i];
    of_kept |= (whole >> y & 1) << x;
  }
  r.table = (std::uint8_t)of_kept;
  return r;
}

bool TableCircuit::take(const Netlist& n) {
  constexpr int kRoom = 8;  // a step adds gates before it removes others
  if (n.inputs > 6 || n.nets() + kRoom > kMostNets || n.outputs.size() > kMostOutputs) return false;
  inputs_ = n.inputs;
  const std::vector<Truth> values = simulate(n);
  for (int i = 0; i < n.nets(); i++) {
    value_[(std::size_t)i] = values[(std::size_t)i].w[0];
    if (i < n.inputs) continue;
    const Gate& g = n.gate(i);
    const int nets[3] = {g.in[0], g.in[1], g.in[2]};
    node_[(std::size_t)i] = node_of(nets, g.fan_in, g.table);
  }
  output_count_ = 0;
  for (const Output& o : n.outputs)
    outputs_[(std::size_t)output_count_++] = {o.net, o.inverted,
                                              invert_if(values[o.net], o.inverted).w[0]};
  return settle();
}

Netlist TableCircuit::netlist() const {
  Netlist r{inputs_, {}, {}, {}};
  std::array<Net, kMostNets> net{};
  for (int i = 0; i < inputs_; i++) net[(std::size_t)i] = (Net)i;
  for (int p = 0; p < gates_; p++) {
    const Node& n = node(gate_at(p));
    Gate g{{0, 0, 0}, (std::uint8_t)std::popcount(n.reads), n.table};
    for (std::size_t i = 0; i < 3; i++) g.in[i] = net[n.in[i < g.fan_in ? i : 0]];
    net[(std::size_t)gate_at(p)] = (Net)r.nets();
    r.gates.push_back(g);
  }
  for (int i = 0; i < output_count_; i++) {
    const Out& o = outputs_[(std::size_t)i];
    r.outputs.push_back({net[(std::size_t)o.net], o.inverted});
  }
  return r;
}

TableCircuit::Set TableCircuit::alone(int net) const {
  Set gone = bit(net);
  for (int p = gates_ - 1; p >= 0; p--) {
    const int g = gate_at(p);
    if (!is_output(g) && readers(g) && !(readers(g) & ~gone)) gone |= bit(g);
  }
  return gone;
}

TableCircuit::Set TableCircuit::kept(Set gone, Set used) const {
  Set stays = used & gone;
  if (!stays) return 0;
  for (int p = gates_ - 1; p >= 0; p--)
    if (stays >> gate_at(p) & 1) stays |= node(gate_at(p)).reads & gone;
  return stays;
}

TableCircuit::View TableCircuit::view(int net) const {
  View r{bit(net), 0};
  std::array<Word, kMostNets> flipped;
  flipped[(std::size_t)net] = ~value(net);
  const auto of = [&](int i) { return r.follow >> i & 1 ? flipped[(std::size_t)i] : value(i); };
  int p = 0;
  while (p < gates_ && gate_at(p) != net) p++;
  for (p++; p < gates_; p++) {
    const int g = gate_at(p);
    const Node& n = node(g);
    if (!(n.reads & r.follow)) continue;
    flipped[(std::size_t)g] = table_of(n.table, of(n.in[0]), of(n.in[1]), of(n.in[2]));
    r.follow |= bit(g);
  }
  for (int i = 0; i < output_count_; i++) {
    const int o = outputs_[(std::size_t)i].net;
    r.care |= of(o) ^ value(o);
  }
  return r;
}

void TableCircuit::substitute(int net, int by, bool inverted) {
  for (Set left = readers(net); left; left &= left - 1) {
    const int r = std::countr_zero(left);
    const Node& n = node(r);
    unsigned table = n.table;
    int nets[3];
    for (int i = 0; i < 3; i++) {
      nets[i] = n.in[(std::size_t)i];
      if (!(n.reads >> nets[i] & 1) || nets[i] != net || i >= std::popcount(n.reads)) continue;
      nets[i] = by;
      if (inverted) table = invert_input((std::uint8_t)table, i);
    }
    set(r, node_of(nets, std::popcount(n.reads), table));
  }
  for (int i = 0; i < output_count_; i++) {
    Out& o = outputs_[(std::size_t)i];
    if (o.net == net) o = {by, o.inverted != inverted, o.wanted};
  }
}

// Places the net after all nets that it reads.
void TableCircuit::place(int net) {
  if (alive_ >> net & 1) return;
  for (Set left = node(net).reads; left; left &= left - 1) place(std::countr_zero(left));
  alive_ |= bit(net);
  order_[(std::size_t)gates_++] = (std::uint8_t)net;
}

bool TableCircuit::settle() {
  alive_ = bit(inputs_) - 1;
  gates_ = 0;
  outs_ = 0;
  for (int i = 0; i < output_count_; i++) {
    place(outputs_[(std::size_t)i].net);
    outs_ |= bit(outputs_[(std::size_t)i].net);
  }
  readers_.fill(0);
  for (int p = 0; p < gates_; p++) {
    const int g = gate_at(p);
    value_[(std::size_t)g] = value_of(node(g));
    for (Set left = node(g).reads; left; left &= left - 1)
      readers_[(std::size_t)std::countr_zero(left)] |= bit(g);
  }
  ones_ = value_;
  transpose(ones_.data());
  for (int i = 0; i < output_count_; i++) {
    Out& o = outputs_[(std::size_t)i];
    const Word v = value(o.net);
    if (v != o.wanted && v != ~o.wanted) return false;
    o.inverted = v != o.wanted;
  }
  return true;
}

}  // namespace hedgerow::circuit
