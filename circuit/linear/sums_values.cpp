// Local search over the values of a linear circuit of two-input gates.
//
// The state is a set of nodes with distinct values. Each node is an input or the sum of two others. For example, if o =
// c + d, then a gate t = a + o may become t = (a + c) + d. The search looks up the value a + c: if a node already has
// it, perhaps because terms cancel, the step adds no gate, and o may have lost its last reader. A gate may also become
// the sum of any two nodes that add up to its value.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "circuit/core/error.hpp"
#include "circuit/linear/sums.hpp"

namespace hedgerow::circuit {
namespace {

using Value = std::array<std::uint64_t, kMostValueInputs / 64>;  // bit i: input i is in the sum

Value operator^(Value a, const Value& b) {
  for (std::size_t i = 0; i < a.size(); i++) a[i] ^= b[i];
  return a;
}

// A hash table from values to nodes with open addressing. At most a quarter of the places is used.
class NodeOfValue {
 public:
  explicit NodeOfValue(std::size_t most) : places_(std::bit_ceil(4 * most)) {}

  int find(const Value& v) const {
    for (std::size_t i = home(v);; i = next(i))
      if (places_[i].node < 0 || places_[i].value == v) return places_[i].node;
  }
  void add(const Value& v, int node) {
    std::size_t i = home(v);
    while (places_[i].node >= 0) i = next(i);
    places_[i] = {v, node};
  }
  void remove(const Value& v) {
    std::size_t gap = home(v);
    while (places_[gap].value != v || places_[gap].node < 0) gap = next(gap);
    // Later entries move up, unless their home lies after the gap.
    for (std::size_t i = next(gap); places_[i].node >= 0; i = next(i)) {
      if (distance(home(places_[i].value), i) < distance(gap, i)) continue;
      places_[gap] = places_[i];
      gap = i;
    }
    places_[gap].node = -1;
  }

 private:
  struct Place {
    Value value{};
    int node = -1;
  };
  std::size_t home(const Value& v) const {
    std::uint64_t h = 0;
    for (const std::uint64_t w : v) h = (h ^ w) * 0x9e3779b97f4a7c15u;
    return (h >> 32) & (places_.size() - 1);
  }
  std::size_t next(std::size_t i) const { return (i + 1) & (places_.size() - 1); }
  std::size_t distance(std::size_t from, std::size_t to) const {
    return (to - from) & (places_.size() - 1);
  }
  std::vector<Place> places_;
};

class ValueSearch {
 public:
  ValueSearch(const Sums& s, Random& random) : inputs_(s.inputs), random_(random) {
    std::size_t most = (std::size_t)s.inputs;
    for (const auto& terms : s.terms) most += terms.size();
    most_ = 2 * (int)most;
    node_of_ = NodeOfValue((std::size_t)most_ + (std::size_t)s.inputs);
    for (int i = 0; i < inputs_; i++) {
      Value v{};
      v[(std::size_t)i / 64] = std::uint64_t{1} << i % 64;
      make(v);
    }
    std::vector<int> place;
    for (int i = 0; i < inputs_; i++) place.push_back(i);
    for (const auto& terms : s.terms) {
      int sum = place[(std::size_t)terms[0]];
      for (std::size_t i = 1; i < terms.size(); i++) sum = added(sum, place[(std::size_t)terms[i]]);
      place.push_back(sum);
    }
    for (const int o : s.outputs) {
      outputs_.push_back(place[(std::size_t)o]);
      at(outputs_.back()).outputs++;
    }
    for (int i = (int)nodes_.size() - 1; i >= inputs_; i--)
      if (at(i).place >= 0 && is_unread(i)) remove(i);
  }

  int gates() const { return (int)alive_.size(); }

  // `uphill` is the probability of accepting a step that adds a gate.
  void step(double uphill) {
    const int gate = alive_[random_.below(alive_.size())];
    if (random_.below(8) == 0)
      split_anew(gate);
    else
      regroup(gate, uphill);
  }

  Sums result() const {
    Sums r{inputs_, {}, outputs_};
    std::vector<int> place(nodes_.size(), -1);
    for (int i = 0; i < inputs_; i++) place[(std::size_t)i] = i;
    for (const int gate : alive_) append(gate, place, r);
    for (int& o : r.outputs) o = place[(std::size_t)o];
    return r;
  }

 private:
  struct Node {
    Value value;
    int a = -1, b = -1;
    int outputs = 0;
    int place = -1;  // in alive_; -1 for inputs and for free nodes
    std::vector<int> readers;
    std::uint32_t mark = 0;
  };

  Node& at(int i) { return nodes_[(std::size_t)i]; }
  const Node& at(int i) const { return nodes_[(std::size_t)i]; }
  bool is_unread(int i) const { return at(i).readers.empty() && at(i).outputs == 0; }
  int find(const Value& v) const { return node_of_.find(v); }

