// Permutations that are made in place: y_i ^= y_j, or y_i ^= a product of y_j and y_k, one step after the other, as
// SKINNY-8, Fantomas, Feistel and chi-like maps are. Each step is undone by itself. From the box's outputs backwards,
// the steps are tried that leave the fewest terms in the algebraic normal forms; the best `width` states go on, until
// the outputs are the inputs.
#include <algorithm>
#include <unordered_set>

#include "compose.hpp"
#include "recognise.hpp"

namespace hedgerow::circuit {
namespace {

struct Step {
  std::uint8_t to, a, b;  // a == b: the sum
  std::uint8_t inverted;  // bit 0: a, bit 1: b
};

// Terms of the algebraic normal form, those of high degree counting more.
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
  std::vector<int> size;  // terms of each
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

  // The steps from the outputs back to the inputs, and where each input stands then.
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

  void consider(const State& s, int parent, const Step& t, std::vector<Candidate>* all) {
    const int size = terms(s.y[t.to] ^ product(s, t), n_);
    if (!size) return;
    all->push_back({s.score + size - s.size[t.to], parent, random_.next(), t});
  }

  void expand() {
    std::vector<Candidate> all;
    const std::vector<State>& now = layers_.back();
    const auto n = (std::uint8_t)n_;
    for (int p = 0; p < (int)now.size(); p++)
      for (std::uint8_t to = 0; to < n; to++)
        for (std::uint8_t a = 0; a < n; a++) {
          if (a == to) continue;
          consider(now[(std::size_t)p], p, {to, a, a, 0}, &all);
          for (std::uint8_t b = 0; b < a; b++)
            for (std::uint8_t i = 0; i < 4 && b != to; i++)
              consider(now[(std::size_t)p], p, {to, a, b, i}, &all);
        }
    std::sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) {
      return std::tie(a.score, a.tie) < std::tie(b.score, b.tie);
    });
    std::vector<State> next;
    for (const Candidate& c : all) {
      if (next.size() >= width_) break;
      State s = now[(std::size_t)c.parent];
      s.y[c.step.to] = s.y[c.step.to] ^ product(s, c.step);
      const bool odd = s.y[c.step.to].at(0);
      s.y[c.step.to] = invert_if(s.y[c.step.to], odd);
      s.size[c.step.to] += c.score - s.score;
      s.score = c.score, s.parent = c.parent, s.step = c.step;
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

// From the inputs at their places, those of `inverted` complemented: all values are 0 then at one and the same input,
// which a NOR would change and its complement does not. Output o is what stands at from[o] in the end.
Netlist circuit_of(const Box& box, const std::vector<Step>& steps, const std::vector<int>& place,
                   unsigned inverted, const std::vector<int>& from) {
  Composer c(box.inputs);
  Nets y, outputs;
  for (const int k : place) y.push_back(c.invert_if((Net)k, inverted >> k & 1));
  for (const Step& s : steps) {
    static constexpr std::uint8_t kTables[] = {kTableAnd, kTableNotAnd, kTableAndNot, kTableOr};
    const Net other = s.a == s.b ? y[s.a] : c.gate(kTables[s.inverted], y[s.a], y[s.b]);
    y[s.to] = c.gate(kTableXor, y[s.to], other);
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
    *result = circuit_of(box, steps, place, 0, straight);
    return is_box(*result, box);
  }
  // The steps that lead from the inverse's outputs to its inputs are the box's own, from its inputs on.
  const Box inverse = inverse_of(box);
  if (!Beam(inverse, random, width, stop).find(&steps, &place)) return false;
  std::vector<int> from(place.size());
  for (std::size_t i = 0; i < place.size(); i++) from[(std::size_t)place[i]] = (int)i;
  std::reverse(steps.begin(), steps.end());
  *result = circuit_of(box, steps, straight, inverse.bytes[0], from);
  return is_box(*result, box);
}

}  // namespace hedgerow::circuit
