// The constructor over tables of three inputs: f = table(s, g, d), with g right where s is low and
// d where s is high: one table beside those of g and d. As construct.hpp otherwise.
#pragma once

#include <atomic>

#include "construct.hpp"
#include "leaf3.hpp"

namespace hedgerow::circuit {

class Constructor3 {
 public:
  Constructor3(Pool& pool, Random& random, const Effort& effort, const std::atomic<bool>& stop)
      : pool_(pool), random_(random), effort_(effort), stop_(stop) {}
  int build(const Truth& target, const Truth& care);

 private:
  struct Split {
    int cost = 1 << 20, s = -1;
    Expression g, d;
  };
  int build_by_tree(const Truth& target, const Truth& care);
  bool build_by_pairs(const Truth& target, const Truth& care, int* net);
  void attempt(const Leaf3& first, const Leaf3& second, int s, const Truth& target, int g_tables,
               int d_most, Split* best);
  int join(int g, int s, int d, const Truth& target, const Truth& care);

  Pool& pool_;
  Random& random_;
  const Effort& effort_;
  const std::atomic<bool>& stop_;
};

}  // namespace hedgerow::circuit
