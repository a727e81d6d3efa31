// The constructor of two-input circuits: f = g ^ (s . d), where s is a signal that is there, g has
// to be right only where s leaves it alone and d only where s does not; two gates beside those of g
// and d. Large functions are split by inputs or balanced signals, those of about 64 points by every
// signal with g and d searched for in leaves (leaf.hpp), the cheapest sum taken.
#pragma once

#include <atomic>

#include "leaf.hpp"

namespace hedgerow::circuit {

struct Effort {
  int splits = 1000;     // signals tried as s with g of two gates
  int wide_splits = 48;  // with g of three
  int deep_splits = 12;  // with g of four and five
  int halves = 3;        // ways to split 128 points of which the best is kept
  int wholes = 1;        // the same for 256
};

class Constructor {
 public:
  // build throws Stopped once `stop` is set.
  Constructor(Pool& pool, Random& random, const Effort& effort, const std::atomic<bool>& stop)
      : pool_(pool), random_(random), effort_(effort), stop_(stop) {}

  static constexpr int kConstant = Expression::kConstant;
  // Adds gates until a net is `target` or its complement on `care`; that net, or kConstant.
  int build(const Truth& target, const Truth& care);

 private:
  struct Split {
    int cost = 1 << 20, s = -1;
    Truth other;  // the points that d has to be right on
    Expression g, d;
  };
  int build_by_pairs(const Truth& target, const Truth& care);
  int build_by_tree(const Truth& target, const Truth& care);
  int split_at(int s, bool high, const Truth& target, const Truth& care);
  std::vector<int> candidates(const Truth& care, int least_part) const;
  void attempt(Leaf& first, Leaf& second, int s, const Truth& other, const Truth& target,
               int g_gates, int d_most, int enough, Split* best);
  void phase(const std::vector<int>& signals, const Truth& target, const Truth& care, int from,
             int to, int d_most, int enough, Split* best);
  int join(int g, int s, int d, const Truth& target, const Truth& care);

  Pool& pool_;
  Random& random_;
  const Effort& effort_;
  const std::atomic<bool>& stop_;
  PairTable first_pairs_, second_pairs_;
};

}  // namespace hedgerow::circuit
