// What exact.cpp asks of SAT solvers: whether a box has a circuit of so many gates, or of so many nonlinear ones, as a
// formula in conjunctive normal form, and the circuit that a model of it stands for.
#pragma once

#include <array>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "box.hpp"
#include "netlist.hpp"
#include "optimise.hpp"

namespace hedgerow::circuit {

// A formula in conjunctive normal form.
class Formula {
 public:
  int fresh() { return ++variables_; }
  void clause(const std::vector<int>& literals) {
    for (const int l : literals) text_ << l << " ";
    text_ << "0\n";
    clauses_++;
  }
  // z = a ^ b
  void sum(int z, int a, int b) {
    clause({-z, a, b}), clause({-z, -a, -b}), clause({z, -a, b}), clause({z, a, -b});
  }
  // z = a & b
  void product(int z, int a, int b) { clause({-z, a}), clause({-z, b}), clause({z, -a, -b}); }
  // The sum of the literals; 0 for none.
  int parity(const std::vector<int>& literals) {
    int r = 0;
    for (const int l : literals) {
      if (!r) {
        r = l;
        continue;
      }
      const int z = fresh();
      sum(z, r, l);
      r = z;
    }
    return r;
  }
  std::string text() const {
    return "p cnf " + std::to_string(variables_) + " " + std::to_string(clauses_) + "\n" +
           text_.str();
  }

 private:
  int variables_ = 0, clauses_ = 0;
  std::ostringstream text_;
};

using Model = std::vector<bool>;

// All values are 0 at input 0 (pool.hpp), so that input is not asked about.
struct Problem {
  const Box& box;
  int gates;
  Formula formula;
  std::vector<std::vector<int>> value;  // [gate][input - 1]
  int inputs() const { return box.inputs; }
  int points() const { return box.entries() - 1; }
  bool wanted(std::size_t o, int t) const {
    return box.outputs[o].at((unsigned)t + 1) != box.outputs[o].at(0);
  }
  Problem(const Box& b, int r) : box(b), gates(r), value((std::size_t)r) {
    for (auto& v : value)
      for (int t = 0; t < points(); t++) v.push_back(formula.fresh());
  }
  virtual ~Problem() = default;
  virtual Netlist netlist(const Model& m) const = 0;
};

// Gates of two inputs [Kojevnikov, Kulikov, Yaroslavtsev 2009; Knuth 7.2.2.2].
struct GateProblem : Problem {
  struct Choice {
    int literal, a, b;
  };
  std::vector<std::vector<Choice>> fan_in;   // of each gate, one of these
  std::vector<std::array<int, 4>> function;  // [gate][a + 2 b], the first unused
  std::vector<std::vector<int>> output;      // [output][net]

  GateProblem(const Box& b, int r) : Problem(b, r) {
    for (int g = 0; g < r; g++) add_gate(g);
    for (std::size_t o = 0; o < b.outputs.size(); o++) add_output(o);
    for (int g = 0; g < r; g++) {  // every gate is read
      std::vector<int> readers;
      for (const auto& out : output) readers.push_back(out[(std::size_t)(inputs() + g)]);
      for (const auto& choices : fan_in)
        for (const Choice& c : choices)
          if (c.a == inputs() + g || c.b == inputs() + g) readers.push_back(c.literal);
      formula.clause(readers);
    }
  }

  void add_gate(int g) {
    std::array<int, 4> f{0, formula.fresh(), formula.fresh(), formula.fresh()};
    function.push_back(f);
    formula.clause({f[1], f[2], f[3]});    // no constant
    formula.clause({-f[1], f[2], -f[3]});  // nor a fan-in alone
    formula.clause({f[1], -f[2], -f[3]});
    std::vector<int> one;
    fan_in.emplace_back();
    for (int b = 1; b < inputs() + g; b++)
      for (int a = 0; a < b; a++) {
        const int s = formula.fresh();
        fan_in.back().push_back({s, a, b});
        one.push_back(s);
        for (int t = 0; t < points(); t++)
          for (int x = 0; x < 2; x++)
            for (int y = 0; y < 2; y++) add_point(g, s, a, b, t, x, y, f);
      }
    formula.clause(one);
  }

  // With fan-ins a and b of values x and y at point t the gate is f[x + 2 y].
  void add_point(int g, int s, int a, int b, int t, int x, int y, const std::array<int, 4>& f) {
    for (int z = 0; z < 2; z++) {
      std::vector<int> c{-s};
      const int gate = value[(std::size_t)g][(std::size_t)t];
      if (!is(a, t, x, &c) || !is(b, t, y, &c)) return;
      c.push_back(z ? gate : -gate);
      const int entry = f[(std::size_t)(x + 2 * y)];
      if (entry)
        c.push_back(z ? -entry : entry);
      else if (z)
        continue;  // f[0] is 0, so the gate is
      formula.clause(c);
    }
  }

