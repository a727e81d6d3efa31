// The formula that says whether a box has a circuit of a given number of two-input or three-input gates.
#pragma once

#include <algorithm>
#include <vector>

#include "circuit/exact/exact_problem.hpp"

namespace hedgerow::circuit {

// The gates have two inputs, or up to three, and any function [Kojevnikov, Kulikov, Yaroslavtsev 2009; Knuth 7.2.2.2].
// If no circuit has fewer gates, then some circuit with this number of gates has the following properties too. The
// formula requires them, because they exclude many equivalent circuits.
// - No gate reads another gate and, apart from it, only fan-ins of that gate. Such a gate would be a function of the
//   other's fan-ins, so it can read these instead. This keeps the number of gates and reduces the sum of the numbers of
//   all fan-ins, therefore it ends.
// - If gate g does not read gate g - 1, then the fan-ins of gate g - 1 come first in the order of `before`, or both
//   have the same fan-ins and gate g - 1 has the smaller function. Otherwise the two can be exchanged, which makes the
//   list of all fan-ins smaller and keeps the first property.
struct GateProblem : Problem {
  struct Choice {
    int literal;
    std::vector<int> nets;
    bool reads(int net) const { return std::find(nets.begin(), nets.end(), net) != nets.end(); }
  };
  std::size_t ways;
  std::vector<std::vector<Choice>> fan_in;  // [gate]: exactly one choice is true
  std::vector<std::vector<int>> function;   // [gate][a + 2 b + 4 c], the first is unused
  std::vector<std::vector<int>> output;     // [output][net]

  GateProblem(const Box& b, int r, int fan_ins = 2) : Problem(b, r), ways((std::size_t)fan_ins) {
    for (int g = 0; g < r; g++) add_gate(g);
    for (std::size_t g = 1; g < fan_in.size(); g++) in_order(g);
    for (std::size_t g = 0; g < fan_in.size(); g++) read_afresh(g);
    for (std::size_t o = 0; o < b.outputs.size(); o++) add_output(o);
    for (int g = 0; g < r; g++) {  // every gate is read
      std::vector<int> readers;
      for (const auto& out : output) readers.push_back(out[(std::size_t)(inputs() + g)]);
      for (const auto& choices : fan_in)
        for (const Choice& c : choices)
          if (c.reads(inputs() + g)) readers.push_back(c.literal);
      formula.clause(readers);
    }
  }

  void add_gate(int g) {
    std::vector<int> f{0}, one;
    while (f.size() < std::size_t{1} << ways) f.push_back(formula.fresh());
    function.push_back(f);
    formula.clause({f.begin() + 1, f.end()});  // not constant
    for (std::size_t i = 0; i < ways; i++) {   // and not equal to one fan-in
      std::vector<int> other;
      for (std::size_t x = 1; x < f.size(); x++) other.push_back(x >> i & 1 ? -f[x] : f[x]);
      formula.clause(other);
    }
    fan_in.emplace_back();
    choose(g, {}, 0);
    for (const Choice& c : fan_in.back()) {
      one.push_back(c.literal);
      for (int t = 0; t < points(); t++)
        for (std::size_t x = 0; x < f.size(); x++) add_point(g, c, t, x);
    }
    formula.clause(one);
  }

  // Adds all sets of nets before gate g that consist of `nets` and later nets.
  void choose(int g, std::vector<int> nets, int from) {
    if (nets.size() == ways) {
      fan_in.back().push_back({formula.fresh(), nets});
      return;
    }
    for (int n = from; n < inputs() + g; n++) {
      nets.push_back(n);
      choose(g, nets, n + 1);
      nets.pop_back();
    }
  }

  static bool before(const Choice& a, const Choice& b) {
    return std::lexicographical_compare(a.nets.rbegin(), a.nets.rend(), b.nets.rbegin(),
                                        b.nets.rend());
  }

  void in_order(std::size_t g) {
    const int first = inputs() + (int)g - 1;
    for (const Choice& c : fan_in[g]) {
      if (c.reads(first)) continue;
      for (const Choice& of_first : fan_in[g - 1]) {
        if (before(c, of_first)) formula.clause({-c.literal, -of_first.literal});
        if (c.nets == of_first.nets) functions_in_order(g, {-c.literal, -of_first.literal});
      }
    }
  }

  // Requires, unless one of the literals in `unless` is true, that the function of gate g - 1 is smaller than that of
  // gate g. The first entry that differs decides.
  void functions_in_order(std::size_t g, std::vector<int> unless) {
    for (std::size_t x = 1; x < function[g].size(); x++) {
      const int a = function[g - 1][x], b = function[g][x], equal = formula.fresh();
      std::vector<int> less = unless;
      less.insert(less.end(), {-a, b});
      formula.clause(less);
      for (const int sign : {1, -1}) {
        std::vector<int> same = unless;
        same.insert(same.end(), {sign * a, sign * b, equal});
        formula.clause(same);
      }
      unless.push_back(-equal);
    }
    formula.clause(unless);  // not equal
  }

  // Requires that gate g does not read a gate and, apart from it, only fan-ins of that gate.
  void read_afresh(std::size_t g) {
    for (const Choice& c : fan_in[g])
      for (const int net : c.nets)
        for (const Choice& its :
             net < inputs() ? std::vector<Choice>{} : fan_in[(std::size_t)(net - inputs())])
          if (std::all_of(c.nets.begin(), c.nets.end(),
                          [&](int n) { return n == net || its.reads(n); }))
            formula.clause({-c.literal, -its.literal});
  }

  // Requires that the gate has the value function[x] at point t if its fan-ins have the values x there.
  void add_point(int g, const Choice& choice, int t, std::size_t x) {
    std::vector<int> c{-choice.literal};
    for (std::size_t i = 0; i < ways; i++)
      if (!is(choice.nets[i], t, (int)(x >> i & 1), &c)) return;
    const int gate = value[(std::size_t)g][(std::size_t)t], entry = function[(std::size_t)g][x];
    for (const int sign : {1, -1}) {
      std::vector<int> same = c;
      same.push_back(sign * gate);
      if (entry)
        same.push_back(-sign * entry);
      else if (sign > 0)
        continue;  // the entry is 0, so the gate is
      formula.clause(same);
    }
  }

  // Adds the literal "net `n` is not x at point t" to the clause. Returns false if the net is never x there.
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
        Gate gate{{(Net)c.nets[0], (Net)c.nets[1], (Net)c.nets.back()}, (std::uint8_t)ways, 0};
        for (std::size_t i = 1; i < function[g].size(); i++)
          gate.table |= (std::uint8_t)(m[(std::size_t)function[g][i]] << i);
        if (ways == 2) gate.in[2] = gate.in[0], gate.table = (std::uint8_t)(gate.table * 17);
        n.gates.push_back(gate);
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

}  // namespace hedgerow::circuit
