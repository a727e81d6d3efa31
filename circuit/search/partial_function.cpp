// Tables of three words that compute a partial function, and pairs that prove that there is no table.
#include "circuit/search/partial_function.hpp"

#include <utility>

namespace hedgerow::circuit {
namespace {

// The cells of a table that must have one value, and those that must have the other.
struct Sides {
  unsigned high, low;
};

}  // namespace

bool PartialFunction::add(Word high, Word low) {
  if (!high || !low) return true;
  if (count_ == kMostParts) return false;
  parts_[count_++] = {high, low};
  return true;
}

bool PartialFunction::add_cells(Word high, Word low, Word a, Word b) {
  return add(high & ~a & ~b, low & ~a & ~b) && add(high & a & ~b, low & a & ~b) &&
         add(high & ~a & b, low & ~a & b) && add(high & a & b, low & a & b);
}

int PartialFunction::pairs(Pair* pairs, int most, Random& random) const {
  int all = 0;
  for (int p = 0; p < count_; p++)
    all += std::popcount(parts_[p].high) * std::popcount(parts_[p].low);
  int count = 0;
  if (all <= most) {
    for (int p = 0; p < count_; p++)
      for (Word high = parts_[p].high; high; high &= high - 1)
        for (Word low = parts_[p].low; low; low &= low - 1)
          pairs[count++] = {std::countr_zero(high), std::countr_zero(low)};
    return count;
  }
  while (count < most) {
    const std::uint64_t drawn = random.next();
    const Part& p = parts_[(drawn >> 32) * (unsigned)count_ >> 32];
    const auto draw = [](Word v, int turn) {
      return (std::countr_zero(std::rotr(v, turn)) + turn) & 63;
    };
    pairs[count++] = {draw(p.high, (int)(drawn & 63)), draw(p.low, (int)(drawn >> 6 & 63))};
  }
  return count;
}

namespace {

// Computes the points at which the words have each combination of values.
void cells_of(const Word* words, int count, Word* cell) {
  cell[0] = ~Word{0};
  for (int i = 0; i < count; i++)
    for (int x = 0; x < 1 << i; x++) {
      cell[x | 1 << i] = cell[x] & words[i];
      cell[x] &= ~words[i];
    }
}

}  // namespace

bool PartialFunction::refutation(const Word* words, int count, Pair* pair) const {
  Word cell[8];
  cells_of(words, count, cell);
  for (int p = 0; p < count_; p++)
    for (int x = 0; x < 1 << count; x++)
      if ((cell[x] & parts_[p].high) && (cell[x] & parts_[p].low)) {
        *pair = {std::countr_zero(cell[x] & parts_[p].high),
                 std::countr_zero(cell[x] & parts_[p].low)};
        return true;
      }
  return false;
}

int PartialFunction::table(const Word* words, int count, Random& random) const {
  Word cell[8];
  const int cells = 1 << count;
  cells_of(words, count, cell);
  Sides joined[kMostParts];  // the sides of parts that share a cell
  int size = 0;
  for (int p = 0; p < count_; p++) {
    Sides now{0, 0};
    for (int x = 0; x < cells; x++) {
      now.high |= (unsigned)((cell[x] & parts_[p].high) != 0) << x;
      now.low |= (unsigned)((cell[x] & parts_[p].low) != 0) << x;
    }
    for (int i = 0; i < size;) {
      const Sides& o = joined[i];
      if (((now.high & o.low) | (now.low & o.high)) != 0)
        now.high |= o.low, now.low |= o.high;
      else if (((now.high & o.high) | (now.low & o.low)) != 0)
        now.high |= o.high, now.low |= o.low;
      else {
        i++;
        continue;
      }
      joined[i] = joined[--size];
    }
    if (now.high & now.low) return -1;
    joined[size++] = now;
  }
  const std::uint64_t drawn = random.next();
  unsigned table = (unsigned)drawn & 0xff;
  for (int i = 0; i < size; i++) {
    const bool turned = drawn >> (8 + i) & 1;
    table = (table & ~(joined[i].high | joined[i].low)) | (turned ? joined[i].low : joined[i].high);
  }
  for (int x = cells; x < 8; x++) table = (table & ~(1u << x)) | (table >> (x - cells) & 1u) << x;
  return (int)table;
}

void transpose(Word* rows) {
  Word low = 0xffffffff;
  for (unsigned half = 32; half; half /= 2, low ^= low << half)
    for (unsigned i = 0; i < 64; i = ((i | half) + 1) & ~half) {
      const Word swapped = (rows[i] >> half ^ rows[i | half]) & low;
      rows[i] ^= swapped << half;
      rows[i | half] ^= swapped;
    }
}

void Distinguishers::set(const PartialFunction& d, const Word* values, Word from, Random& random) {
  PartialFunction::Pair pairs[128];
  const int count = d.pairs(pairs, 128, random);
  values_ = values;
  more_count_ = 0;
  int fewest = 65;
  for (int w = 0; w < 2; w++) {
    Word distinguished[64] = {};
    pairs_.w[w] = 0;
    for (int i = 0; i < 64 && 64 * w + i < count; i++) {
      const PartialFunction::Pair& p = pairs[64 * w + i];
      const Word distinguishers = (values[p.x] ^ values[p.y]) & from;
      distinguishers_[w][i] = distinguished[i] = distinguishers;
      pairs_.w[w] |= bit(i);
      if (std::popcount(distinguishers) >= fewest) continue;
      fewest = std::popcount(distinguishers);
      rarest_ = distinguishers;
    }
    if (pairs_.w[w]) transpose(distinguished);
    for (int i = 0; i < 64; i++) distinguished_[i].w[w] = distinguished[i];
  }
  if (!count) rarest_ = 0;
}

}  // namespace hedgerow::circuit
