// Whether a box has a circuit of so many gates of two inputs, as a formula.
#pragma once

#include <array>

#include "exact_problem.hpp"

namespace hedgerow::circuit {

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

}  // namespace hedgerow::circuit
