// The search for one function on a few points (64 at most) from the signals of a pool. A signal's
// word is its value on the points, complemented where it is 1 at the first of them (`ref`).
//
// Written with a, b for signals, q for a gate of two signals, . for any product-type gate, what is
// found of 0 gates: a; 1: q; 2: a ^ q and b . q; 3: q ^ q and a ^ (b . q); 4: q ^ (b . q),
// a ^ (b . two gates) and a ^ q ^ q; 5: q ^ (b . two gates). In b . f only the points count at
// which b does not decide, so f is searched for on those.
#pragma once

#include <functional>
#include <vector>

#include "circuit/core/random.hpp"
#include "circuit/search/signal_pool.hpp"

namespace hedgerow::circuit {

// All gates of two words, and a filter for membership. Its memory is used again and again.
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
  // Three bits of the word that the upper bits choose.
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
 public:
  static constexpr int kMostForPairs = 760;  // words; the table of pairs grows with the square

  SmallSearch(const SignalPool& pool, const Truth& care, PairTable& scratch);

  // Expressions of exactly `gates` gates for `target` up to a complement, in an order drawn from
  // `random`, until `take` returns true; returns whether it did.
  using Take = std::function<bool(Expression&&)>;
  bool find(const Truth& target, int gates, Random& random, const Take& take);
  // One of the fewest gates, of `most` at most. False: none found.
  bool find_smallest(const Truth& target, int most, Random& random, Expression* result);

  int points() const { return points_; }
  int words() const { return (int)word_.size(); }

 private:
  struct Addend {
    Op op;
    int a = -1, b = -1;  // indices of words; b < 0: the word a alone; a < 0: nothing
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
  std::vector<std::uint16_t> slot_;  // open addressing by word: its index + 1
  // A linear hash, so that that of a sum is the sum of the hashes, and for each value of it whether
  // a word has it.
  std::vector<std::uint16_t> hash_;
  std::vector<std::uint8_t> seen_;
};

}  // namespace hedgerow::circuit
