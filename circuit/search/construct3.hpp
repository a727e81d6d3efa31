// Constructs circuits of three-input tables. f = g ^ (s . d) is one table of g, s and d: g has to be correct where s is
// 0, and d where s is 1, or vice versa. The method is that of construct.hpp. For example, functions of about 64 points
// are split by every signal, and small searches find the parts.
#pragma once

#include <atomic>

#include "circuit/search/construct.hpp"
#include "circuit/search/small_search3.hpp"

namespace hedgerow::circuit {

class Constructor3 {
 public:
  Constructor3(SignalPool& pool, Random& random, const Effort& effort,
               const std::atomic<bool>& stop)
      : pool_(pool), random_(random), effort_(effort), stop_(stop) {}
  // As in Constructor, but it never gives up.
  static constexpr int kGivenUp = Constructor::kGivenUp;
  int build(const Truth& target, const Truth& care, int limit = 0);

 private:
  struct Split {
    int cost = 1 << 20, s = -1;
    Expression g, d;
  };
  struct Goal {
    int cost;   // good enough
    int g, d;   // numbers of tables of the parts: g exactly, d at most
    int tries;  // searches for d
  };
  int build_by_tree(const Truth& target, const Truth& care);
  double capacity(int tables) const;
  std::vector<int> splits_for(const Goal& goal, const Truth& care) const;
  bool build_by_pairs(const Truth& target, const Truth& care, int* net);
  void attempt(int s, const Truth& target, const Truth& care, Goal* goal, Split* best);
  int join(int g, int s, int d, const Truth& target, const Truth& care);

  SignalPool& pool_;
  Random& random_;
  const Effort& effort_;
  const std::atomic<bool>& stop_;
};

}  // namespace hedgerow::circuit
