// Searches for one function on at most 64 points as one or two tables of three signals. For one table, it scans all
// triples (scan_triples.hpp). For two tables, it prefers outer tables (a, b, g) with nets a and b that leave the
// function constant in many cells, because g then has to be correct on fewer points.
#pragma once

#include <functional>
#include <vector>

#include "circuit/core/random.hpp"
#include "circuit/search/scan_triples.hpp"
#include "circuit/search/signal_pool.hpp"

namespace hedgerow::circuit {

class SmallSearch3 {
 public:
  SmallSearch3(const SignalPool& pool, const Truth& care);

  // Calls `take` for expressions of exactly `tables` (0, 1 or 2) tables. Stops and returns true when `take` returns
  // true.
  using Take = std::function<bool(Expression&&)>;
  bool find(const Truth& target, int tables, Random& random, const Take& take);
  bool find_smallest(const Truth& target, int most, Random& random, Expression* result);
  int points() const { return points_; }

 private:
  bool one(std::uint64_t t, const Truth& target, Random& random, const Take& take);
  bool two(std::uint64_t t, const Truth& target, Random& random, const Take& take);
  int open_points(std::uint64_t t, int a, int b) const;
  std::uint64_t word_of(const Truth& t) const;

  const SignalPool& pool_;
  Truth care_;
  int points_;
  std::uint64_t full_;
  std::vector<std::uint64_t> word_;
  std::vector<int> id_;
  std::vector<TripleScan> scan_;  // at most one, built when it is needed
};

}  // namespace hedgerow::circuit
