// The constructor of two-input circuits: f = g ^ (s . d), where s is a signal that is there, g has
// to be right only where s leaves it alone and d only where s does not; two gates beside those of g
// and d. Large functions are split by inputs or balanced signals, those of about 64 points by every
// signal with g and d searched for by small searches (small_search.hpp): for each sum of gates, the fewest first,
// the attempts that pay, the likeliest for their time first (cost_model.hpp).
#pragma once

#include <atomic>

#include "circuit/search/cost_model.hpp"
#include "circuit/search/small_search.hpp"

namespace hedgerow::circuit {

struct Effort {
  int worth = 300;       // milliseconds spent at about 64 points to expect one gate fewer
  int deep_splits = 12;  // signals tried as s with g of four and five gates, or of five tables
  int splits = 1000;     // of three tables (Constructor3)
  int wide_splits = 48;  // of four tables
  int halves = 3;        // ways to split 128 points of which the best is kept
  int wholes = 1;        // the same for 256
};

class Constructor {
 public:
  // build throws Stopped once `stop` is set.
  Constructor(SignalPool& pool, Random& random, const Effort& effort, const std::atomic<bool>& stop)
      : pool_(pool), random_(random), effort_(effort), stop_(stop) {}

  static constexpr int kConstant = Expression::kConstant;
  // Adds gates until a net is `target` or its complement on `care`; that net, or kConstant. May
  // give up, adding nothing that counts, when it sees that it will add `limit` gates or more: then
  // kGivenUp.
  static constexpr int kGivenUp = -2, kNoLimit = 1 << 20;
  int build(const Truth& target, const Truth& care, int limit = kNoLimit);

 private:
  struct Split {
    int cost = 1 << 20, s = -1;
    Truth other;  // the points that d has to be right on
    Expression g, d;
  };
  // A signal, where g has to be right, and how many gates g and d have.
  struct Plan {
    int s;
    bool high;  // d where s is 1
    int g, d;
    int key;    // of cost_model.hpp: the logarithm of the time that a find is expected to take
    int place;  // among the plans of one key
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
