// Runs the gates of a circuit in an order that a search found, with registers and spills allocated
// at compile time. Compilers neither look so far forward nor keep an order. tools/gate_order.cpp
// searches for the order, and gate_program.hpp runs the result.
//
// A caller runs its circuits (box_*) on Nets instead of vectors, which records their gates; see
// collect_gates. Nets 0 to n-1 are inputs and stay in memory. If the only user of a sum is another
// sum, it becomes a part of that sum, so that its terms can be added in any order. An order
// permutes elements. An element is a term of a sum, or a gate of another kind.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hedgerow {

enum class GateOp : std::uint8_t { kXor, kAnd, kOr, kAndNot };  // kAndNot: ~a & b

template <int kMost>
struct RawGates {
  struct Gate {
    GateOp op = GateOp::kXor;
    int a = 0, b = 0;
  };
  int inputs = 0, count = 0, outputs = 0;
  Gate of[kMost] = {};
  int output[kMost] = {};  // the nets of the outputs
};
template <int kMost>
struct Net {
  RawGates<kMost>* gates = nullptr;
  int id = 0;
  constexpr Net with(GateOp op, Net b) const {
    gates->of[gates->count] = {op, id, b.id};
    return {gates, gates->inputs + gates->count++};
  }
};
#define HR_NET_OP(name, op)                               \
  template <int kMost>                                    \
  constexpr Net<kMost> name(Net<kMost> a, Net<kMost> b) { \
    return a.with(GateOp::op, b);                         \
  }
HR_NET_OP(xor2, kXor)
HR_NET_OP(and2, kAnd)
HR_NET_OP(or2, kOr)
HR_NET_OP(andnot, kAndNot)
#undef HR_NET_OP

// The values are the inputs, then the gates and whole sums. `of` has the elements in their first
// order.
template <int kMost>
struct Elements {
  struct Element {
    GateOp op = GateOp::kXor;
    bool term = false;  // a term of a sum, which is a alone
    int value = 0, a = 0, b = 0;
  };
  int inputs = 0, values = 0, count = 0;
  Element of[2 * kMost] = {};
  int parts[2 * kMost] = {};   // the elements of each value
  int output[2 * kMost] = {};  // for each value, the number of its output, or -1
};

template <int kMost>
class ElementsMaker {
 public:
  constexpr explicit ElementsMaker(const RawGates<kMost>& raw) : g_(raw) {
    r_.inputs = r_.values = g_.inputs;
    for (int& o : r_.output) o = -1;
    for (int i = 0; i < g_.inputs; i++) value_[i] = i;
    for (int i = 0; i < g_.count; i++) use(g_.of[i].a, i), use(g_.of[i].b, i);
    // an output stays live until the end
    for (int i = 0; i < g_.outputs; i++) uses_[g_.output[i]] = 2 * kMost;
    for (int i = 0; i < g_.count; i++)
      if (!merged(g_.inputs + i)) add(g_.inputs + i);
    for (int i = 0; i < g_.outputs; i++) r_.output[value_[g_.output[i]]] = i;
  }
  constexpr Elements<kMost> elements() const { return r_; }

 private:
  constexpr void use(int net, int by) { uses_[net]++, user_[net] = by; }
  constexpr bool merged(int net) const {
    return net >= g_.inputs && g_.of[net - g_.inputs].op == GateOp::kXor && uses_[net] == 1 &&
           g_.of[user_[net]].op == GateOp::kXor;
  }
  constexpr void element(GateOp op, bool term, int value, int a, int b) {
    r_.of[r_.count++] = {op, term, value, a, b};
    r_.parts[value]++;
  }
  constexpr void terms(int net, int value) {
    if (!merged(net)) return element(GateOp::kXor, true, value, value_[net], 0);
    terms(g_.of[net - g_.inputs].a, value);
    terms(g_.of[net - g_.inputs].b, value);
  }
  constexpr void add(int net) {
    const auto& x = g_.of[net - g_.inputs];
    const int value = value_[net] = r_.values++;
    if (x.op != GateOp::kXor) return element(x.op, false, value, value_[x.a], value_[x.b]);
    terms(x.a, value);
    terms(x.b, value);
  }
  const RawGates<kMost>& g_;
  int value_[2 * kMost] = {}, uses_[2 * kMost] = {}, user_[2 * kMost] = {};
  Elements<kMost> r_ = {};
};

// One operation on registers d, a, b. `memory` replaces b, or is the only operand of a load or a
// store.
struct GateStep {
  enum Kind : std::uint8_t { kGate, kGateFromMemory, kLoad, kStore } kind = kGate;
  GateOp op = GateOp::kXor;
  std::int8_t d = 0, a = 0, b = 0;
  enum Place : std::uint8_t { kInput, kOutput, kSpill } place = kInput;
  std::int16_t memory = 0;  // the number of the input, output or spill
};
template <int kMost>
struct GateProgram {
  int count = 0, spills = 0;
  GateStep of[2 * kMost] = {};
};

// Allocates registers by next use: the value with the latest next use gives up its register, and is
// stored unless it is already in memory.
template <int kMost, int kRegisters>
class GateProgramMaker {
 public:
  // order[i] is the element at place i; null keeps the first order. Inputs from `first_loaded` on
  // cannot be memory operands.
  constexpr GateProgramMaker(const Elements<kMost>& e, const std::int16_t* order, int first_loaded,
                             int keep_for)
      : e_(e), first_loaded_(first_loaded), keep_for_(keep_for) {
    for (int v = 0; v < e.values; v++)
      register_[v] = -1, in_memory_[v] = v < e.inputs, spill_[v] = -1;
    for (int& v : held_) v = -1;
    gather(order);
    for (at_ = 0; at_ < gates_; at_++) gate();
  }
  constexpr GateProgram<kMost> program() const { return p_; }
  // true if each element occurs once, after the elements that it reads
  constexpr bool valid() const { return valid_; }

