// The search for one function on a few points (64 at most) as one or two tables of three signals.
//
// t is a table of a, b and c when c ^ t is constant on every cell of (a, b) in which t is not.
// Where t is constant in no cell, t ^ c is any gate of a and b, and that is looked up; pairs with a
// cell in which t is constant are few, and every c is tried with them. For two tables, g of (a, b,
// g) has to be right only in the cells in which t is not constant.
#pragma once

#include <functional>
#include <vector>

#include "pool.hpp"
#include "random.hpp"

namespace hedgerow::circuit {

class Leaf3 {
 public:
  Leaf3(const Pool& pool, const Truth& care);

  // Expressions of exactly `tables` (0, 1 or 2) tables, until `take` returns true.
  using Take = std::function<bool(Expression&&)>;
  bool find(const Truth& target, int tables, Random& random, const Take& take) const;
  bool find_smallest(const Truth& target, int most, Random& random, Expression* result) const;
  int points() const { return points_; }

 private:
  struct Cells {  // the points of cells of (a, b) in which a function is not constant
    std::uint64_t mixed[4];
    int count;
    std::uint64_t all() const { return mixed[0] | mixed[1] | mixed[2] | mixed[3]; }
  };
  Cells cells(std::uint64_t t, int a, int b) const;
  bool one(std::uint64_t t, const Truth& target, const Take& take) const;
  bool two(std::uint64_t t, const Truth& target, Random& random, const Take& take) const;
  bool by_sum(std::uint64_t t, const Truth& target, const Take& take) const;
  bool inner(const Truth& target, int a, int b, const Truth& care, const Truth& wanted,
             Random& random, const Take& take) const;
  std::uint64_t word_of(const Truth& t) const;
  bool give(int a, int b, int c, const Truth& target, const Take& take) const;

  const Pool& pool_;
  Truth care_;
  int points_;
  std::uint64_t full_;
  std::vector<std::uint64_t> word_;
  std::vector<int> id_;
  std::vector<std::uint16_t> hash_;
  std::vector<std::uint16_t> slot_;  // by hash: index + 1
};

}  // namespace hedgerow::circuit
