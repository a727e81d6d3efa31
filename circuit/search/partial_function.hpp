// A function that is specified on some of at most 64 points, and the tables of three words that agree with it. All
// searches over three-input tables use this step.
//
// The readers of a table may need it complemented on some points and not on others. Therefore the function has parts.
// Within a part, it has one value on `high` and the complement on `low`; each part may choose freely which value is 1.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "circuit/core/random.hpp"

namespace hedgerow::circuit {

using Word = std::uint64_t;  // one bit per point, at most 64

// Returns a function of three words: bit a + 2b + 4c of the table.
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
  // Adds a part, unless `high` or `low` is empty. Returns false if there are too many parts.
  bool add(Word high, Word low);
  // Adds a part for each value of the words a and b, which a table reads in addition to the function.
  bool add_cells(Word high, Word low, Word a, Word b);
  bool empty() const { return count_ == 0; }

  // Two points that must be told apart.
  struct Pair {
    int x, y;
  };
  // Stores all such pairs, or `most` random ones if there are more, and returns their number.
  int pairs(Pair* pairs, int most, Random& random) const;

  // Returns a table of `count` (1 to 3) words that agrees with the function, or -1 if there is no such table. Free
  // entries are random. A table of fewer than three words does not depend on the missing ones.
  int table(const Word* words, int count, Random& random) const;
  // If there is no table, finds a pair that the words do not tell apart. Returns false if the reason is not a single
  // pair.
  bool refutation(const Word* words, int count, Pair* pair) const;

 private:
  static constexpr int kMostParts = 24;
  struct Part {
    Word high, low;
  };
  Part parts_[kMostParts];
  int count_ = 0;
};

// Computes which of at most 64 words tell apart which pairs of points of a partial function. Words that compute the
// function together tell apart all pairs.
class Distinguishers {
 public:
  // values[x] has the words that are 1 at point x, and `from` selects the words that may be used. The pairs are random.
  void set(const PartialFunction& d, const Word* values, Word from, Random& random);
  // Adds a pair for all later triples.
  void add(const PartialFunction::Pair& p) {
    more_[more_count_++ % kMostMore] = values_[p.x] ^ values_[p.y];
  }

  // Calls take(i, j, k) for triples of words that tell apart all pairs, take(i, j, -1) for two words, and take(i, -1,
  // -1) for one. Stops and returns true when `take` returns true. Every minimal set occurs at least once.
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
  struct Distinguished {  // one bit for each pair that is told apart
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
  Word distinguishers_[2][64];  // [pair]: the words that tell it apart
  Word rarest_ = 0;             // the words of the pair that fewest words tell apart
  Word more_[kMostMore];
  int more_count_ = 0;
};

// Transposes a matrix of 64 x 64 bits.
void transpose(Word* rows);

}  // namespace hedgerow::circuit
