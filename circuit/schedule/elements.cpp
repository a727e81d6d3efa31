// Splits a circuit into elements: its gates, with each sum that has a single reader merged into this reader.
#include "circuit/core/error.hpp"
#include "circuit/schedule/program.hpp"

namespace hedgerow::circuit {
namespace {

class ElementsMaker {
 public:
  explicit ElementsMaker(const Netlist& n)
      : n_(n), value_((std::size_t)n.nets()), readers_(value_.size()), reader_(value_.size()) {
    r_.inputs = n.inputs;
    for (int i = 0; i < n.inputs; i++) value_[(std::size_t)i] = add_value();
    for (const Gate& g : n.gates)
      for (const Net net : {g.in[0], g.in[1]}) readers_[net]++, reader_[net] = &g;
    for (const Output& o : n.outputs) output(o);
    for (int net = n.inputs; net < n.nets(); net++)
      if (!merged(net)) add(net);
    for (std::size_t i = 0; i < n.outputs.size(); i++)
      r_.output[(std::size_t)value_[n.outputs[i].net]] = (int)i;
  }
  Elements elements() const { return r_; }

 private:
  static constexpr int kOutput = 1 << 20;  // an output stays live until the end
  void output(const Output& o) {
    if (o.inverted || o.net < n_.inputs || readers_[o.net] >= kOutput)
      throw Error("each output of a round must be a separate gate without an inversion");
    readers_[o.net] += kOutput;
  }
  int add_value() {
    r_.parts.push_back(0);
    r_.output.push_back(-1);
    return r_.values() - 1;
  }
  bool merged(int net) const {
    const auto i = (std::size_t)net;
    return net >= n_.inputs && n_.gate(net).table == kTableXor && readers_[i] == 1 &&
           reader_[i]->table == kTableXor;
  }
  void element(const Element& e) {
    r_.of.push_back(e);
    r_.parts[(std::size_t)e.value]++;
  }
  void terms(int net, int value) {
    if (!merged(net)) return element({Op::kXor, true, value, value_[(std::size_t)net], 0});
    for (const Net in : {n_.gate(net).in[0], n_.gate(net).in[1]}) terms(in, value);
  }
  void add(int net) {
    const Gate& g = n_.gate(net);
    const int value = value_[(std::size_t)net] = add_value();
    const int a = value_[g.in[0]], b = value_[g.in[1]];
    if (g.fan_in == 2 && g.table == kTableXor)
      for (const Net in : {g.in[0], g.in[1]}) terms(in, value);
    else if (g.fan_in == 2 && g.table == kTableAnd)
      element({Op::kAnd, false, value, a, b});
    else if (g.fan_in == 2 && g.table == kTableOr)
      element({Op::kOr, false, value, a, b});
    else if (g.fan_in == 2 && g.table == kTableNotAnd)
      element({Op::kAndNot, false, value, a, b});
    else if (g.fan_in == 2 && g.table == kTableAndNot)
      element({Op::kAndNot, false, value, b, a});
    else
      throw Error("a gate of a round must be XOR, AND, OR or AND-NOT of two nets");
  }

  const Netlist& n_;
  std::vector<int> value_, readers_;
  std::vector<const Gate*> reader_;
  Elements r_;
};

}  // namespace

Elements elements_of(const Netlist& n) { return ElementsMaker(n).elements(); }

}  // namespace hedgerow::circuit
