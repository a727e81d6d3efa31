#include "construct.hpp"

#include <algorithm>

#include "search.hpp"

namespace hedgerow::circuit {
namespace {

constexpr int kLeafPoints = 36, kPairPoints = 84, kMostPart = 56;
constexpr int kSolutions = 48;  // of one g, each with its own d

bool constant_on(const Truth& t, const Truth& care) {
  const Truth high = t & care;
  return high.empty() || high == care;
}

}  // namespace

int Constructor::build(const Truth& target, const Truth& care) {
  if (constant_on(target, care)) return kConstant;
  const int points = care.count();
  if (points <= kLeafPoints) {
    Expression e;
    Leaf leaf(pool_, care, first_pairs_);
    if (leaf.find_smallest(target, 5, random_, &e)) return e.realise(pool_);
  }
  return points <= kPairPoints ? build_by_pairs(target, care) : build_by_tree(target, care);
}

// f = g ^ (s . d) as nets; g and d may be constants.
int Constructor::join(int g, int s, int d, const Truth& target, const Truth& care) {
  const Truth rest = g == kConstant ? target : target ^ pool_.value(g);
  if (constant_on(rest, care)) return g;
  Expression e;
  if (d == kConstant)
    e.top = s;
  else if (!e.add_product(pool_, s, d, rest, care))
    throw std::logic_error("circuit: a split that does not hold");
  if (g != kConstant) e.add(pool_, Op::kXor, g, e.top, 0);
  return e.realise(pool_);
}

int Constructor::split_at(int s, bool high, const Truth& target, const Truth& care) {
  const Truth other = care & invert_if(pool_.value(s), !high);
  const int g = build(target, care & ~other);
  const int d = build(g == kConstant ? target : target ^ pool_.value(g), other);
  return join(g, s, d, target, care);
}

// Signals that split `care` into two parts of at least `least_part` points.
std::vector<int> Constructor::candidates(const Truth& care, int least_part) const {
  const int points = care.count();
  std::vector<int> r;
  for (int s = 0; s < pool_.size(); s++) {
    const int high = (pool_.value(s) & care).count();
    if (high >= least_part && points - high >= least_part) r.push_back(s);
  }
  return r;
}

int Constructor::build_by_tree(const Truth& target, const Truth& care) {
  const int points = care.count(), tries = points > 160 ? effort_.wholes : effort_.halves;
  std::vector<int> inputs, signals = candidates(care, points * 7 / 16);
  for (const int s : signals)
    if (s < pool_.inputs()) inputs.push_back(s);
  if (signals.empty()) signals = candidates(care, 1);
  if (inputs.empty()) inputs = signals;
  const int size = pool_.size();
  std::vector<Gate> best;
  int least = 1 << 20, net = kConstant;
  for (int i = 0; i < tries; i++) {
    const auto& from = i % 3 == 2 ? signals : inputs;
    const bool high = random_.next() & 1;  // drawn first by every compiler
    const int made = split_at(from[random_.below(from.size())], high, target, care);
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

// g on the points of `first`, then for each g found d on those of `second`.
void Constructor::attempt(Leaf& first, Leaf& second, int s, const Truth& other, const Truth& target,
                          int g_gates, int d_most, int enough, Split* best) {
  int left = g_gates > 3 ? kSolutions / 4 : kSolutions;
  first.find(target, g_gates, random_, [&](Expression&& g) {
    const bool constant = g.top == kConstant;
    const int fixed = g.gates() + !constant, most = std::min(d_most, best->cost - fixed - 2);
    Expression d;
    if (best->cost > fixed &&
        second.find_smallest(target ^ g.value(pool_), std::max(most, 0), random_, &d)) {
      const int cost = fixed + d.gates() + (d.top != kConstant);
      if (cost < best->cost) *best = {cost, s, other, std::move(g), std::move(d)};
    }
    return --left == 0 || best->cost <= enough;
  });
}

void Constructor::phase(const std::vector<int>& signals, const Truth& target, const Truth& care,
                        int from, int to, int d_most, int enough, Split* best) {
  for (const int s : signals) {
    if (stop_) throw Stopped{};
    const Truth high = care & pool_.value(s), low = care & ~high;
    Leaf a(pool_, high, first_pairs_), b(pool_, low, second_pairs_);
    for (int gates = from; gates <= to && best->cost > enough; gates++) {
      attempt(a, b, s, low, target, gates, d_most, enough, best);
      if (best->cost > enough) attempt(b, a, s, high, target, gates, d_most, enough, best);
    }
    if (best->cost <= enough) return;
  }
}

int Constructor::build_by_pairs(const Truth& target, const Truth& care) {
  const int points = care.count();
  std::vector<int> shuffled, signals;
  for (const int s : candidates(care, std::max(points / 4, points - kMostPart)))
    shuffled.push_back(s);
  random_.shuffle(shuffled);
  for (const bool of_inputs : {true, false})
    for (const int s : shuffled)
      if ((s < pool_.inputs()) == of_inputs) signals.push_back(s);
  const auto at_most = [&](int n) {
    return std::vector<int>(signals.begin(),
                            signals.begin() + std::min<int>(n, (int)signals.size()));
  };
  Split best;
  phase(signals, target, care, 0, 1, 2, 5, &best);
  if (best.cost > 6) phase(at_most(effort_.splits), target, care, 2, 2, 2, 6, &best);
  if (best.cost > 6) phase(at_most(effort_.wide_splits), target, care, 3, 3, 2, 6, &best);
  if (best.cost > 7) phase(at_most(effort_.deep_splits), target, care, 4, 4, 3, 7, &best);
  if (best.cost > 9) phase(at_most(effort_.deep_splits), target, care, 5, 5, 5, 9, &best);
  if (best.s < 0) return build_by_tree(target, care);
  const int g = best.g.top == kConstant ? kConstant : best.g.realise(pool_);
  const int d = best.d.top == kConstant ? kConstant : best.d.realise(pool_);
  return join(g, best.s, d, target, care);
}

}  // namespace hedgerow::circuit
