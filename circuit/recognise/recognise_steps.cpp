// Recognises permutations that are computed in place by a sequence of steps: y_i ^= y_j, or y_i ^= a product of y_j and
// y_k, or chi on three of them. Examples are unbalanced MISTY networks, Feistel networks and chi-like maps.
//
// Each step is its own inverse. A beam search starts at the outputs of the box and undoes steps until the outputs equal
// the inputs. It prefers the steps that leave the fewest terms in the algebraic normal forms, and continues with the
// best `width` states.
#include <algorithm>
#include <unordered_set>

#include "circuit/core/compose.hpp"
#include "circuit/recognise/recognise.hpp"

namespace hedgerow::circuit {
namespace {

struct Step {
  std::uint8_t to, a, b;  // a == b: adds y_a only
  // Bit 0 complements a, bit 1 complements b. For chi: kChi plus a bit for each of the three that is complemented
  // before and after.
  std::uint8_t inverted;
};

// Chi on w = (to, a, b) replaces each w_i by w_i ^ (~w_i+1 & w_i+2), with i modulo 3. It is its own inverse.
constexpr std::uint8_t kChi = 8;
bool is_chi(const Step& s) { return s.inverted & kChi; }
// Returns the new w_i of chi as a step with one product.
Step of_chi(const Step& s, int i) {
  const std::uint8_t w[] = {s.to, s.a, s.b};
  const auto j = (std::size_t)(i + 1) % 3, k = (std::size_t)(i + 2) % 3;
  const bool first = !(s.inverted >> j & 1), second = s.inverted >> k & 1;
  return {w[(std::size_t)i], w[j], w[k], (std::uint8_t)(first | second << 1)};
}
// Changes the complements of chi so that all values are 0 at the same input again. This is needed if chi has computed a
// one from zeros.
Step turned(Step s) {
  if (!is_chi(s)) return s;
  unsigned ones = 0;
  for (int i = 0; i < 3; i++) ones |= (unsigned)(of_chi(s, i).inverted == 3) << i;
  s.inverted ^= (std::uint8_t)ones;
  return s;
}

// Returns the weight of the terms of the algebraic normal form. Terms of high degree weigh more.
int terms(Truth f, int inputs) {
  static constexpr std::uint64_t kMask[6] = {0x5555555555555555, 0x3333333333333333,
                                             0x0f0f0f0f0f0f0f0f, 0x00ff00ff00ff00ff,
                                             0x0000ffff0000ffff, 0x00000000ffffffff};
  for (int i = 0; i < std::min(inputs, 6); i++)
    for (std::uint64_t& w : f.w) w ^= (w & kMask[i]) << (1 << i);
  if (inputs > 6) f.w[1] ^= f.w[0], f.w[3] ^= f.w[2];
  if (inputs > 7) f.w[2] ^= f.w[0], f.w[3] ^= f.w[1];
  static const std::array<Truth, 9> by_degree = [] {
    std::array<Truth, 9> r{};
    for (unsigned x = 0; x < 256; x++) r[(std::size_t)std::popcount(x)].set(x);
    return r;
  }();
  if (inputs < 6) f.w[0] &= (std::uint64_t{1} << (1 << inputs)) - 1;
  if (inputs < 7) f.w[1] = 0;
  if (inputs < 8) f.w[2] = f.w[3] = 0;
  f.w[0] &= ~std::uint64_t{1};
  int r = 0;
  for (int d = 1; d <= inputs; d++)
    r += (d == 1 ? 2 : d + 2) * (f & by_degree[(std::size_t)d]).count();
  return r;
}

struct State {
  std::vector<Truth> y;
  std::vector<int> size;  // number of terms of each
  int score = 0, parent = -1;
  Step step{};
};

struct Candidate {
  int score, parent;
  std::uint64_t tie;
  Step step;
};

Truth product(const State& s, const Step& t) {
  const Truth a = invert_if(s.y[t.a], t.inverted & 1);
  return t.a == t.b ? a : a & invert_if(s.y[t.b], t.inverted & 2);
}

class Beam {
 public:
  Beam(const Box& box, Random& random, std::size_t width, const std::atomic<bool>& stop)
      : n_(box.inputs), random_(random), width_(width), stop_(stop) {
    State s;
    for (const Truth& f : box.outputs) {
      s.y.push_back(invert_if(f, f.at(0)));
      s.size.push_back(terms(s.y.back(), n_));
      s.score += s.size.back();
    }
    layers_.push_back({s});
  }

