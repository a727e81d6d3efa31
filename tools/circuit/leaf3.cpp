#include "leaf3.hpp"

#include <algorithm>

#include "words.hpp"

namespace hedgerow::circuit {
namespace {

constexpr int kHashBits = 14;
constexpr int kInnerTries = 160;  // pairs around an inner table, for two tables

std::uint16_t hash(std::uint64_t x) {
  x ^= x >> 32 ^ x << 7;
  x ^= x >> 15 ^ x >> 21;
  return (std::uint16_t)(x & ((1u << kHashBits) - 1));
}

}  // namespace

Leaf3::Leaf3(const Pool& pool, const Truth& care)
    : pool_(pool), care_(care), points_(care.count()), slot_(std::size_t{1} << kHashBits) {
  full_ = points_ == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << points_) - 1;
  std::vector<std::uint64_t> packed((std::size_t)pool.size());
  pack(pool.values(), pool.size(), care, packed.data());
  for (std::size_t i = 0; i < packed.size(); i++) {
    const std::uint64_t w = packed[i] & 1 ? ~packed[i] & full_ : packed[i];
    const std::uint16_t h = hash(w);
    // Words that share a hash with another are rare; where they do the first one stands.
    if (!w || (slot_[h] && word_[slot_[h] - 1u] == w)) continue;
    word_.push_back(w);
    id_.push_back((int)i);
    hash_.push_back(h);
    if (!slot_[h]) slot_[h] = (std::uint16_t)word_.size();
  }
}

std::uint64_t Leaf3::word_of(const Truth& t) const {
  std::uint64_t w;
  pack(&t, 1, care_, &w);
  return w & 1 ? ~w & full_ : w;
}

Leaf3::Cells Leaf3::cells(std::uint64_t t, int a, int b) const {
  const std::uint64_t x = word_[(std::size_t)a], y = word_[(std::size_t)b];
  const std::uint64_t cell[4] = {full_ & ~(x | y), x & ~y, y & ~x, x & y};
  Cells r{{}, 0};
  for (const std::uint64_t m : cell)
    if ((t & m) && (t & m) != m) r.mixed[r.count++] = m;
  return r;
}

bool Leaf3::give(int a, int b, int c, const Truth& target, const Take& take) const {
  Expression e;
  return e.add_table(pool_, id_[(std::size_t)a], id_[(std::size_t)b], id_[(std::size_t)c], target,
                     care_) &&
         take(std::move(e));
}

// t ^ c as a gate of a and b.
bool Leaf3::by_sum(std::uint64_t t, const Truth& target, const Take& take) const {
  const int n = (int)word_.size();
  std::uint16_t hits[8192];
  for (int c = 0; c < n; c++) {
    const std::uint64_t u = t ^ word_[(std::size_t)c];
    const std::uint16_t h = hash(u);
    for (int i = c + 1; i < n; i++) {
      const int j = slot_[hash_[(std::size_t)i] ^ h] - 1;
      if (j > i && (word_[(std::size_t)i] ^ word_[(std::size_t)j]) == u &&
          give(i, j, c, target, take))
        return true;
    }
    const int count = related(word_.data(), n, u, hits);
    for (int i = 1; i < count; i++)
      for (int j = 0; j < i; j++) {
        const std::uint64_t a = word_[hits[i]], b = word_[hits[j]];
        if (((a & b) == u || (a & ~b) == u || (b & ~a) == u || (a | b) == u) &&
            give(hits[i], hits[j], c, target, take))
          return true;
      }
  }
  return false;
}

bool Leaf3::one(std::uint64_t t, const Truth& target, const Take& take) const {
  if (by_sum(t, target, take)) return true;
  const int n = (int)word_.size();
  for (int a = 1; a < n; a++)
    for (int b = 0; b < a; b++) {
      const Cells m = cells(t, a, b);
      if (m.count == 4) continue;
      for (int c = 0; c < n; c++) {
        const std::uint64_t x = word_[(std::size_t)c] ^ t;
        bool good = true;
        for (int i = 0; i < m.count && good; i++)
          good = !(x & m.mixed[i]) || (x & m.mixed[i]) == m.mixed[i];
        if (good && give(a, b, c, target, take)) return true;
      }
    }
  return false;
}

// Table (a, b, g) with g one table that is `wanted` on `care`.
bool Leaf3::inner(const Truth& target, int a, int b, const Truth& care, const Truth& wanted,
                  Random& random, const Take& take) const {
  const int x = id_[(std::size_t)a], y = id_[(std::size_t)b];
  return Leaf3(pool_, care).find(wanted, 1, random, [&](Expression&& g) {
    return g.add_table(pool_, x, y, g.top, target, care_) && take(std::move(g));
  });
}

bool Leaf3::two(std::uint64_t t, const Truth& target, Random& random, const Take& take) const {
  const int n = (int)word_.size();
  std::vector<std::pair<int, int>> open;  // pairs with a cell in which t is constant
  for (int a = 1; a < n; a++)
    for (int b = 0; b < a; b++) {
      const int count = std::popcount(cells(t, a, b).all());
      if (count && 8 * count <= 7 * points_) open.emplace_back(count * 4096 + a, b);
    }
  std::sort(open.begin(), open.end());
  if (open.size() > (std::size_t)kInnerTries) open.resize((std::size_t)kInnerTries);
  for (const auto& [key, b] : open) {
    const int a = key % 4096;
    Truth care;
    const Truth &x = pool_.value(id_[(std::size_t)a]), &y = pool_.value(id_[(std::size_t)b]);
    for (int i = 0; i < 4; i++) {
      const Truth cell = care_ & invert_if(x, i & 1) & invert_if(y, i & 2);
      const Truth high = cell & target;
      if (!high.empty() && high != cell) care = care | cell;
    }
    if (inner(target, a, b, care, target, random, take)) return true;
  }
  for (int i = 0; i < kInnerTries / 2 && n > 1; i++) {  // g = t ^ any gate of a and b
    const int a = (int)random.below((std::size_t)n), b = (int)random.below((std::size_t)n);
    if (a == b) continue;
    const Op op = (Op)random.below(5);
    Expression f;
    f.add(pool_, op, id_[(std::size_t)a], id_[(std::size_t)b], care_.first());
    if (inner(target, a, b, care_, target ^ f.value(pool_), random, take)) return true;
  }
  return false;
}

bool Leaf3::find(const Truth& target, int tables, Random& random, const Take& take) const {
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
  return tables == 1 ? one(t, target, take) : two(t, target, random, take);
}

bool Leaf3::find_smallest(const Truth& target, int most, Random& random, Expression* result) const {
  for (int tables = 0; tables <= most; tables++)
    if (find(target, tables, random, [&](Expression&& e) {
          *result = std::move(e);
          return true;
        }))
      return true;
  return false;
}

}  // namespace hedgerow::circuit
