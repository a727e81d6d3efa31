// A circuit of tables of three inputs over at most six inputs, as the walk among such circuits changes it: each net is
// a word of its values on all inputs, a set of nets a word of bits, and a net keeps its number while the order changes.
#pragma once

#include <array>
#include <vector>

#include "circuit/core/netlist.hpp"
#include "circuit/search/partial_function.hpp"

namespace hedgerow::circuit {

class TableCircuit {
 public:
  using Set = std::uint64_t;  // of nets
  static constexpr int kMostNets = 64;
  static constexpr Set bit(int net) { return Set{1} << net; }

  struct Node {
    std::array<std::uint8_t, 3> in{};
    std::uint8_t table = 0;
    Set reads = 0;  // what it depends on
  };
  // A table of these nets without what it does not depend on; equal nets count once.
  static Node node_of(const int* nets, int count, unsigned table);

  // False: it is too large for this, or of more than six inputs.
  bool take(const Netlist& n);
  Netlist netlist() const;

  int inputs() const { return inputs_; }
  int gates() const { return gates_; }
  int gate_at(int place) const { return order_[(std::size_t)place]; }
  const Node& node(int net) const { return node_[(std::size_t)net]; }
  Word value(int net) const { return value_[(std::size_t)net]; }
  // By point: the nets that are 1 there.
  const Set* ones() const { return ones_.data(); }
  Set nets() const { return alive_; }
  Set readers(int net) const { return readers_[(std::size_t)net]; }
  bool is_output(int net) const { return outs_ >> net & 1; }
  int free_net() const { return ~alive_ ? std::countr_zero(~alive_) : -1; }

  // What goes with `net`, itself among them: the gates that only it needs.
  Set alone(int net) const;
  // Of the gates `gone` those that stay when `used` are read from elsewhere.
  Set kept(Set gone, Set used) const;

  // The nets that follow `net`, itself among them, and where an output changes with it.
  struct View {
    Set follow;
    Word care;
  };
  View view(int net) const;

  // Changes; then `settle` orders and evaluates. False: the outputs are not what they were.
  void set(int net, const Node& node) { node_[(std::size_t)net] = node; }
  void substitute(int net, int by, bool inverted);
  bool settle();

 private:
  Word value_of(const Node& n) const {
    return table_of(n.table, value_[n.in[0]], value_[n.in[1]], value_[n.in[2]]);
  }
  void place(int net);

  int inputs_ = 0, gates_ = 0;
  Set alive_ = 0, outs_ = 0;
  std::array<Node, kMostNets> node_{};
  std::array<Word, kMostNets> value_{};
  std::array<Set, kMostNets> readers_{};
  std::array<Set, 64> ones_{};
  std::array<std::uint8_t, kMostNets> order_{};
  struct Out {
    int net;
    bool inverted;
    Word wanted;
  };
  static constexpr int kMostOutputs = 16;
  std::array<Out, kMostOutputs> outputs_{};
  int output_count_ = 0;
};

}  // namespace hedgerow::circuit
