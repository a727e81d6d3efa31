// The constructor over tables of three inputs: f = g ^ (s . d) is one table of g, s and d, with g
// right where s is low and d where it is high, or the other way round. As construct.hpp otherwise:
// parts of about 64 points are split by every signal, the parts of these are searched in small searches.
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
  // As that of Constructor, but never gives up.
  static constexpr int kGivenUp = Constructor::kGivenUp;
  int build(const Truth& target, const Truth& care, int limit = 0);

 private:
  struct Split {
    int cost = 1 << 20, s = -1;
    Expression g, d;
  };
  struct Goal {
    int cost;   // enough
    int g, d;   // tables of the parts: exactly, at most
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
