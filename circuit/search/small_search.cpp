// Searches the gates of a few signals (small_search.hpp).
#include "circuit/search/small_search.hpp"

#include <algorithm>

#include "circuit/search/word_loops.hpp"

namespace hedgerow::circuit {
namespace {

constexpr int kHashBits = 14;

std::uint16_t hash(std::uint64_t x) {
  x ^= x >> 32 ^ x << 7;
  x ^= x >> 15 ^ x >> 21;
  return (std::uint16_t)(x & ((1u << kHashBits) - 1));
}

}  // namespace

void PairTable::mark(std::uint64_t x) {
  value_.push_back(x);
  const std::uint64_t h = mixed(x);
  seen_[h >> shift_] |= bits_of(h);
}

void PairTable::build(const std::vector<std::uint64_t>& words) {
  value_.clear();
  nets_.clear();
  const std::size_t gates = words.size() * (words.size() - 1) / 2 * 5;
  const std::size_t places = std::bit_ceil(std::max<std::size_t>(gates / 4, 64));
  seen_.assign(places, 0);
  shift_ = 65 - (int)std::bit_width(places);
  for (std::size_t i = 0; i < words.size(); i++)
    for (std::size_t j = 0; j < i; j++) {
      const std::uint64_t a = words[i], b = words[j];
      nets_.push_back((std::uint32_t)(i << 16 | j));
      for (const Op op : {Op::kAnd, Op::kAndNot, Op::kNotAnd, Op::kOr, Op::kXor})
        mark(apply(op, a, b));
    }
}

SmallSearch::SmallSearch(const SignalPool& pool, const Truth& care, PairTable& scratch)
    : pool_(pool), care_(care), pairs_(scratch), ref_(care.first()), points_(care.count()) {
  full_ = points_ == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << points_) - 1;
  std::vector<std::uint64_t> packed((std::size_t)pool.size());
  pack(pool.values(), pool.size(), care, packed.data());
  std::size_t slots = 512;
  while (slots < 2 * packed.size()) slots *= 2;
  slot_.assign(slots, 0);
  seen_.assign(std::size_t{1} << kHashBits, 0);
  word_.reserve(packed.size());
  for (std::size_t i = 0; i < packed.size(); i++) {
    const std::uint64_t w = packed[i] & 1 ? ~packed[i] & full_ : packed[i];
    if (!w || index_of(w) >= 0) continue;
    const std::uint16_t h = hash(w);
    std::size_t place = h & (slots - 1);
    while (slot_[place]) place = (place + 1) & (slots - 1);
    word_.push_back(w);
    id_.push_back((int)i);
    slot_[place] = (std::uint16_t)word_.size();
    hash_.push_back(h);
    seen_[h] = 1;
  }
}

std::uint64_t SmallSearch::word_of(const Truth& target) const {
  std::uint64_t w;
  pack(&target, 1, care_, &w);
  return w & 1 ? ~w & full_ : w;
}

int SmallSearch::index_of(std::uint64_t word) const {
  const std::uint16_t h = hash(word);
  if (!seen_[h]) return -1;
  for (std::size_t place = h;; place++) {
    place &= slot_.size() - 1;
    if (!slot_[place]) return -1;
    if (word_[slot_[place] - 1u] == word) return slot_[place] - 1;
  }
}

// Returns the addend as an expression. *net is its net, or -1 if there is no addend.
Expression SmallSearch::start(const Addend& x, int* net) const {
  Expression e;
  *net = x.a < 0 ? -1 : id_[(std::size_t)x.a];
  if (x.b >= 0) *net = e.add(pool_, x.op, *net, id_[(std::size_t)x.b], ref_);
  return e;
}

bool SmallSearch::give(Op op, int a, int b, const Addend& x, const Take& take) const {
  int net;
  Expression e = start(x, &net);
  const int top = e.add(pool_, op, id_[(std::size_t)a], id_[(std::size_t)b], ref_);
  if (net >= 0) e.add(pool_, Op::kXor, net, top, ref_);
  return take(std::move(e));
}

// Finds all gates of two words that equal t, the target minus the addend. Of the XORs, it takes only those with indices
// above `above`.
bool SmallSearch::one(std::uint64_t t, const Addend& x, int above, const Take& take) const {
  std::uint16_t hits[8192];
  const int n = related(word_.data(), words(), t, hits);
  for (int i = 1; i < n; i++)
    for (int j = 0; j < i; j++) {
      const std::uint64_t a = word_[hits[i]], b = word_[hits[j]];
      for (const Op op : {Op::kAnd, Op::kAndNot, Op::kNotAnd, Op::kOr})
        if (apply(op, a, b) == t && give(op, hits[i], hits[j], x, take)) return true;
    }
  for (int i = next_sum(above + 1, hash(t)); i < words(); i = next_sum(i + 1, hash(t))) {
    const int j = index_of(word_[(std::size_t)i] ^ t);
    if (j > i && give(Op::kXor, i, j, x, take)) return true;
  }
  return false;
}

