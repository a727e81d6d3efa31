// A function that is specified on some of at most 64 points, and the tables of three words that agree with it: the step
// that all searches over tables of three inputs share. The readers of a table may need it complemented on some points
// and not on others. The function therefore has parts: within a part it is constant on `high` and has the complement of
// that value on `low`; which of the two is 1 is free in each part.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "circuit/core/random.hpp"

namespace hedgerow::circuit {

using Word = std::uint64_t;  // of up to 64 points

// A function of three words: bit a + 2b + 4c of the table.
inline Word table_of(unsigned table, Word a, Word b, Word c) {
  const auto half = [&](unsigned t) {
    const Word low = ((0 - (Word)(t & 1)) & ~a) | ((0 - (Word)(t >> 1 & 1)) & a);
    const Word high = ((0 - (Word)(t >> 2 & 1)) & ~a) | ((0 - (Word)(t >> 3 & 1)) & a);
    return (low & ~b) | (high & b);
  };
  return (half(table) & ~c) | (half(table >> 4) & c);
}

class PartialFunction {
 public:
  // A part, unless one side is empty. Parts beyond what fits are refused.
  bool add(Word high, Word low);
  // As add, for each value of two words that a table reads beside the function.
  bool add_cells(Word high, Word low, Word a, Word b);
  bool empty() const { return count_ == 0; }

  // Two points that have to be told apart.
  struct Pair {
    int x, y;
  };
  // All such pairs, or `most` of them, drawn, where there are more; how many.
  int pairs(Pair* pairs, int most, Random& random) const;

  // A table of `count` (1 to 3) words that agrees with the function; its free entries are drawn. -1: there is none. A
  // table of fewer than three words does not depend on the others.
  int table(const Word* words, int count, Random& random) const;
  // Where there is none: a pair that the words do not tell apart. False: it is not a matter of one pair.
  bool refutation(const Word* words, int count, Pair* pair) const;

 private:
  static constexpr int kMostParts = 24;
  struct Part {
    Word high, low;
  };
  Part parts_[kMostParts];
  int count_ = 0;
};

// Which of at most 64 words distinguish which pairs of points of a partial function. Words that compute the function
// distinguish all pairs between them.
class Distinguishers {
 public:
  // values[x]: the words that are 1 at point x. `from`: those that count. The pairs are drawn.
  void set(const PartialFunction& d, const Word* values, Word from, Random& random);
  // One pair more, for all triples to come.
  void add(const PartialFunction::Pair& p) {
    more_[more_count_++ % kMostMore] = values_[p.x] ^ values_[p.y];
  }

  // Calls take(i, j, k) for triples of words that tell apart all pairs, (i, j, -1) for two words and
  // (i, -1, -1) for one that do, until it returns true; whether it did. Each that is enough, and of
  // which no part is, comes once or more.
  template <class Take>
  bool any_triple(Take&& take) const {
    for (Word first = rarest_; first; first &= first - 1) {
      const int i = std::countr_zero(first);
      const Distinguished rest = without(pairs_, distinguished_[i]);
      if (empty(rest)) {
        if (tells(bit(i)) && take(i, -1, -1)) return true;
        continue;
      }
      for (Word second = distinguishers_of_one(rest); second; second &= second - 1) {
        const int j = std::countr_zero(second);
        const Distinguished left = without(rest, distinguished_[j]);
        if (empty(left)) {
          if (tells(bit(i) | bit(j)) && take(i, j, -1)) return true;
          continue;
        }
        for (Word third = distinguishers_of_all(left); third; third &= third - 1) {
          const int k = std::countr_zero(third);
          if (tells(bit(i) | bit(j) | bit(k)) && take(i, j, k)) return true;
        }
      }
    }
    return false;
  }

 private:
  static constexpr int kMostMore = 32;
  struct Distinguished {  // as bits, pairs that are told apart
    Word w[2];
  };
  static Word bit(int i) { return Word{1} << i; }
  static bool empty(const Distinguished& t) { return !(t.w[0] | t.w[1]); }
  static Distinguished without(const Distinguished& a, const Distinguished& b) {
    return {{a.w[0] & ~b.w[0], a.w[1] & ~b.w[1]}};
  }
  bool tells(Word words) const {
    for (int i = 0; i < more_count_ && i < kMostMore; i++)
      if (!(more_[i] & words)) return false;
    return true;
  }
  Word distinguishers_of_one(const Distinguished& pairs) const {
    const int w = pairs.w[0] ? 0 : 1;
    return distinguishers_[w][std::countr_zero(pairs.w[w])];
  }
  Word distinguishers_of_all(const Distinguished& pairs) const {
    Word r = ~Word{0};
    for (int w = 0; w < 2; w++)
      for (Word left = pairs.w[w]; left && r; left &= left - 1)
        r &= distinguishers_[w][std::countr_zero(left)];
    return r;
  }

  const Word* values_ = nullptr;
  Distinguished pairs_{}, distinguished_[64];
  Word distinguishers_[2][64];  // by pair: the words that tell it apart
  Word rarest_ = 0;             // of the pair that fewest tell apart
  Word more_[kMostMore];
  int more_count_ = 0;
};

// The rows of 64 bits as columns.
void transpose(Word* rows);

}  // namespace hedgerow::circuit
