// The signals of a circuit under construction. Every signal is 0 at input 0, because the gates AND, AND-NOT (both
// orders), OR and XOR preserve this, and a table of three inputs is complemented if necessary. Every function or its
// complement has this property, so searches need not consider polarities; NOTs at the outputs correct them.
#pragma once

#include <unordered_map>
#include <vector>

#include "circuit/core/netlist.hpp"

namespace hedgerow::circuit {

enum class Op : std::uint8_t { kAnd, kAndNot, kNotAnd, kOr, kXor };

template <class Word>
Word apply(Op op, const Word& a, const Word& b) {
  switch (op) {
    case Op::kAnd:
      return a & b;
    case Op::kAndNot:
      return a & ~b;
    case Op::kNotAnd:
      return ~a & b;
    case Op::kOr:
      return a | b;
    default:
      return a ^ b;
  }
}
// Returns the operation that acts on a and b as `op` does on a or its complement and b or its complement, up to a
// complement of the result.
Op with_inversions(Op op, bool a, bool b);

class SignalPool {
 public:
  explicit SignalPool(int inputs);

  int size() const { return (int)value_.size(); }
  int inputs() const { return inputs_; }
  int gates() const { return size() - inputs_; }
  const Truth& value(int net) const { return value_[(std::size_t)net]; }
  const Truth* values() const { return value_.data(); }

  // Returns an existing net with the same value, or adds a gate.
  int add(Op op, int a, int b);
  int add(std::uint8_t table, int a, int b, int c);
  void roll_back(int size);

  // records() returns the gates from net `from` on, and replay() adds them again.
  std::vector<Gate> records(int from) const;
  void replay(const std::vector<Gate>& records);

  // Returns a netlist with `nets` as outputs. It adds a NOT if a net is the complement of its target, and removes dead
  // gates.
  Netlist netlist(const std::vector<int>& nets, const std::vector<Truth>& targets) const;

 private:
  int inputs_;
  std::vector<Truth> value_;
  int add(const Truth& value, const Gate& gate);
  std::vector<Gate> record_;
  std::unordered_map<Truth, int, TruthHash> net_of_;
};

// A few gates that are not in the pool yet. Nets from kFirst on belong to the expression.
class Expression {
 public:
  static constexpr int kFirst = 1 << 20, kConstant = -1;

  int top = kConstant;  // a constant, until it is set

  int gates() const { return (int)own_.size(); }
  const Truth& value(const SignalPool& pool, int net) const {
    return net >= kFirst ? own_[(std::size_t)(net - kFirst)].value : pool.value(net);
  }
  // Returns the value of `top`, which is 0 for a constant.
  Truth value(const SignalPool& pool) const {
    return top == kConstant ? Truth{} : value(pool, top);
  }

  // Adds the gate that acts as `op` if both arguments are complemented so that they are 0 at point `ref`. Sets top.
  int add(const SignalPool& pool, Op op, int a, int b, unsigned ref);
  // Adds an AND of a and b with the inversions that make it equal `target` (or its complement) on `care`, or returns
  // false if this is impossible.
  bool add_product(const SignalPool& pool, int a, int b, const Truth& target, const Truth& care);
  // Adds a table of a, b and c that equals `target` on `care`, or returns false if this is impossible.
  bool add_table(const SignalPool& pool, int a, int b, int c, const Truth& target,
                 const Truth& care);
  // Adds the gates to the pool and returns the net of top.
  int realise(SignalPool& pool) const;

 private:
  struct Own {
    bool is_table;
    Op op;
    std::uint8_t table;
    int a, b, c;
    Truth value;
  };
  int push(const SignalPool& pool, Op op, int a, int b);
  std::vector<Own> own_;
};

}  // namespace hedgerow::circuit
