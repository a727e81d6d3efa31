// The state of simulated annealing (anneal.hpp): a circuit, the values of its nets at all inputs, and facts about the
// gate that the step examines. These are the inputs at which an output depends on the gate, and the nets that may
// decide it.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "circuit/anneal/anneal.hpp"
#include "circuit/anneal/net_value.hpp"
#include "circuit/anneal/optimise.hpp"
#include "circuit/core/normalise.hpp"
#include "circuit/core/random.hpp"
#include "circuit/search/partial_function.hpp"

namespace hedgerow::circuit {

template <int kWords>
class AnnealState {
 public:
  using V = Value<kWords>;

  AnnealState(const Netlist& n, int fan_in, const AnnealOptions& o)
      : n_(n),
        fan_in_(fan_in),
        options_(o),
        temperature_(o.temperature),
        random_(o.seed),
        weight_(o.weights.of(n)) {
    simulate();
  }
  const Netlist& netlist() const { return n_; }
  double weight() const { return weight_; }
  void set_temperature(double temperature) { temperature_ = temperature; }

 protected:
  static V apply(const Gate& g, const V& a, const V& b, const V& c) {
    V r{};
    if (g.table == kTableAnd) return a & b;
    if (g.table == kTableXor) return a ^ b;
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

  // Sets care_ to the inputs at which an output changes with `net`, and free_ to the nets that do not depend on `net`.
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
    shuffle_free();
  }
  // Shuffles free_. One random number gives three positions of 20 bits each, because a circuit never has more nets than
  // 2^20.
  void shuffle_free() {
    std::uint64_t drawn = 0;
    for (std::size_t i = free_.size(), k = 0; i > 1; i--, k++, drawn >>= 20) {
      if (k % 3 == 0) drawn = random_.next();
      std::swap(free_[i - 1], free_[(std::size_t)((drawn & 0xfffff) * i >> 20)]);
    }
  }

  // Chooses up to 64 pairs of inputs at which the gate has different values, and computes for each free net the pairs
  // that it tells apart. Nets that decide the gate must together tell apart all pairs. A pair consists of input x in
  // one word of the values and input x + turn in another word.
  void mark() {
    pairs_ = 0;
    for (int tries = 0; tries < 4; tries++) {
      const unsigned x = draw_bit(on_, random_), y = draw_bit(off_, random_);
      const Turn t{x >> 6, y >> 6, (int)((y - x) & 63)};
      const std::uint64_t found = (on_.w[t.from] & std::rotr(off_.w[t.to], t.by)) |
                                  (off_.w[t.from] & std::rotr(on_.w[t.to], t.by));
      if (std::popcount(found) > std::popcount(pairs_)) pairs_ = found, turn_ = t;
    }
    distinguished_.resize(free_.size());
    for (std::size_t i = 0; i < free_.size(); i++)
      distinguished_[i] = distinguished_by(value_[free_[i]]);
  }
  std::uint64_t distinguished_by(const V& v) const {
    return (v.w[turn_.from] ^ std::rotr(v.w[turn_.to], turn_.by)) & pairs_;
  }

  // Transposes the matrix in blocks of 64 x 64: bit i of distinguishing_[64 w + x] is bit x of distinguished_[64 w +
  // i]. Row x then has, for pair x, one bit for each free net that tells it apart.
  void transpose_distinguished() {
    distinguishing_.assign((distinguished_.size() + 63) / 64 * 64, 0);
    std::copy(distinguished_.begin(), distinguished_.end(), distinguishing_.begin());
    for (std::size_t w = 0; w < distinguishing_.size(); w += 64) transpose(&distinguishing_[w]);
  }
  // Calls `take` with each free net below `end` that tells apart all pairs of `rest`. The order starts at a random net.
  // Stops and returns true when `take` returns true.
  template <class Take>
  bool any_distinguishing(std::uint64_t rest, std::size_t end, Take&& take) {
    const std::size_t words = (end + 63) / 64;
    if (!words) return false;
    const std::size_t first = random_.below(words);
    for (std::size_t k = 0; k < words; k++) {
      const std::size_t w = k + first < words ? k + first : k + first - words;
      std::uint64_t set = ~std::uint64_t{0};
      if (end - 64 * w < 64) set >>= 64 - (end - 64 * w);
      for (std::uint64_t left = rest; left && set; left &= left - 1)
        set &= distinguishing_[64 * w + (std::size_t)std::countr_zero(left)];
      for (; set; set &= set - 1)
        if (take(64 * w + (std::size_t)std::countr_zero(set))) return true;
    }
    return false;
  }

