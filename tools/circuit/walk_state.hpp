// The state of a walk (walk.hpp): a circuit, the values of its nets on all inputs, and of the gate that is looked at where
// an output depends on it and which nets may decide it.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "optimise.hpp"
#include "random.hpp"
#include "walk.hpp"

namespace hedgerow::circuit {

// Values of nets on all inputs, in as many words of 64 bits as those need.
template <int kWords>
struct Value {
  std::uint64_t w[kWords];
  Value operator&(const Value& o) const {
    Value r;
    for (int i = 0; i < kWords; i++) r.w[i] = w[i] & o.w[i];
    return r;
  }
  Value operator^(const Value& o) const {
    Value r;
    for (int i = 0; i < kWords; i++) r.w[i] = w[i] ^ o.w[i];
    return r;
  }
  Value operator|(const Value& o) const {
    Value r;
    for (int i = 0; i < kWords; i++) r.w[i] = w[i] | o.w[i];
    return r;
  }
  Value operator~() const {
    Value r;
    for (int i = 0; i < kWords; i++) r.w[i] = ~w[i];
    return r;
  }
  bool any() const {
    std::uint64_t r = 0;
    for (int i = 0; i < kWords; i++) r |= w[i];
    return r != 0;
  }
  bool at(unsigned x) const { return w[x >> 6] >> (x & 63) & 1; }
};

// Of each 64 bits one that is set, drawn; the vector is not empty.
template <int kWords>
unsigned draw_bit(const Value<kWords>& v, Random& random) {
  const std::uint64_t r = random.next();
  for (unsigned i = 0;; i++) {
    const unsigned k = ((unsigned)r + i) % kWords;
    if (!v.w[k]) continue;
    const int turn = (int)(r >> 32 & 63);
    return 64 * k + (((unsigned)std::countr_zero(std::rotr(v.w[k], turn)) + (unsigned)turn) & 63);
  }
}

template <int kWords>
class WalkState {
 public:
  using V = Value<kWords>;

  WalkState(const Netlist& n, int fan_in, const WalkOptions& o)
      : n_(n), fan_in_(fan_in), options_(o), random_(o.seed), weight_(o.weights.of(n)) {
    simulate();
  }
  const Netlist& netlist() const { return n_; }
  double weight() const { return weight_; }

 protected:
  static constexpr int kPairs = 32;

  static V apply(const Gate& g, const V& a, const V& b, const V& c) {
    V r{};
    if (g.fan_in == 2) {
      const unsigned t = g.table & 15;
      for (int i = 0; i < kWords; i++)
        r.w[i] = (t & 1 ? ~(a.w[i] | b.w[i]) : 0) | (t & 2 ? a.w[i] & ~b.w[i] : 0) |
                 (t & 4 ? ~a.w[i] & b.w[i] : 0) | (t & 8 ? a.w[i] & b.w[i] : 0);
      return r;
    }
    for (unsigned x = 0; x < 8; x++)
      if (g.table >> x & 1) r = r | ((x & 1 ? a : ~a) & (x & 2 ? b : ~b) & (x & 4 ? c : ~c));
    return r;
  }

  void simulate() {
    value_.resize((std::size_t)n_.nets());
    for (int i = 0; i < n_.inputs; i++) {
      const Truth t = variable(i);
      for (std::size_t k = 0; k < kWords; k++) value_[(std::size_t)i].w[k] = t.w[k];
    }
    for (int i = n_.inputs; i < n_.nets(); i++) {
      const Gate& g = n_.gate(i);
      value_[(std::size_t)i] = apply(g, value_[g.in[0]], value_[g.in[1]], value_[g.in[2]]);
    }
  }

  // care_: where an output changes with `net`; free_: the nets that do not follow it.
  void observe(int net) {
    const std::size_t size = (std::size_t)n_.nets();
    flipped_ = value_;
    follows_.assign(size, 0);
    follows_[(std::size_t)net] = 1;
    flipped_[(std::size_t)net] = ~value_[(std::size_t)net];
    for (int i = net + 1; i < (int)size; i++) {
      const Gate& g = n_.gate(i);
      if (!(follows_[g.in[0]] | follows_[g.in[1]] | follows_[g.in[2]])) continue;
      follows_[(std::size_t)i] = 1;
      flipped_[(std::size_t)i] = apply(g, flipped_[g.in[0]], flipped_[g.in[1]], flipped_[g.in[2]]);
    }
    care_ = V{};
    for (const Output& o : n_.outputs) care_ = care_ | (value_[o.net] ^ flipped_[o.net]);
    free_.clear();
    for (std::size_t i = 0; i < size; i++)
      if (!follows_[i]) free_.push_back((Net)i);
    random_.shuffle(free_);
  }