  // Finds the steps from the outputs back to the inputs, and the final position of each input.
  bool find(std::vector<Step>* steps, std::vector<int>* place) {
    int least = layers_[0][0].score, idle = 0;
    for (int depth = 0; depth < 80 && idle < 8 && !stop_; depth++) {
      for (std::size_t i = 0; i < layers_.back().size(); i++)
        if (layers_.back()[i].score == 2 * n_) return trace(i, steps, place);
      expand();
      if (layers_.back().empty()) return false;
      const int now = layers_.back()[0].score;
      idle = now < least ? 0 : idle + 1;
      least = std::min(least, now);
    }
    return false;
  }

 private:
  bool trace(std::size_t i, std::vector<Step>* steps, std::vector<int>* place) const {
    for (int o = 0; o < n_; o++)
      for (int k = 0; k < n_; k++)
        if (layers_.back()[i].y[(std::size_t)o] == variable(k)) place->push_back(k);
    for (std::size_t layer = layers_.size() - 1; layer > 0; layer--) {
      steps->push_back(layers_[layer][i].step);
      i = (std::size_t)layers_[layer][i].parent;
    }
    return place->size() == (std::size_t)n_;
  }

  // Returns the number of terms that a step adds to y_to, or kNothing if y_to would become 0.
  static constexpr int kNothing = 1 << 20;
  int added(const State& s, const Step& t) const {
    const int size = terms(s.y[t.to] ^ product(s, t), n_);
    return size ? size - s.size[t.to] : kNothing;
  }

  void consider(const State& s, int parent, std::vector<Candidate>* all) {
    const auto n = (std::uint8_t)n_;
    int more[8][8][8][4];  // [to][a][b][inverted]
    const auto give = [&](const Step& t, int by) {
      if (by < kNothing / 2) all->push_back({s.score + by, parent, random_.next(), t});
    };
    for (std::uint8_t to = 0; to < n; to++)
      for (std::uint8_t a = 0; a < n; a++) {
        if (a == to) continue;
        give({to, a, a, 0}, added(s, {to, a, a, 0}));
        for (std::uint8_t b = 0; b < a; b++)
          for (std::uint8_t i = 0; i < 4 && b != to; i++) {
            const int by = added(s, {to, a, b, i});
            more[to][a][b][i] = more[to][b][a][i >> 1 | (i & 1) << 1] = by;
            give({to, a, b, i}, by);
          }
      }
    for (std::uint8_t to = 2; to < n; to++)
      for (std::uint8_t a = 1; a < to; a++)
        for (std::uint8_t b = 0; b < a; b++)
          for (std::uint8_t i = kChi; i < 2 * kChi; i++) {
            int by = 0;
            for (int k = 0; k < 3; k++) {
              const Step one = of_chi({to, a, b, i}, k);
              by += more[one.to][one.a][one.b][one.inverted];
            }
            give({to, a, b, i}, by);
          }
  }

  // Replaces the state by the state after a step. All values are 0 at input 0.
  void take(State* s, const Step& t) const {
    std::vector<Truth> y = s->y;
    for (int i = 0; i < (is_chi(t) ? 3 : 1); i++) {
      const Step one = is_chi(t) ? of_chi(t, i) : t;
      Truth& v = y[one.to];
      v = v ^ product(*s, one);
      v = invert_if(v, v.at(0));
      s->size[one.to] = terms(v, n_);
    }
    s->y = std::move(y);
    s->step = t;
  }