  int make(const Value& v) {
    int i = (int)nodes_.size();
    if (free_.empty()) {
      nodes_.emplace_back();
    } else {
      i = free_.back();
      free_.pop_back();
    }
    at(i).value = v;
    node_of_.add(v, i);
    return i;
  }
  int added(int a, int b) {
    const Value v = at(a).value ^ at(b).value;
    if (const int known = find(v); known >= 0) return known;
    if (v == Value{}) throw Error("a sum of the circuit is zero");
    const int i = make(v);
    at(i).a = a;
    at(i).b = b;
    at(a).readers.push_back(i);
    at(b).readers.push_back(i);
    at(i).place = (int)alive_.size();
    alive_.push_back(i);
    return i;
  }
  void remove(int i) {
    node_of_.remove(at(i).value);
    const int last = alive_.back();
    alive_[(std::size_t)at(i).place] = last;
    at(last).place = at(i).place;
    alive_.pop_back();
    at(i).place = -1;
    free_.push_back(i);
    forget(at(i).a, i);
    forget(at(i).b, i);
  }
  void forget(int i, int reader) {
    auto& r = at(i).readers;
    *std::find(r.begin(), r.end(), reader) = r.back();
    r.pop_back();
    if (i >= inputs_ && is_unread(i)) remove(i);
  }
  void set(int gate, int a, int b) {
    const int old_a = at(gate).a, old_b = at(gate).b;
    at(gate).a = a;
    at(gate).b = b;
    at(a).readers.push_back(gate);
    at(b).readers.push_back(gate);
    forget(old_a, gate);
    forget(old_b, gate);
  }

  // Marks `gate` and all nodes that depend on it, because they must not become its operands.
  void mark_dependents(int gate) {
    mark_++;
    queue_.assign(1, gate);
    at(gate).mark = mark_;
    for (std::size_t i = 0; i < queue_.size(); i++)
      for (const int r : at(queue_[i]).readers)
        if (at(r).mark != mark_) {
          at(r).mark = mark_;
          queue_.push_back(r);
        }
  }
  bool is_marked(int i) const { return at(i).mark == mark_; }

  void regroup(int gate, double uphill) {
    int other = at(gate).a, split = at(gate).b;
    if (random_.below(2)) std::swap(other, split);
    if (split < inputs_) return;
    int c = at(split).a, d = at(split).b;
    if (random_.below(2)) std::swap(c, d);
    const Value v = at(other).value ^ at(c).value;
    if (v == Value{}) return;
    if (const int known = find(v); known >= 0) {
      mark_dependents(gate);
      if (!is_marked(known)) set(gate, known, d);
      return;
    }
    const bool frees = at(split).outputs == 0 && at(split).readers.size() == 1;
    if (!frees && ((double)(random_.next() >> 11) * 0x1p-53 >= uphill || gates() >= most_)) return;
    set(gate, added(other, c), d);
  }

  void split_anew(int gate) {
    mark_dependents(gate);
    const std::size_t count = alive_.size() + (std::size_t)inputs_, first = random_.below(count);
    for (std::size_t k = 0; k < count; k++) {
      const std::size_t place = (first + k) % count;
      const int a = place < alive_.size() ? alive_[place] : (int)(place - alive_.size());
      if (is_marked(a) || a == at(gate).a || a == at(gate).b) continue;
      const int b = find(at(gate).value ^ at(a).value);
      if (b >= 0 && !is_marked(b)) return set(gate, a, b);
    }
  }

  void append(int gate, std::vector<int>& place, Sums& r) const {
    if (place[(std::size_t)gate] >= 0) return;
    append(at(gate).a, place, r);
    append(at(gate).b, place, r);
    place[(std::size_t)gate] = r.nodes();
    const int a = place[(std::size_t)at(gate).a], b = place[(std::size_t)at(gate).b];
    r.terms.push_back({std::min(a, b), std::max(a, b)});
  }

  int inputs_, most_ = 0;
  Random& random_;
  std::vector<Node> nodes_;
  std::vector<int> outputs_, alive_, free_, queue_;
  NodeOfValue node_of_{0};
  std::uint32_t mark_ = 0;
};

}  // namespace

Sums improved_by_values(const Sums& s, std::uint64_t steps, double temperature, Random& random,
                        const std::atomic<bool>& stop) {
  if (s.terms.empty() || s.inputs > kMostValueInputs) return s;
  ValueSearch search(s, random);
  Sums best = search.result();
  int least = search.gates();
  constexpr double kCold = 0.1;
  double uphill = 0;
  for (std::uint64_t i = 0; i < steps && least > 0 && !stop; i++) {
    if (i % 1024 == 0)
      uphill =
          std::exp(-1 / (temperature * std::pow(kCold / temperature, (double)i / (double)steps)));
    search.step(uphill);
    if (search.gates() >= least) continue;
    least = search.gates();
    best = search.result();
  }
  return best;
}

}  // namespace hedgerow::circuit
