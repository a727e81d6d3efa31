// Searches for one function on at most 64 points, using the signals of a pool. The word of a signal has its values at
// the points. It is complemented if the signal is 1 at the first point (`ref`).
//
// The search covers these forms. a and b are signals, q is a gate of two signals, and . is any product-type gate:
//
//   gates  forms
//   0      a
//   1      q
//   2      a ^ q,  b . q
//   3      q ^ q,  a ^ (b . q)
//   4      q ^ (b . q),  a ^ (b . two gates),  a ^ q ^ q
//   5      q ^ (b . two gates)
//
// In b . f, only the points count at which b does not decide the product. Therefore f is searched on those points
// alone.
#pragma once

#include <functional>
#include <vector>

#include "circuit/core/random.hpp"
#include "circuit/search/signal_pool.hpp"

namespace hedgerow::circuit {

// All gates of two words, and a filter for membership. Its memory is reused.
class PairTable {
 public:
  void build(const std::vector<std::uint64_t>& words);
  std::size_t size() const { return value_.size(); }
  std::uint64_t value(std::size_t i) const { return value_[i]; }
  struct Pair {
    Op op;
    int a, b;  // indices of words
  };
  Pair pair(std::size_t i) const {
    return {(Op)(i % 5), (int)(nets_[i / 5] >> 16), (int)(nets_[i / 5] & 0xffff)};
  }
  bool may_hold(std::uint64_t x) const {
    const std::uint64_t h = mixed(x), bits = bits_of(h);
    return (seen_[h >> shift_] & bits) == bits;
  }

 private:
  static std::uint64_t mixed(std::uint64_t x) { return (x ^ x >> 31) * 0x9e3779b97f4a7c15u; }
  // Three bits of a word; the upper bits select the word.
  static std::uint64_t bits_of(std::uint64_t h) {
    return std::uint64_t{1} << (h >> 20 & 63) | std::uint64_t{1} << (h >> 26 & 63) |
           std::uint64_t{1} << (h >> 32 & 63);
  }
  void mark(std::uint64_t x);
  int shift_ = 0;
  std::vector<std::uint64_t> value_, seen_;
  std::vector<std::uint32_t> nets_;
};

class SmallSearch {
  // words; the table of pairs grows with the square
 public:
  static constexpr int kMostForPairs = 760;

  SmallSearch(const SignalPool& pool, const Truth& care, PairTable& scratch);

  // Calls `take` for expressions of exactly `gates` gates that equal `target` up to a complement, in random order.
  // Stops and returns true when `take` returns true.
  using Take = std::function<bool(Expression&&)>;
  bool find(const Truth& target, int gates, Random& random, const Take& take);
  // Finds an expression with the fewest gates, at most `most`, or returns false if there is no such expression.
  bool find_smallest(const Truth& target, int most, Random& random, Expression* result);

  int points() const { return points_; }
  int words() const { return (int)word_.size(); }

 private:
  struct Addend {
    Op op;
    int a = -1, b = -1;  // indices of words; b < 0: the word a alone; a < 0: empty
  };
  std::uint64_t word_of(const Truth& target) const;
  int index_of(std::uint64_t word) const;
  int next_sum(int i, std::uint16_t h) const;
  bool one(std::uint64_t t, const Addend& addend, int above, const Take& take) const;
  bool sum(std::uint64_t t, const Truth& target, Random& random, const Take& take, int gates);
  bool products(std::uint64_t u, const Truth& target, const Addend& addend, int inner,
                Random& random, const Take& take) const;
  Expression start(const Addend& addend, int* net) const;
  bool give(Op op, int a, int b, const Addend& addend, const Take& take) const;

  const SignalPool& pool_;
  Truth care_;
  PairTable& pairs_;
  bool paired_ = false;
  unsigned ref_;
  int points_;
  std::uint64_t full_;
  std::vector<std::uint64_t> word_;
  std::vector<int> id_;
  std::vector<std::uint16_t> slot_;  // a hash table with open addressing: index + 1 of a word
  // A linear hash of each word, so that the hash of a sum is the sum of the hashes. seen_ says for each hash value
  // whether a word has it.
  std::vector<std::uint16_t> hash_;
  std::vector<std::uint8_t> seen_;
};

}  // namespace hedgerow::circuit
