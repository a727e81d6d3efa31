// The constructor of two-input circuits (construct.hpp).
#include "circuit/search/construct.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "circuit/search/search.hpp"

namespace hedgerow::circuit {
namespace {

// this many more signals allow one more try, because parts are found sooner
constexpr int kMoreSignals = 400;
constexpr int kSmallSearchPoints = 36, kPairPoints = 84, kMostPart = 56;

bool constant_on(const Truth& t, const Truth& care) {
  const Truth high = t & care;
  return high.empty() || high == care;
}

}  // namespace

int Constructor::build(const Truth& target, const Truth& care, int limit) {
  if (constant_on(target, care)) return kConstant;
  const int points = care.count();
  if (points <= kSmallSearchPoints) {
    Expression e;
    SmallSearch search(pool_, care, first_pairs_);
    if (search.find_smallest(target, 5, random_, &e)) return e.realise(pool_);
  }
  return points <= kPairPoints ? build_by_pairs(target, care) : build_by_tree(target, care, limit);
}

// Joins f = g ^ (s . d) as nets. g and d may be constants.
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

// Builds g first. The second part usually needs as many gates as the first, so it gives up if the first part needs half
// of the limit.
int Constructor::split_at(int s, bool high, const Truth& target, const Truth& care, int limit) {
  const Truth other = care & invert_if(pool_.value(s), !high);
  const int size = pool_.size(), g = build(target, care & ~other);
  if (2 * (pool_.size() - size) >= limit) return kGivenUp;
  const int d = build(g == kConstant ? target : target ^ pool_.value(g), other);
  return join(g, s, d, target, care);
}

// Returns the signals that split `care` into two parts of at least `least_part` points.
std::vector<int> Constructor::candidates(const Truth& care, int least_part) const {
  const int points = care.count();
  std::vector<int> r;
  for (int s = 0; s < pool_.size(); s++) {
    const int high = (pool_.value(s) & care).count();
    if (high >= least_part && points - high >= least_part) r.push_back(s);
  }
  return r;
}

int Constructor::build_by_tree(const Truth& target, const Truth& care, int limit) {
  const int points = care.count(), halves = effort_.halves + pool_.size() / kMoreSignals;
  const int tries = points > 160 ? effort_.wholes : halves;
  std::vector<int> inputs, signals = candidates(care, points * 7 / 16);
  for (const int s : signals)
    if (s < pool_.inputs()) inputs.push_back(s);
  if (signals.empty()) signals = candidates(care, 1);
  if (inputs.empty()) inputs = signals;
  const int size = pool_.size();
  std::vector<Gate> best;
  int least = limit, net = kGivenUp;
  for (int i = 0; i < tries; i++) {
    const auto& from = i % 3 == 2 ? signals : inputs;
    // a separate statement, because compilers evaluate arguments in different orders
    const bool high = random_.next() & 1;
    const int made = split_at(from[random_.below(from.size())], high, target, care, least);
    if (made != kGivenUp && pool_.size() - size < least) {
      least = pool_.size() - size;
      best = pool_.records(size);
      net = made;
    }
    pool_.roll_back(size);
  }
  pool_.replay(best);
  return net;
}

// Tries all g of a plan, and for each the d that makes it correct.
void Constructor::attempt(const Plan& plan, const Truth& target, const Truth& care, int enough,
                          Split* best) {
  if (stop_) throw Stopped{};
  const Truth other = care & invert_if(pool_.value(plan.s), !plan.high);
  SmallSearch first(pool_, care & ~other, first_pairs_);
  std::optional<SmallSearch> second;
  int left = CostModel::most_tried(plan.g);
  first.find(target, plan.g, random_, [&](Expression&& g) {
    const bool constant = g.top == kConstant;
    const int fixed = g.gates() + !constant, most = std::min(plan.d, best->cost - fixed - 2);
    if (!second) second.emplace(pool_, other, second_pairs_);
    Expression d;
    if (best->cost > fixed &&
        second->find_smallest(target ^ g.value(pool_), std::max(most, 0), random_, &d)) {
      const int cost = fixed + d.gates() + (d.top != kConstant);
      if (cost < best->cost) *best = {cost, plan.s, other, std::move(g), std::move(d)};
    }
    return --left == 0 || best->cost <= enough;
  });
}

// Returns the plans with `gates` gates in g and d together that are worth their time, the best first.
std::vector<Constructor::Plan> Constructor::plans(const std::vector<int>& signals,
                                                  const Truth& care, int gates) {
  const CostModel cost(pool_.size());
  const std::uint64_t more = 1 + (std::uint64_t)(pool_.size() / kMoreSignals);
  const int points = care.count();
  const int most = logarithm(more * more * (std::uint64_t)effort_.worth * 1000000);
  std::vector<Plan> r;
  for (const int s : signals) {
    const int ones = (pool_.value(s) & care).count();
    for (const bool high : {false, true})
      for (int g = std::max(0, gates - cost.most_gates()); g <= std::min(gates, cost.most_gates());
           g++) {
        const int key = cost.time_of_find(g, high ? points - ones : ones, gates - g,
                                          high ? ones : points - ones);
        if (key <= most) r.push_back({s, high, g, gates - g, key, (int)r.size()});
      }
  }
  std::sort(r.begin(), r.end(), [](const Plan& a, const Plan& b) {
    return std::tie(a.key, a.place) < std::tie(b.key, b.place);
  });
  return r;
}

void Constructor::search_plans(const std::vector<int>& signals, const Truth& target,
                               const Truth& care, Split* best) {
  for (int gates = 0; gates <= 2 * CostModel::kMostGates; gates++)
    for (const Plan& plan : plans(signals, care, gates)) {
      if (best->cost <= gates + 2) return;
      attempt(plan, target, care, gates + 2, best);
    }
}

void Constructor::search_deep(const std::vector<int>& signals, const Truth& target,
                              const Truth& care, int gates, int d_most, int enough, Split* best) {
  int left = effort_.deep_splits;
  for (const int s : signals) {
    if (left-- == 0) return;
    for (const bool high : {true, false})
      if (best->cost > enough) attempt({s, high, gates, d_most, 0, 0}, target, care, enough, best);
  }
}

int Constructor::build_by_pairs(const Truth& target, const Truth& care) {
  const int points = care.count();
  std::vector<int> signals = candidates(care, std::max(points / 4, points - kMostPart));
  random_.shuffle(signals);
  Split best;
  search_plans(signals, target, care, &best);
  const std::vector<int> shuffled = std::exchange(signals, {});
  for (const bool inputs : {true, false})
    for (const int s : shuffled)
      if ((s < pool_.inputs()) == inputs) signals.push_back(s);
  if (best.cost > 8) search_deep(signals, target, care, 4, 3, 7, &best);
  if (best.cost > 9) search_deep(signals, target, care, 5, 5, 9, &best);
  if (best.s < 0) return build_by_tree(target, care, kNoLimit);
  const int g = best.g.top == kConstant ? kConstant : best.g.realise(pool_);
  const int d = best.d.top == kConstant ? kConstant : best.d.realise(pool_);
  return join(g, best.s, d, target, care);
}

}  // namespace hedgerow::circuit
