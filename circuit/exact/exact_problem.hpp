// The common part of the questions to SAT solvers. A question is a formula in conjunctive normal form that has a model
// exactly if a circuit exists. A model is converted to this circuit.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "circuit/core/box.hpp"
#include "circuit/core/netlist.hpp"

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
  // Returns the sum of the literals, or 0 if there are no literals.
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

// All nets are 0 at input 0 (signal_pool.hpp), so the formula leaves this input out.
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

}  // namespace hedgerow::circuit
