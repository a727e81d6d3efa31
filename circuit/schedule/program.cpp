// Allocates the registers of a program and decides which values wait in memory.
#include "circuit/schedule/program.hpp"

#include "circuit/core/error.hpp"

namespace hedgerow::circuit {
namespace {

using Size = std::size_t;

class ProgramMaker {
 public:
  ProgramMaker(const Elements& e, const Order& order, const Registers& registers)
      : e_(e),
        registers_(registers),
        left_((Size)e.values()),
        values_((Size)e.values()),
        held_((Size)registers.count, -1) {
    for (int v = 0; v < e.inputs; v++) values_[(Size)v].in_memory = true;
    gather(order);
    for (at_ = 0; at_ < (int)gates_.size(); at_++) run(gates_[(Size)at_]);
  }
  Program program() { return std::move(p_); }

 private:
  static constexpr int kNever = 1 << 20;
  struct Instruction {
    Op op = Op::kXor;
    int d = 0, a = 0, b = 0;
    int next_a = 0, next_b = 0;  // the next instructions that read the operands
  };
  struct Value {
    int next = kNever, at = -1, spill = -1;  // at: its register
    bool in_memory = false;
  };
  Value& value(int v) { return values_[(Size)v]; }

  // Collects the instructions of the elements in their order. A sum of n terms has n - 1 instructions.
  void gather(const Order& order) {
    std::vector<int> seen((Size)e_.values()), first((Size)e_.values());
    std::vector<bool> used(e_.of.size());
    const auto whole = [&](int v) { return v < e_.inputs || seen[(Size)v] == e_.parts[(Size)v]; };
    const Error wrong("the order is not one of this round's elements; search for a new one");
    if (order.size() != e_.of.size()) throw wrong;
    for (const int which : order) {
      if (which < 0 || which >= (int)e_.of.size() || used[(Size)which]) throw wrong;
      used[(Size)which] = true;
      const Element& x = e_.of[(Size)which];
      if (!whole(x.a) || (!x.term && !whole(x.b))) throw wrong;
      const int before = seen[(Size)x.value]++;
      if (x.term && before == 0) {
        first[(Size)x.value] = x.a;
        continue;
      }
      if (x.term)
        gates_.push_back({x.op, x.value, before == 1 ? first[(Size)x.value] : x.value, x.a});
      else
        gates_.push_back({x.op, x.value, x.a, x.b});
      left_[(Size)x.value]++;
    }
    for (int i = (int)gates_.size() - 1; i >= 0; i--) {
      Instruction& g = gates_[(Size)i];
      g.next_a = value(g.a).next, g.next_b = value(g.b).next;
      value(g.a).next = value(g.b).next = i;
    }
  }
  Step& step(Step::Kind kind) {
    p_.steps.emplace_back().kind = kind;
    return p_.steps.back();
  }
  void place(Step& s, int v) {
    const int output = e_.output[(Size)v];
    if (v < e_.inputs) {
      s.place = Step::kInput, s.memory = v;
    } else if (left_[(Size)v] == 0 && output >= 0) {
      s.place = Step::kOutput, s.memory = output;
    } else {
      if (value(v).spill < 0) value(v).spill = p_.spills++;
      s.place = Step::kSpill, s.memory = value(v).spill;
    }
  }
  void put(int v) {
    Step& s = step(Step::kStore);
    s.a = value(v).at;
    place(s, v);
    value(v).in_memory = true;
  }
  void release(int v) {
    if (value(v).at >= 0) held_[(Size)value(v).at] = -1;
    value(v).at = -1;
  }
  int free_register(int keep, int keep_too) {
    int best = -1, latest = -kNever;
    for (int r = 0; r < registers_.count; r++) {
      const int v = held_[(Size)r];
      if (v < 0) return r;
      // Prefers to drop values that are in memory, and drops an incomplete sum last.
      const int until =
          value(v).next + (value(v).in_memory ? 8 : 0) - (left_[(Size)v] > 0 ? 100 : 0);
      if (v != keep && v != keep_too && until > latest) best = r, latest = until;
    }
    const int v = held_[(Size)best];
    if (!value(v).in_memory) put(v);
    release(v);
    return best;
  }
  void hold(int v, int r) { held_[(Size)r] = v, value(v).at = r; }
  void bring(int v, int keep) {
    if (value(v).at >= 0) return;
    const int r = free_register(keep, v);
    Step& s = step(Step::kLoad);
    s.d = r;
    place(s, v);
    hold(v, r);
  }
  bool loaded(int v) const { return v >= registers_.first_loaded && v < e_.inputs; }
  // Says whether the operands should be exchanged, because a needs a register and b may be in memory.
  bool turned(const Instruction& g) {
    if (g.op == Op::kAndNot || value(g.a).at >= 0) return false;
    return value(g.b).at >= 0 || (!loaded(g.a) && (loaded(g.b) || g.next_b < g.next_a));
  }
  void run(Instruction g) {
    value(g.a).next = g.next_a, value(g.b).next = g.next_b;
    if (turned(g)) std::swap(g.a, g.b), std::swap(g.next_a, g.next_b);
    bring(g.a, g.b);
    const bool folded = value(g.b).at < 0 && !loaded(g.b) && g.next_b - at_ >= registers_.keep_for;
    if (!folded) bring(g.b, g.a);
    Step s = {folded ? Step::kGateFromMemory : Step::kGate, g.op};
    s.a = value(g.a).at;
    if (folded) place(s, g.b);
    if (!folded) s.b = value(g.b).at;
    for (const int v : {g.a, g.b})
      if (value(v).next == kNever && v != g.d) release(v);
    if (value(g.d).at < 0) hold(g.d, free_register(g.a, g.b));
    s.d = value(g.d).at;
    value(g.d).in_memory = false;
    left_[(Size)g.d]--;
    p_.steps.push_back(s);
    if (left_[(Size)g.d] > 0 || e_.output[(Size)g.d] < 0) return;
    put(g.d);
    if (value(g.d).next == kNever) release(g.d);
  }

  const Elements& e_;
  const Registers& registers_;
  int at_ = 0;
  std::vector<Instruction> gates_;
  std::vector<int> left_;  // number of instructions that still add to the value
  std::vector<Value> values_;
  std::vector<int> held_;  // the value in each register, or -1
  Program p_;
};

}  // namespace

Program make_program(const Elements& e, const Order& order, const Registers& registers) {
  if (registers.count < 3) throw Error("a program needs at least 3 registers");
  return ProgramMaker(e, order, registers).program();
}

}  // namespace hedgerow::circuit