  void expand() {
    std::vector<Candidate> all;
    const std::vector<State>& now = layers_.back();
    for (int p = 0; p < (int)now.size(); p++) consider(now[(std::size_t)p], p, &all);
    const auto before = [](const Candidate& a, const Candidate& b) {
      return std::tie(a.score, a.tie) < std::tie(b.score, b.tie);
    };
    if (const std::size_t most = 4 * width_;
        all.size() > most) {  // because many candidates lead to the same state
      std::nth_element(all.begin(), all.begin() + (std::ptrdiff_t)most, all.end(), before);
      all.resize(most);
    }
    std::sort(all.begin(), all.end(), before);
    std::vector<State> next;
    for (const Candidate& c : all) {
      if (next.size() >= width_) break;
      State s = now[(std::size_t)c.parent];
      take(&s, c.step);
      s.score = c.score, s.parent = c.parent;
      std::uint64_t h = 0;
      for (const Truth& y : s.y) h = h * 0x9e3779b97f4a7c15u + TruthHash{}(y);
      if (seen_.insert(h).second) next.push_back(std::move(s));
    }
    layers_.push_back(std::move(next));
  }

  int n_;
  Random& random_;
  std::size_t width_;
  const std::atomic<bool>& stop_;
  std::vector<std::vector<State>> layers_;
  std::unordered_set<std::uint64_t> seen_;
};

Box inverse_of(const Box& box) {
  std::vector<unsigned> t(box.bytes.size());
  for (std::size_t x = 0; x < t.size(); x++) t[box.bytes[x]] = (unsigned)x;
  return make_box(box.name, {t}, box.inputs, true);
}

// Builds the circuit from the inputs at their places; those in `inverted` are complemented. All values are then 0 at
// one and the same input. Output o is the value at from[o] after the last step.
Netlist circuit_of(const Box& box, const std::vector<Step>& steps, const std::vector<int>& place,
                   unsigned inverted, const std::vector<int>& from) {
  Composer c(box.inputs);
  Nets y, outputs;
  for (const int k : place) y.push_back(c.invert_if((Net)k, inverted >> k & 1));
  for (const Step& s : steps) {
    static constexpr std::uint8_t kTables[] = {kTableAnd, kTableNotAnd, kTableAndNot, kTableOr};
    const Nets before = y;
    for (int i = 0; i < (is_chi(s) ? 3 : 1); i++) {
      const Step t = is_chi(s) ? of_chi(s, i) : s;
      const Net other =
          t.a == t.b ? before[t.a] : c.gate(kTables[t.inverted], before[t.a], before[t.b]);
      y[t.to] = c.gate(kTableXor, before[t.to], other);
    }
  }
  for (const int at : from) outputs.push_back(y[(std::size_t)at]);
  Netlist n = c.netlist(outputs);
  const std::vector<Truth> value = simulate(n);
  for (std::size_t o = 0; o < n.outputs.size(); o++)
    n.outputs[o].inverted = value[n.outputs[o].net].at(0) != box.outputs[o].at(0);
  return n;
}

}  // namespace

bool recognise_steps(const Box& box, Random& random, std::size_t width,
                     const std::atomic<bool>& stop, Netlist* result) {
  if (box.linear() || box.outputs.size() != (std::size_t)box.inputs) return false;
  std::vector<bool> seen((std::size_t)box.entries());
  for (const std::uint8_t v : box.bytes) seen[v] = true;
  if (std::find(seen.begin(), seen.end(), false) != seen.end()) return false;
  std::vector<Step> steps;
  std::vector<int> place, straight;
  for (int i = 0; i < box.inputs; i++) straight.push_back(i);
  if (random.next() & 1) {
    if (!Beam(box, random, width, stop).find(&steps, &place)) return false;
    for (Step& s : steps) s = turned(s);
    *result = circuit_of(box, steps, place, 0, straight);
    return is_box(*result, box);
  }
  // The steps from the outputs of the inverse to its inputs are the steps of the box itself, starting at its inputs.
  const Box inverse = inverse_of(box);
  if (!Beam(inverse, random, width, stop).find(&steps, &place)) return false;
  std::vector<int> from(place.size());
  for (std::size_t i = 0; i < place.size(); i++) from[(std::size_t)place[i]] = (int)i;
  std::reverse(steps.begin(), steps.end());
  *result = circuit_of(box, steps, straight, inverse.bytes[0], from);
  return is_box(*result, box);
}

}  // namespace hedgerow::circuit