  // Completes a gate with given fan-ins by a table that is correct at all inputs that matter. Entries that stay
  // undetermined are random. Returns false if no table is correct.
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

  // Says whether the gate is 0 if all fan-ins are 0, and depends on each of them.
  static bool is_plain(const Gate& g) {
    if (g.table & 1) return false;
    for (int i = 0; i < g.fan_in; i++)
      if (!depends_on(g.table, i)) return false;
    return g.fan_in == 3 || g.table != kTableNotAnd;
  }

  // Sorts the gates so that fan-ins come first, and removes those that no output depends on. This is necessary because
  // a changed gate may read a net that comes later.
  void sort(const Netlist& n, Netlist* r) {
    place_.assign((std::size_t)n.nets(), kNowhere);
    for (int i = 0; i < n.inputs; i++) place_[(std::size_t)i] = (Net)i;
    r->inputs = n.inputs;
    r->gates.clear();
    r->outputs = n.outputs;
    stack_.clear();
    for (Output& o : r->outputs) {
      stack_.push_back(o.net);
      while (!stack_.empty()) put(n, r);
      o.net = place_[o.net];
    }
  }
  // Places the net on top of the stack if its fan-ins are placed already. Otherwise it pushes the fan-ins.
  void put(const Netlist& n, Netlist* r) {
    const Net net = stack_.back();
    if (place_[net] != kNowhere) {
      stack_.pop_back();
      return;
    }
    Gate g = n.gate(net);
    const std::size_t size = stack_.size();
    for (int i = 0; i < g.fan_in; i++)
      if (place_[g.in[i]] == kNowhere) stack_.push_back(g.in[i]);
    if (stack_.size() > size) return;
    for (int i = 0; i < 3; i++) g.in[i] = i < g.fan_in ? place_[g.in[i]] : g.in[0];
    place_[net] = (Net)r->nets();
    r->gates.push_back(g);
    stack_.pop_back();
  }

  // Returns a copy of the circuit that a step may change.
  Netlist& scratch() {
    changed_.inputs = n_.inputs;
    changed_.gates = n_.gates;
    changed_.outputs = n_.outputs;
    return changed_;
  }

  // Decides whether the changed circuit replaces the present one. `made` is the number of the only changed gate (apart
  // from new gates that it reads). If it is given and this gate is plain, the other gates need no new examination.
  bool accept(const Netlist& changed, int made = -1) {
    sort(changed, &sorted_);
    if (made < 0 || !is_plain(changed.gate(made))) {
      for (Gate& g : sorted_.gates)
        for (int i = g.fan_in; i < 3; i++) g.in[i] = 0;
      sorted_ = normalise(sorted_);
      for (Gate& g : sorted_.gates)
        for (int i = g.fan_in; i < 3; i++) g.in[i] = g.in[0];
    }
    const double weight = options_.weights.of(sorted_);
    if (weight > weight_ + 1e-9 &&
        (temperature_ <= 0 ||
         (double)(random_.next() >> 11) * 0x1p-53 >= std::exp((weight_ - weight) / temperature_)))
      return false;
    std::swap(n_.gates, sorted_.gates);
    std::swap(n_.outputs, sorted_.outputs);
    weight_ = weight;
    simulate();
    return true;
  }

  static constexpr Net kNowhere = 0xffff;
  Netlist n_;
  int fan_in_;
  const AnnealOptions& options_;
  double temperature_;
  Random random_;
  double weight_;
  std::vector<V> value_, flipped_;
  std::vector<char> follows_;
  std::vector<Net> free_;
  std::vector<std::uint64_t> distinguished_, distinguishing_;
  struct Turn {
    unsigned from, to;  // words of the values
    int by;
  };
  Turn turn_{};
  std::uint64_t pairs_ = 0;  // bit x: the pair with input x of word `from`
  Netlist sorted_, changed_;
  std::vector<Net> place_, stack_;
  V care_{}, on_{}, off_{};
};

}  // namespace hedgerow::circuit