  // Of 32 pairs of inputs at which the gate differs, which ones each free net tells apart: nets that decide the gate
  // tell apart all of them together.
  void mark() {
    told_.assign(free_.size(), 0);
    for (int k = 0; k < kPairs; k++) {
      const unsigned x = draw_bit(on_, random_), y = draw_bit(off_, random_);
      pairs_[k] = {x, y};
      for (std::size_t i = 0; i < free_.size(); i++) {
        const V& v = value_[free_[i]];
        told_[i] |= (std::uint32_t)(v.at(x) != v.at(y)) << k;
      }
    }
  }
  std::uint32_t told_by(const V& v) const {
    std::uint32_t r = 0;
    for (int k = 0; k < kPairs; k++)
      r |= (std::uint32_t)(v.at(pairs_[k].first) != v.at(pairs_[k].second)) << k;
    return r;
  }

  // The table of a gate with these fan-ins that is right; where they leave a cell open it is drawn.
  bool decide(Gate* g) {
    unsigned table = 0;
    const unsigned cells = 1u << g->fan_in;
    for (unsigned x = 0; x < cells; x++) {
      V cell = on_ | off_;
      for (int i = 0; i < g->fan_in; i++) {
        const V& v = value_[g->in[i]];
        cell = cell & (x >> i & 1 ? v : ~v);
      }
      const bool high = (cell & on_).any(), low = (cell & off_).any();
      if (high && low) return false;
      if (high || (!low && random_.below(2))) table |= 1u << x;
    }
    g->table = (std::uint8_t)(g->fan_in == 2 ? table * 17 : table);
    if (g->fan_in == 2 && g->table == kTableNotAnd)
      *g = {{g->in[1], g->in[0], g->in[1]}, 2, kTableAndNot};
    return true;
  }

  static bool is_plain(std::uint8_t table) {
    return table == kTableAnd || table == kTableOr || table == kTableXor || table == kTableAndNot;
  }

  // Gates in an order that keeps fan-ins first; what was made may read nets that stand later.
  static Netlist sorted(const Netlist& n) {
    std::vector<int> order;
    std::vector<char> mark((std::size_t)n.nets());
    std::vector<int> stack;
    for (const Output& o : n.outputs) stack.push_back(o.net);
    while (!stack.empty()) {
      const int net = stack.back();
      if (net < n.inputs || mark[(std::size_t)net] == 2) {
        stack.pop_back();
      } else if (mark[(std::size_t)net] == 1) {
        mark[(std::size_t)net] = 2;
        order.push_back(net - n.inputs);
        stack.pop_back();
      } else {
        mark[(std::size_t)net] = 1;
        for (int i = 0; i < n.gate(net).fan_in; i++) stack.push_back(n.gate(net).in[i]);
      }
    }
    return reorder(n, order);
  }

  // `made`: the one gate that is new; nothing else has to be looked at when it needs both its fan-ins and is 0 where
  // they are.
  bool accept(const Netlist& changed, int made = -1) {
    const bool plain = made >= 0 && fan_in_ == 2 && is_plain(changed.gate(made).table);
    Netlist r = plain ? sorted(changed) : normalise(sorted(changed));
    const double weight = options_.weights.of(r);
    if (weight > weight_ + 1e-9 &&
        (options_.heat <= 0 ||
         (double)(random_.next() >> 11) * 0x1p-53 >= std::exp((weight_ - weight) / options_.heat)))
      return false;
    n_ = std::move(r);
    for (Gate& g : n_.gates)
      for (int i = g.fan_in; i < 3; i++) g.in[i] = g.in[0];
    weight_ = weight;
    simulate();
    return true;
  }

  Netlist n_;
  int fan_in_;
  const WalkOptions& options_;
  Random random_;
  double weight_;
  std::vector<V> value_, flipped_;
  std::vector<char> follows_;
  std::vector<Net> free_;
  std::vector<std::uint32_t> told_;
  std::pair<unsigned, unsigned> pairs_[kPairs] = {};
  V care_{}, on_{}, off_{};
};

}  // namespace hedgerow::circuit
