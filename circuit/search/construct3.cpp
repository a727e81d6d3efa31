// The constructor over tables of three inputs (construct3.hpp).
#include "circuit/search/construct3.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "circuit/search/search.hpp"

namespace hedgerow::circuit {
namespace {

constexpr int kConstant = Expression::kConstant;
constexpr int kSmallSearchPoints = 48, kPairPoints = 100, kMostPart = 60;
constexpr double kLuck = 6;     // number of points that repeated tries may gain
constexpr int kSolutions = 24;  // for one part, each with its own d

}  // namespace

int Constructor3::build(const Truth& target, const Truth& care, int) {
  if (stop_) throw Stopped{};
  const Truth high = target & care;
  if (high.empty() || high == care) return kConstant;
  const int points = care.count();
  if (points <= kSmallSearchPoints) {
    Expression e;
    if (SmallSearch3(pool_, care).find_smallest(target, 2, random_, &e)) return e.realise(pool_);
  }
  int net;
  if (points <= kPairPoints && build_by_pairs(target, care, &net)) return net;
  return build_by_tree(target, care);
}

// Returns the largest number of points such that this many tables can compute nearly every function of them: the
// logarithm of the number of functions that the tables can form.
double Constructor3::capacity(int tables) const {
  const double n = pool_.size(), one = std::log2(n * (n - 1) * (n - 2) / 6) + 7;
  return tables == 0 ? std::log2(n) : tables == 1 ? one : one + std::log2(2 * n * n);
}

// Returns the signals that split `care` into parts small enough for the goal's numbers of tables.
std::vector<int> Constructor3::splits_for(const Goal& goal, const Truth& care) const {
  const int points = care.count();
  std::vector<int> r;
  for (int s = 0; s < pool_.size(); s++) {
    const int high = (pool_.value(s) & care).count(), part = std::min(high, points - high);
    if (part && points - part <= kMostPart && part <= capacity(goal.g) + 2 &&
        points - part <= capacity(goal.d) + kLuck)
      r.push_back(s);
  }
  return r;
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
  std::vector<int> inputs, halves, thirds;
  for (int s = 0; s < pool_.size(); s++) {
    const int high = (pool_.value(s) & care).count(), part = std::min(high, points - high);
    if (part * 16 >= points * 7) halves.push_back(s);
    if (part * 16 >= points * 5 && part * 16 <= points * 6) thirds.push_back(s);
    if (part && s < pool_.inputs()) inputs.push_back(s);
  }
  if (halves.empty()) halves = inputs;
  if (thirds.empty()) thirds = inputs;
  std::vector<Gate> best;
  int least = 1 << 20, net = kConstant;
  for (int i = 0; i < tries; i++) {
    const auto& from = i % 3 == 0 ? inputs : i % 3 == 1 ? thirds : halves;
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

// Searches for g on the smaller part, because it has the most solutions there. For each g it searches d on the other
// part, either as the difference to the target or (once) as the target itself.
void Constructor3::attempt(int s, const Truth& target, const Truth& care, Goal* goal, Split* best) {
  const Truth high = care & pool_.value(s), low = care & ~high;
  const bool high_first = high.count() < low.count();
  SmallSearch3 first(pool_, high_first ? high : low), second(pool_, high_first ? low : high);
  bool fresh = true;
  int left = kSolutions;
  first.find(target, goal->g, random_, [&](Expression&& g) {
    if (stop_) throw Stopped{};
    for (const bool rest : {false, true}) {
      if (!rest && !fresh) continue;
      Expression d;
      const int most = std::min(goal->d, best->cost - g.gates() - 2);
      const Truth wanted = rest ? target ^ g.value(pool_) : target;
      if (most >= 0 && goal->tries-- > 0 && second.find_smallest(wanted, most, random_, &d))
        *best = {g.gates() + d.gates() + 1, s, g, std::move(d)};
    }
    fresh = false;
    return --left == 0 || goal->tries <= 0 || best->cost <= goal->cost;
  });
}

// Builds a function of about 64 points with two tables and one that joins them, or with three or four tables.
bool Constructor3::build_by_pairs(const Truth& target, const Truth& care, int* net) {
  Split best;
  const Goal goals[] = {{3, 0, 1, effort_.splits},
                        {3, 1, 1, effort_.splits},
                        {4, 1, 2, effort_.wide_splits},
                        {5, 2, 2, effort_.deep_splits}};
  for (Goal goal : goals) {
    if (best.cost <= goal.cost) break;
    std::vector<int> signals = splits_for(goal, care);
    random_.shuffle(signals);
    for (const int s : signals) {
      if (best.cost <= goal.cost || goal.tries <= 0) break;
      attempt(s, target, care, &goal, &best);
    }
  }
  if (best.s < 0) return false;
  const int g = best.g.top == kConstant ? kConstant : best.g.realise(pool_);
  const int d = best.d.top == kConstant ? kConstant : best.d.realise(pool_);
  *net = join(g, best.s, d, target, care);
  return true;
}

}  // namespace hedgerow::circuit