 private:
  static constexpr int kNever = 1 << 20;
  struct Gate {
    GateOp op = GateOp::kXor;
    // next_*: the next gate that reads the operand
    int d = 0, a = 0, b = 0, next_a = 0, next_b = 0;
  };

  constexpr void gather(const std::int16_t* order) {
    int seen[2 * kMost] = {}, first[2 * kMost] = {};
    bool used[2 * kMost] = {};
    const auto whole = [&](int v) { return v < e_.inputs || seen[v] == e_.parts[v]; };
    for (int i = 0; i < e_.count; i++) {
      const int which = order ? order[i] : i;
      if (which < 0 || which >= e_.count || used[which]) valid_ = false;
      if (!valid_) return;
      used[which] = true;
      const auto& x = e_.of[which];
      if (!whole(x.a) || (!x.term && !whole(x.b))) valid_ = false;
      const int before = seen[x.value]++;
      if (x.term && before == 0) first[x.value] = x.a;
      if (x.term && before == 0) continue;
      if (!x.term) gate_[gates_++] = {x.op, x.value, x.a, x.b};
      if (x.term) gate_[gates_++] = {x.op, x.value, before == 1 ? first[x.value] : x.value, x.a};
      left_[x.value]++;
    }
    for (int& n : next_) n = kNever;
    for (int i = gates_ - 1; i >= 0; i--) {
      Gate& g = gate_[i];
      g.next_a = next_[g.a], g.next_b = next_[g.b];
      next_[g.a] = next_[g.b] = i;
    }
  }
  constexpr GateStep& step(typename GateStep::Kind kind) {
    GateStep& s = p_.of[p_.count++];
    s.kind = kind;
    return s;
  }
  constexpr void place(GateStep& s, int v) {
    s.place = v < e_.inputs                        ? GateStep::kInput
              : left_[v] == 0 && e_.output[v] >= 0 ? GateStep::kOutput
                                                   : GateStep::kSpill;
    if (s.place == GateStep::kSpill && spill_[v] < 0) spill_[v] = p_.spills++;
    s.memory = (std::int16_t)(v < e_.inputs                  ? v
                              : s.place == GateStep::kOutput ? e_.output[v]
                                                             : spill_[v]);
  }
  constexpr void put(int v) {
    GateStep& s = step(GateStep::kStore);
    s.a = (std::int8_t)register_[v];
    place(s, v);
    in_memory_[v] = true;
  }
  constexpr void release(int v) {
    if (register_[v] >= 0) held_[register_[v]] = -1;
    register_[v] = -1;
  }
  constexpr int free_register(int keep, int keep_too) {
    int best = -1, latest = -kNever;
    for (int r = 0; r < kRegisters; r++) {
      const int v = held_[r];
      if (v < 0) return r;
      // Prefers to drop values that are in memory, and drops an incomplete sum last.
      const int until = next_[v] + (in_memory_[v] ? 8 : 0) - (left_[v] > 0 ? 100 : 0);
      if (v != keep && v != keep_too && until > latest) best = r, latest = until;
    }
    const int v = held_[best];
    if (!in_memory_[v]) put(v);
    release(v);
    return best;
  }
  constexpr void hold(int v, int r) { held_[r] = v, register_[v] = r; }
  constexpr void bring(int v, int keep) {
    if (register_[v] >= 0) return;
    const int r = free_register(keep, v);
    GateStep& s = step(GateStep::kLoad);
    s.d = (std::int8_t)r;
    place(s, v);
    hold(v, r);
  }
  constexpr bool loaded(int v) const { return v >= first_loaded_ && v < e_.inputs; }
  constexpr void gate() {
    Gate g = gate_[at_];
    const auto turn = [&] {
      const Gate old = g;
      g.a = old.b, g.b = old.a, g.next_a = old.next_b, g.next_b = old.next_a;
    };
    next_[g.a] = g.next_a, next_[g.b] = g.next_b;
    if (g.op != GateOp::kAndNot && register_[g.a] < 0 &&
        (register_[g.b] >= 0 || (!loaded(g.a) && (loaded(g.b) || g.next_b < g.next_a))))
      turn();
    bring(g.a, g.b);
    const bool folded = register_[g.b] < 0 && !loaded(g.b) && g.next_b - at_ >= keep_for_;
    if (!folded) bring(g.b, g.a);
    GateStep s = {folded ? GateStep::kGateFromMemory : GateStep::kGate, g.op};
    s.a = (std::int8_t)register_[g.a];
    if (folded) place(s, g.b);
    if (!folded) s.b = (std::int8_t)register_[g.b];
    if (next_[g.a] == kNever && g.a != g.d) release(g.a);
    if (next_[g.b] == kNever && g.b != g.d) release(g.b);
    if (register_[g.d] < 0) hold(g.d, free_register(g.a, g.b));
    s.d = (std::int8_t)register_[g.d];
    in_memory_[g.d] = false;
    left_[g.d]--;
    p_.of[p_.count++] = s;
    if (left_[g.d] > 0 || e_.output[g.d] < 0) return;
    put(g.d);
    if (next_[g.d] == kNever) release(g.d);
  }

  const Elements<kMost>& e_;
  const int first_loaded_, keep_for_;
  bool valid_ = true;
  int gates_ = 0, at_ = 0;
  Gate gate_[2 * kMost] = {};
  int next_[2 * kMost] = {}, left_[2 * kMost] = {}, register_[2 * kMost] = {},
                spill_[2 * kMost] = {};
  bool in_memory_[2 * kMost] = {};
  int held_[kRegisters] = {};
  GateProgram<kMost> p_ = {};
};

}  // namespace hedgerow