// Returns the first index from `i` on such that the word plus a word of hash h may be a word.
int SmallSearch::next_sum(int i, std::uint16_t h) const {
  const std::uint16_t* hashes = hash_.data();
  const std::uint8_t* seen = seen_.data();
  for (; i + 8 <= words(); i += 8) {
    unsigned any = 0;
    for (int k = 0; k < 8; k++) any |= seen[hashes[i + k] ^ h];
    if (any) break;
  }
  while (i < words() && !seen[hashes[i] ^ h]) i++;
  return i;
}

// Looks for u = b . f with f of `inner` gates on the points that b leaves open, and adds the addend.
bool SmallSearch::products(std::uint64_t u, const Truth& target, const Addend& x, int inner,
                           Random& random, const Take& take) const {
  std::uint16_t hits[8192];
  const int n = related(word_.data(), words(), u, hits);
  if (!n) return false;
  int addend;
  Expression base = start(x, &addend);
  const Truth rest = addend < 0 ? target : target ^ base.value(pool_, addend);
  for (int i = 0; i < n; i++) {
    const std::uint64_t w = word_[hits[i]];
    const int b = id_[hits[i]];
    const bool high = !(u & ~w);
    const int open = high ? std::popcount(w) : points_ - std::popcount(w);
    if (w == u || open < 2 || 8 * open > 7 * points_) continue;
    const Truth region = care_ & invert_if(pool_.value(b), pool_.value(b).at(ref_) == high);
    SmallSearch search(pool_, region, pairs_);
    const bool done = search.find(rest, inner, random, [&](Expression&& f) {
      const int top = f.top;
      if (top == Expression::kConstant || !f.add_product(pool_, b, top, rest, care_)) return false;
      if (addend < 0) return take(std::move(f));
      const int product = f.top;
      int net = addend;
      if (x.b >= 0) net = f.add(pool_, x.op, id_[(std::size_t)x.a], id_[(std::size_t)x.b], ref_);
      f.add(pool_, Op::kXor, net, product, ref_);
      return take(std::move(f));
    });
    if (done) return true;
  }
  return false;
}

// Looks for q ^ q (three gates), q ^ (b . f) and a ^ q ^ q (more gates).
bool SmallSearch::sum(std::uint64_t t, const Truth& target, Random& random, const Take& take,
                      int gates) {
  if (words() < 2 || words() > kMostForPairs) return false;
  if (!paired_) pairs_.build(word_);
  paired_ = true;
  const std::size_t size = pairs_.size(), from = random.below(size);
  for (std::size_t i = 0; i < size; i++) {
    const std::size_t k = i + from < size ? i + from : i + from - size;
    const std::uint64_t u = t ^ pairs_.value(k);
    if (gates == 3 && !pairs_.may_hold(u)) continue;
    const PairTable::Pair p = pairs_.pair(k);
    const Addend addend{p.op, p.a, p.b};
    if (gates == 3 ? one(u, addend, -1, take)
                   : products(u, target, addend, gates - 3, random, take))
      return true;
  }
  return false;
}

bool SmallSearch::find(const Truth& target, int gates, Random& random, const Take& take) {
  const std::uint64_t t = word_of(target);
  if (gates == 0) {
    Expression e;
    if (!t) return take(std::move(e));
    const int i = index_of(t);
    if (i >= 0) e.top = id_[(std::size_t)i];
    return i >= 0 && take(std::move(e));
  }
  if (!t || words() < 2) return false;
  if (gates == 1) return one(t, {}, -1, take);
  if (gates == 2 && products(t, target, {}, 1, random, take)) return true;
  if (gates == 3 && sum(t, target, random, take, 3)) return true;
  const int from = gates == 2 ? 0 : (int)random.below(word_.size());
  for (int i = 0; i < words() && gates <= 4; i++) {
    const int k = (i + from) % words();
    const std::uint64_t u = t ^ word_[(std::size_t)k];
    if (!u) continue;
    const Addend addend{Op::kXor, k};
    if (gates == 2 ? one(u, addend, k, take) : products(u, target, addend, gates - 2, random, take))
      return true;
  }
  return gates >= 4 && gates <= 5 && sum(t, target, random, take, gates);
}

bool SmallSearch::find_smallest(const Truth& target, int most, Random& random, Expression* result) {
  for (int gates = 0; gates <= most; gates++)
    if (find(target, gates, random, [&](Expression&& e) {
          *result = std::move(e);
          return true;
        }))
      return true;
  return false;
}

}  // namespace hedgerow::circuit
