// The signals of a circuit under construction. Every signal is 0 at input 0: the gates AND, AND-NOT
// (both ways), OR and XOR keep that, a table of three inputs is complemented where it does not, and
// every function or its complement has it, so that polarities need no thought until the outputs.
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
// The operation that acts on a and b as `op` does on a or its complement and b or its, up to a
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

  // An existing net of the same value, or a new gate.
  int add(Op op, int a, int b);
  int add(std::uint8_t table, int a, int b, int c);
  void roll_back(int size);

  // The gates from net `from` on, and how to add them again.
  std::vector<Gate> records(int from) const;
  void replay(const std::vector<Gate>& records);

  // `nets` as outputs for `targets`, with NOTs where the values are complements; no dead gates.
  Netlist netlist(const std::vector<int>& nets, const std::vector<Truth>& targets) const;

 private:
  int inputs_;
  std::vector<Truth> value_;
  int add(const Truth& value, const Gate& gate);
  std::vector<Gate> record_;
  std::unordered_map<Truth, int, TruthHash> net_of_;
};

// A few gates over a pool that are not in it yet. Nets from kFirst on are the expression's own.
class Expression {
 public:
  static constexpr int kFirst = 1 << 20, kConstant = -1;

  int top = kConstant;  // a constant, until set

  int gates() const { return (int)own_.size(); }
  const Truth& value(const SignalPool& pool, int net) const {
    return net >= kFirst ? own_[(std::size_t)(net - kFirst)].value : pool.value(net);
  }
  // The value of `top`; a constant reads as 0.
  Truth value(const SignalPool& pool) const {
    return top == kConstant ? Truth{} : value(pool, top);
  }

  // `op` as seen from point `ref`, at which both arguments read as 0; sets top.
  int add(const SignalPool& pool, Op op, int a, int b, unsigned ref);
  // a AND b with whatever inversions make it `target` (or its complement) on `care`; false if none.
  bool add_product(const SignalPool& pool, int a, int b, const Truth& target, const Truth& care);
  // A table of a, b and c that is `target` on `care`; false if none.
  bool add_table(const SignalPool& pool, int a, int b, int c, const Truth& target,
                 const Truth& care);
  // Into the pool: the net of top.
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
