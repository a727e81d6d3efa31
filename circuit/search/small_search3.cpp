// Searches tables of three signals (small_search3.hpp).
#include "circuit/search/small_search3.hpp"

#include <algorithm>
#include <bit>
#include <tuple>
#include <unordered_set>

#include "circuit/search/word_loops.hpp"

namespace hedgerow::circuit {
namespace {

// pairs that are tried around an inner table, for two tables
constexpr std::size_t kInnerTries = 160;
constexpr std::size_t kAll = 1u << 20;

}  // namespace

SmallSearch3::SmallSearch3(const SignalPool& pool, const Truth& care)
    : pool_(pool), care_(care), points_(care.count()) {
  full_ = points_ == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << points_) - 1;
  std::vector<std::uint64_t> packed((std::size_t)pool.size());
  pack(pool.values(), pool.size(), care, packed.data());
  std::unordered_set<std::uint64_t> seen(2 * packed.size());
  for (std::size_t i = 0; i < packed.size(); i++) {
    const std::uint64_t w = packed[i] & 1 ? ~packed[i] & full_ : packed[i];
    if (!w || !seen.insert(w).second) continue;
    word_.push_back(w);
    id_.push_back((int)i);
  }
}

std::uint64_t SmallSearch3::word_of(const Truth& t) const {
  std::uint64_t w;
  pack(&t, 1, care_, &w);
  return w & 1 ? ~w & full_ : w;
}

bool SmallSearch3::one(std::uint64_t t, const Truth& target, Random& random, const Take& take) {
  const std::size_t n = word_.size();
  if (n < 3) return false;
  if (scan_.empty()) scan_.emplace_back(word_, points_);
  for (std::size_t i = 0, from = random.below(n); i < n; i++)
    for (const Triple& x : scan_[0].with(t, (int)((i + from) % n), kAll)) {
      Expression e;
      if (e.add_table(pool_, id_[(std::size_t)x.a], id_[(std::size_t)x.b], id_[(std::size_t)x.c],
                      target, care_) &&
          take(std::move(e)))
        return true;
    }
  return false;
}

// Returns the number of points in those cells of (a, b) that contain both values of t.
int SmallSearch3::open_points(std::uint64_t t, int a, int b) const {
  const std::uint64_t x = word_[(std::size_t)a], y = word_[(std::size_t)b];
  int r = 0;
  for (const std::uint64_t m : {full_ & ~(x | y), x & ~y, y & ~x, x & y})
    if ((t & m) && (t & m) != m) r += std::popcount(m);
  return r;
}

bool SmallSearch3::two(std::uint64_t t, const Truth& target, Random& random, const Take& take) {
  struct Pair {
    int open, a, b;
  };
  std::vector<Pair> pairs;
  for (int a = 1; a < (int)word_.size(); a++)
    for (int b = 0; b < a; b++)
      if (const int open = open_points(t, a, b); open && open < points_)
        pairs.push_back({open, a, b});
  const std::size_t tries = std::min(pairs.size(), kInnerTries);
  std::partial_sort(pairs.begin(), pairs.begin() + (std::ptrdiff_t)tries, pairs.end(),
                    [](const Pair& p, const Pair& q) {
                      return std::tie(p.open, p.a, p.b) < std::tie(q.open, q.a, q.b);
                    });
  for (std::size_t i = 0; i < tries; i++) {
    const int a = id_[(std::size_t)pairs[i].a], b = id_[(std::size_t)pairs[i].b];
    Truth open;
    for (int k = 0; k < 4; k++) {
      const Truth cell =
          care_ & invert_if(pool_.value(a), k & 1) & invert_if(pool_.value(b), k & 2);
      const Truth high = cell & target;
      if (!high.empty() && high != cell) open = open | cell;
    }
    const auto around = [&](Expression&& g) {
      return g.add_table(pool_, a, b, g.top, target, care_) && take(std::move(g));
    };
    if (SmallSearch3(pool_, open).find(target, 1, random, around)) return true;
  }
  return false;
}

bool SmallSearch3::find(const Truth& target, int tables, Random& random, const Take& take) {
  const std::uint64_t t = word_of(target);
  if (tables == 0) {
    Expression e;
    if (!t) return take(std::move(e));
    const auto it = std::find(word_.begin(), word_.end(), t);
    if (it == word_.end()) return false;
    e.top = id_[(std::size_t)(it - word_.begin())];
    return take(std::move(e));
  }
  if (!t) return false;
  return tables == 1 ? one(t, target, random, take) : two(t, target, random, take);
}

bool SmallSearch3::find_smallest(const Truth& target, int most, Random& random,
                                 Expression* result) {
  for (int tables = 0; tables <= most; tables++)
    if (find(target, tables, random, [&](Expression&& e) {
          *result = std::move(e);
          return true;
        }))
      return true;
  return false;
}

}  // namespace hedgerow::circuit