  // Adds that net `n` is not x at t; false where it never is x.
  bool is(int n, int t, int x, std::vector<int>* c) const {
    if (n < inputs()) return ((t + 1) >> n & 1) == x;
    const int v = value[(std::size_t)(n - inputs())][(std::size_t)t];
    c->push_back(x ? -v : v);
    return true;
  }

  void add_output(std::size_t o) {
    std::vector<int> one;
    for (int n = 0; n < inputs() + gates; n++) {
      const int s = formula.fresh();
      one.push_back(s);
      for (int t = 0; t < points(); t++) {
        std::vector<int> c{-s};
        if (is(n, t, !wanted(o, t), &c)) formula.clause(c);
      }
    }
    formula.clause(one);
    output.push_back(one);
  }

  Netlist netlist(const Model& m) const override {
    Netlist n;
    n.inputs = inputs();
    for (std::size_t g = 0; g < fan_in.size(); g++)
      for (const Choice& c : fan_in[g]) {
        if (!m[(std::size_t)c.literal]) continue;
        unsigned t = 0;
        for (std::size_t i = 1; i < 4; i++) t |= (unsigned)m[(std::size_t)function[g][i]] << i;
        n.gates.push_back({{(Net)c.a, (Net)c.b, (Net)c.a}, 2, (std::uint8_t)(t * 17)});
        break;
      }
    for (std::size_t o = 0; o < output.size(); o++)
      for (std::size_t net = 0; net < output[o].size(); net++)
        if (m[(std::size_t)output[o][net]]) {
          n.outputs.push_back({(Net)net, box.outputs[o].at(0)});
          break;
        }
    return n;
  }
};

// Products of two sums of inputs and earlier products; outputs are sums of all these.
struct ProductProblem : Problem {
  std::vector<std::array<std::vector<int>, 2>>
      operand;  // [gate][which][net]: the net is in the sum
  std::vector<std::vector<int>> output;

  ProductProblem(const Box& b, int r) : Problem(b, r) {
    for (int g = 0; g < r; g++) {
      operand.emplace_back();
      for (auto& nets : operand.back()) nets = terms(inputs() + g);
      for (int t = 0; t < points(); t++)
        formula.product(value[(std::size_t)g][(std::size_t)t], at(operand.back()[0], t),
                        at(operand.back()[1], t));
    }
    for (std::size_t o = 0; o < b.outputs.size(); o++) {
      output.push_back(terms(inputs() + r));
      for (int t = 0; t < points(); t++) {
        const int v = at(output.back(), t);
        formula.clause({wanted(o, t) ? v : -v});
      }
    }
  }

  std::vector<int> terms(int nets) {
    std::vector<int> r;
    for (int i = 0; i < nets; i++) r.push_back(formula.fresh());
    return r;
  }

  int at(const std::vector<int>& sum, int t) {
    std::vector<int> parts;
    for (int n = 0; n < (int)sum.size(); n++) {
      if (n < inputs()) {
        if ((t + 1) >> n & 1) parts.push_back(sum[(std::size_t)n]);
        continue;
      }
      const int z = formula.fresh();
      formula.product(z, sum[(std::size_t)n], value[(std::size_t)(n - inputs())][(std::size_t)t]);
      parts.push_back(z);
    }
    return formula.parity(parts);
  }

  Netlist netlist(const Model& m) const override {
    Netlist n;
    n.inputs = inputs();
    std::vector<Net> net;
    for (int i = 0; i < inputs(); i++) net.push_back((Net)i);
    const auto gate = [&](std::uint8_t table, Net a, Net b) {
      n.gates.push_back({{a, b, a}, 2, table});
      return (Net)(n.nets() - 1);
    };
    const auto total = [&](const std::vector<int>& sum) {
      std::optional<Net> r;
      for (std::size_t i = 0; i < sum.size(); i++)
        if (m[(std::size_t)sum[i]]) r = r ? gate(kTableXor, *r, net[i]) : net[i];
      return r ? *r : gate(kTableXor, 0, 0);
    };
    for (const auto& o : operand) {
      const Net a = total(o[0]), b = total(o[1]);
      net.push_back(gate(kTableAnd, a, b));
    }
    for (std::size_t o = 0; o < output.size(); o++)
      n.outputs.push_back({total(output[o]), box.outputs[o].at(0)});
    return normalise(n);
  }
};

}  // namespace hedgerow::circuit
