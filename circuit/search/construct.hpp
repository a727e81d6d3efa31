// Constructs circuits of two-input gates by f = g ^ (s . d), where s is an existing signal. The function g has to be
// correct only where s is 0, and d only where s is 1 (or vice versa), so both have fewer points that count. The step
// costs two gates in addition to those of g and d.
//
// Large functions are split by inputs or by balanced signals. Functions of about 64 points are split by every signal,
// and small searches find g and d (small_search.hpp). The total number of gates starts at the smallest one. For each
// total, a cost model (cost_model.hpp) selects the attempts that are worth their time and orders them by expected time.
#pragma once

#include <atomic>

#include "circuit/search/cost_model.hpp"
#include "circuit/search/small_search.hpp"

namespace hedgerow::circuit {

struct Effort {
  int worth = 300;       // milliseconds that one gate fewer may cost, at about 64 points
  int deep_splits = 12;  // signals tried as s with g of four and five gates, or of five tables
  int splits = 1000;     // the same for three tables (Constructor3)
  int wide_splits = 48;  // the same for four tables
  int halves = 3;        // ways to split 128 points; the best is kept
  int wholes = 1;        // the same for 256
};

class Constructor {
 public:
  // build() throws Stopped if `stop` is set.
  Constructor(SignalPool& pool, Random& random, const Effort& effort, const std::atomic<bool>& stop)
      : pool_(pool), random_(random), effort_(effort), stop_(stop) {}

  static constexpr int kConstant = Expression::kConstant;
  // Adds gates until a net equals `target` or its complement on `care`. Returns this net, or kConstant. Returns
  // kGivenUp, without permanent gates, if the result would need `limit` gates or more.
  static constexpr int kGivenUp = -2, kNoLimit = 1 << 20;
  int build(const Truth& target, const Truth& care, int limit = kNoLimit);

 private:
  struct Split {
    int cost = 1 << 20, s = -1;
    Truth other;  // the points at which d has to be correct
    Expression g, d;
  };
  // A signal, the side where g has to be correct, and the numbers of gates of g and d.
  struct Plan {
    int s;
    bool high;  // true: d is used where s is 1
    int g, d;
    int key;    // of cost_model.hpp: the logarithm of the expected time of a find
    int place;  // the order of plans with equal keys
  };
  int build_by_pairs(const Truth& target, const Truth& care);
  int build_by_tree(const Truth& target, const Truth& care, int limit);
  int split_at(int s, bool high, const Truth& target, const Truth& care, int limit);
  std::vector<int> candidates(const Truth& care, int least_part) const;
  void attempt(const Plan& plan, const Truth& target, const Truth& care, int enough, Split* best);
  std::vector<Plan> plans(const std::vector<int>& signals, const Truth& care, int gates);
  void search_plans(const std::vector<int>& signals, const Truth& target, const Truth& care,
                    Split* best);
  void search_deep(const std::vector<int>& signals, const Truth& target, const Truth& care,
                   int gates, int d_most, int enough, Split* best);
  int join(int g, int s, int d, const Truth& target, const Truth& care);

  SignalPool& pool_;
  Random& random_;
  const Effort& effort_;
  const std::atomic<bool>& stop_;
  PairTable first_pairs_, second_pairs_;
};

}  // namespace hedgerow::circuit
