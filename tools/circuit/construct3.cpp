#include "construct3.hpp"

#include <algorithm>

#include "search.hpp"

namespace hedgerow::circuit {
namespace {

constexpr int kConstant = Expression::kConstant;
constexpr int kLeafPoints = 34, kPairPoints = 76;

}  // namespace

int Constructor3::build(const Truth& target, const Truth& care) {
  if (stop_) throw Stopped{};
  const Truth high = target & care;
  if (high.empty() || high == care) return kConstant;
  const int points = care.count();
  if (points <= kLeafPoints) {
    Expression e;
    if (Leaf3(pool_, care).find_smallest(target, 2, random_, &e)) return e.realise(pool_);
  }
  int net;
  if (points <= kPairPoints && build_by_pairs(target, care, &net)) return net;
  return build_by_tree(target, care);
}

int Constructor3::join(int g, int s, int d, const Truth& target, const Truth& care) {
  if (g == kConstant) g = s;
  if (d == kConstant) d = s;
  if (g == s && d == s) return s;
  Expression e;
  if (!e.add_table(pool_, s, g, d, target, care))
    throw std::logic_error("circuit: a split that does not hold");
  return e.realise(pool_);
}

int Constructor3::build_by_tree(const Truth& target, const Truth& care) {
  const int points = care.count(), size = pool_.size();
  const int tries = points > 160 ? effort_.wholes : points > 80 ? effort_.halves : 1;
  std::vector<int> inputs, signals;
  for (int s = 0; s < pool_.size(); s++) {
    const int high = (pool_.value(s) & care).count(), part = std::min(high, points - high);
    if (part * 16 >= points * 7) signals.push_back(s);
    if (part && s < pool_.inputs()) inputs.push_back(s);
  }
  if (signals.empty()) signals = inputs;
  std::vector<Gate> best;
  int least = 1 << 20, net = kConstant;
  for (int i = 0; i < tries; i++) {
    const auto& from = i % 3 == 2 ? signals : inputs;
    const int s = from[random_.below(from.size())];
    const Truth high = care & pool_.value(s);
    const int g = build(target, care & ~high), d = build(target, high);
    const int made = join(g, s, d, target, care);
    if (pool_.size() - size < least) {
      least = pool_.size() - size;
      best = pool_.records(size);
      net = made;
    }
    pool_.roll_back(size);
  }
  pool_.replay(best);
  return net;
}

void Constructor3::attempt(const Leaf3& first, const Leaf3& second, int s, const Truth& target,
                           int g_tables, int d_most, Split* best) {
  int left = 1;
  first.find(target, g_tables, random_, [&](Expression&& g) {
    Expression d;
    const int most = std::min(d_most, best->cost - g.gates() - 2);
    if (most >= 0 && second.find_smallest(target, most, random_, &d))
      *best = {g.gates() + d.gates() + 1, s, std::move(g), std::move(d)};
    return --left == 0;
  });
}

// About 64 points: two tables and one that joins them, or three, or four.
bool Constructor3::build_by_pairs(const Truth& target, const Truth& care, int* net) {
  const int points = care.count();
  std::vector<int> signals;
  for (int s = 0; s < pool_.size(); s++) {
    const int high = (pool_.value(s) & care).count();
    if (std::min(high, points - high) * 4 >= points) signals.push_back(s);
  }
  random_.shuffle(signals);
  Split best;
  for (int round = 0; round < 3; round++) {  // d of one table, of two, g and d of two
    int tried = 0;
    for (const int s : signals) {
      if (stop_) throw Stopped{};
      if (tried++ >= (round < 2 ? effort_.splits : effort_.deep_splits)) break;
      const Truth high = care & pool_.value(s);
      const Leaf3 low(pool_, care & ~high), top(pool_, high);
      const int least = round < 2 ? 0 : 2;
      for (int g = least; g <= (round < 2 ? 1 : 2); g++) {
        attempt(low, top, s, target, g, round ? 2 : 1, &best);
        if (round == 1 && best.cost > 4) attempt(top, low, s, target, g, 2, &best);
      }
      if (best.cost <= 3 + round) break;
    }
    if (best.cost <= 3 + round) break;
  }
  if (best.s < 0) return false;
  const int g = best.g.top == kConstant ? kConstant : best.g.realise(pool_);
  const int d = best.d.top == kConstant ? kConstant : best.d.realise(pool_);
  *net = join(g, best.s, d, target, care);
  return true;
}

}  // namespace hedgerow::circuit
