// A circuit of three-input tables with at most six inputs, as anneal_tables.hpp changes it. The values of a net at all
// inputs are one word, and a set of nets is one word too. A net keeps its number if the order of evaluation changes.
#pragma once

#include <array>
#include <vector>

#include "circuit/core/netlist.hpp"
#include "circuit/search/partial_function.hpp"

namespace hedgerow::circuit {

class TableCircuit {
  // one bit per net
 public:
  using Set = std::uint64_t;
  static constexpr int kMostNets = 64;
  static constexpr Set bit(int net) { return Set{1} << net; }

  struct Node {
    std::array<std::uint8_t, 3> in{};
    std::uint8_t table = 0;
    Set reads = 0;  // the nets that it depends on
  };
  // Returns the table of these nets without those that it does not depend on. Equal nets count once.
  static Node node_of(const int* nets, int count, unsigned table);

  // Returns false if the circuit is too large or has more than six inputs.
  bool take(const Netlist& n);
  Netlist netlist() const;

  int inputs() const { return inputs_; }
  int gates() const { return gates_; }
  int gate_at(int place) const { return order_[(std::size_t)place]; }
  const Node& node(int net) const { return node_[(std::size_t)net]; }
  Word value(int net) const { return value_[(std::size_t)net]; }
  // ones()[x] is the set of nets that are 1 at input x.
  const Set* ones() const { return ones_.data(); }
  Set nets() const { return alive_; }
  Set readers(int net) const { return readers_[(std::size_t)net]; }
  bool is_output(int net) const { return outs_ >> net & 1; }
  int free_net() const { return ~alive_ ? std::countr_zero(~alive_) : -1; }

  // Returns `net` and the gates that only it needs, which disappear with it.
  Set alone(int net) const;
  // Returns the gates of `gone` that stay because other gates read `used`.
  Set kept(Set gone, Set used) const;

  // follow: `net` and all nets that depend on it; care: the inputs at which an output changes with `net`.
  struct View {
    Set follow;
    Word care;
  };
  View view(int net) const;

  // After changes, call settle(): it orders and evaluates the nets, and returns false if an output has changed.
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
