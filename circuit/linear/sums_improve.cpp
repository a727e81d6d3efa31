// Local search over terms; implements improved() of sums.hpp.
#include <algorithm>
#include <cmath>

#include "circuit/linear/sums.hpp"

namespace hedgerow::circuit {
namespace {

using Terms = std::vector<int>;

Terms sum(const Terms& a, const Terms& b) {
  Terms r;
  std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(r));
  return r;
}
Terms shared(const Terms& a, const Terms& b) {
  Terms r;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(r));
  return r;
}

class LocalSearch {
 public:
  LocalSearch(const Sums& s, int fan_in, Random& random)
      : inputs_(s.inputs), fan_in_(fan_in), random_(random), readers_((std::size_t)s.nodes()) {
    terms_.resize((std::size_t)inputs_);
    for (const Terms& t : s.terms) terms_.push_back(t);
    for (int i = inputs_; i < (int)terms_.size(); i++) {
      alive_.push_back(i);
      gates_ += gates(terms_[(std::size_t)i]);
      for (const int t : terms_[(std::size_t)i]) readers_[(std::size_t)t].push_back(i);
    }
    outputs_ = s.outputs;
    for (const int o : outputs_) readers_[(std::size_t)o].push_back(kOutput);
  }

  int gates() const { return gates_; }

  void step(double temperature) {
    temperature_ = temperature;
    const int node = alive_[random_.below(alive_.size())];
    switch (random_.below(3)) {
      case 0:
        return inline_term(node);
      case 1:
        return substitute(node);
      default:
        return extract(node);
    }
  }

  Sums result() const {
    Sums r{inputs_, {}, outputs_};
    std::vector<int> place(terms_.size(), -1);
    for (int i = 0; i < inputs_; i++) place[(std::size_t)i] = i;
    for (std::size_t placed = 0; placed < alive_.size();)
      for (const int node : alive_) {
        const Terms& terms = terms_[(std::size_t)node];
        const auto ready = [&](int t) { return place[(std::size_t)t] >= 0; };
        if (ready(node) || !std::all_of(terms.begin(), terms.end(), ready)) continue;
        Terms moved;
        for (const int t : terms) moved.push_back(place[(std::size_t)t]);
        std::sort(moved.begin(), moved.end());
        place[(std::size_t)node] = r.nodes();
        r.terms.push_back(moved);
        placed++;
      }
    for (int& o : r.outputs) o = place[(std::size_t)o];
    return r;
  }

 private:
  static constexpr int kOutput = -1;

  int gates(const Terms& t) const { return fan_in_ == 2 ? (int)t.size() - 1 : (int)t.size() / 2; }
  bool accepts(int more) {
    return more <= 0 || (double)(random_.next() >> 11) * 0x1p-53 < std::exp(-more / temperature_);
  }
  bool depends(int node, int on) const {
    if (node == on) return true;
    for (const int t : terms_[(std::size_t)node])
      if (t >= inputs_ && depends(t, on)) return true;
    return false;
  }
  int reader_of(int node) {
    const auto& r = readers_[(std::size_t)node];
    return r[random_.below(r.size())];
  }
  int term_of(int node) {
    const Terms& t = terms_[(std::size_t)node];
    return t[random_.below(t.size())];
  }

  void set(int node, const Terms& now) {
    const Terms before = terms_[(std::size_t)node];
    gates_ += gates(now) - (before.empty() ? 0 : gates(before));
    terms_[(std::size_t)node] = now;
    for (const int t : now) readers_[(std::size_t)t].push_back(node);
    for (const int t : before) drop(t, node);
  }
  void drop(int node, int reader) {
    auto& r = readers_[(std::size_t)node];
    r.erase(std::find(r.begin(), r.end(), reader));
    if (!r.empty() || node < inputs_) return;
    const Terms before = terms_[(std::size_t)node];
    gates_ -= gates(before);
    terms_[(std::size_t)node].clear();
    std::erase(alive_, node);
    free_.push_back(node);
    for (const int t : before) drop(t, node);
  }
  int fresh() {
    if (free_.empty()) {
      terms_.emplace_back();
      readers_.emplace_back();
      free_.push_back((int)terms_.size() - 1);
    }
    const int node = free_.back();
    free_.pop_back();
    alive_.push_back(node);
    return node;
  }

  // Replaces a term of the node by the terms of that term.
  void inline_term(int node) {
    const int t = term_of(node);
    if (t < inputs_) return;
    const Terms now = sum(sum(terms_[(std::size_t)node], {t}), terms_[(std::size_t)t]);
    const int saved = readers_[(std::size_t)t].size() == 1 ? gates(terms_[(std::size_t)t]) : 0;
    const int more = gates(now) - gates(terms_[(std::size_t)node]) - saved;
    if (now.size() > 1 && accepts(more)) set(node, now);
  }

  // Makes another node that shares a term with this node a term of this node.
  void substitute(int node) {
    const int other = reader_of(term_of(node));
    if (other == kOutput || other == node) return;
    const Terms now = sum(sum(terms_[(std::size_t)node], terms_[(std::size_t)other]), {other});
    if (now.size() < 2 || !accepts(gates(now) - gates(terms_[(std::size_t)node]))) return;
    if (!depends(other, node)) set(node, now);
  }

  // Makes a node of the common part of two nodes. All other nodes that contain the part use it too.
  void extract(int node) {
    const int other = reader_of(term_of(node));
    if (other == kOutput || other == node) return;
    Terms part = shared(terms_[(std::size_t)node], terms_[(std::size_t)other]);
    while (part.size() > 2 && random_.below(3) == 0)
      part.erase(part.begin() + (std::ptrdiff_t)random_.below(part.size()));
    if (part.size() < 2) return;
    Terms readers;
    int more = gates(part);
    for (const int n : readers_[(std::size_t)part[0]]) {
      if (n == kOutput || !std::includes(terms_[(std::size_t)n].begin(),
                                         terms_[(std::size_t)n].end(), part.begin(), part.end()))
        continue;
      if (terms_[(std::size_t)n].size() == part.size()) return;
      readers.push_back(n);
      Terms rest(terms_[(std::size_t)n].size() - part.size() + 1);
      more += gates(rest) - gates(terms_[(std::size_t)n]);
    }
    if (!accepts(more)) return;
    const int made = fresh();
    readers_[(std::size_t)made].push_back(kHold);
    set(made, part);
    for (const int n : readers) set(n, sum(sum(terms_[(std::size_t)n], part), {made}));
    drop(made, kHold);
  }
  static constexpr int kHold = -2;

  int inputs_, fan_in_, gates_ = 0;
  double temperature_ = 0;
  Random& random_;
  std::vector<Terms> terms_, readers_;
  std::vector<int> outputs_, alive_, free_;
};

}  // namespace

Sums improved(const Sums& s, int fan_in, std::uint64_t steps, Random& random,
              const std::atomic<bool>& stop) {
  if (s.terms.empty()) return s;
  LocalSearch local(s, fan_in, random);
  Sums best = s;
  int least = local.gates();
  for (std::uint64_t i = 0; i < steps && !stop; i++) {
    local.step(0.02 + 0.18 * (double)(steps - i) / (double)steps);
    if (local.gates() >= least) continue;
    least = local.gates();
    best = local.result();
  }
  return best;
}

}  // namespace hedgerow::circuit
