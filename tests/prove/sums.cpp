// Sums of words in a normal form, which are remembered.
#include <algorithm>
#include <vector>

#include "word.hpp"

namespace hedgerow::proof {
namespace {

std::uint64_t low_bits(int n) { return n >= 64 ? ~0ull : (1ull << n) - 1; }

std::uint64_t hash_of(const Word& w) {
  std::uint64_t h = w.value;
  for (std::uint64_t m = w.open; m; m &= m - 1) {
    const Print& p = w.bits[__builtin_ctzll(m)].print;
    h = (h ^ p.lo ^ (p.hi << 1)) * 0x9e3779b97f4a7c15;
    h ^= h >> 32;
  }
  return h;
}
// Whether the words are equal, if they have one block.
bool same(const Word& a, const Word& b) {
  if (a.open != b.open || a.value != b.value) return false;
  for (std::uint64_t m = a.open; m; m &= m - 1)
    if (!(a.bits[__builtin_ctzll(m)].of_block(0) == b.bits[__builtin_ctzll(m)].of_block(0)))
      return false;
  return true;
}

}  // namespace

bool Arithmetic::have_block(const Word& a, std::uint32_t* block) {
  for (std::uint64_t m = a.open; m; m &= m - 1) {
    const Bit& b = a.bits[__builtin_ctzll(m)];
    if (b.is_unknown() || (*block && b.block && b.block != *block)) return false;
    *block |= b.block;
  }
  return true;
}
Word Arithmetic::of_block(Word a, std::uint32_t number) {
  for (std::uint64_t m = a.open; m; m &= m - 1) a.bits[__builtin_ctzll(m)].block = number;
  return a;
}

// A sum is an equation for all values of its block, so it holds for the block of this word, too.
const Arithmetic::Sum* Arithmetic::find_sum(const Word& a, int width, std::uint32_t* block,
                                            bool cleared) const {
  const auto found = sum_at_.find(hash_of(a));
  const Sum* const s = found == sum_at_.end() ? nullptr : &sums_[found->second];
  *block = 0;
  if (!s || s->width != width || s->cleared != cleared || !same(s->result, a) ||
      !have_block(a, block))
    return nullptr;
  return s->has_block && !*block ? nullptr : s;
}

// Adds the parts of a, which is itself a remembered sum, or one part.
void Arithmetic::expand(const Word& a, bool subtract, int width, Sum* to) const {
  if (a.known()) {
    to->known += subtract ? 0 - a.value : a.value;
    return;
  }
  const auto put = [&](Word part, bool minus) {
    if (terms_.chooses()) {  // kernels add known words to counters with known bits
      to->known += minus ? 0 - part.value : part.value, part.value = 0;
      for (auto other = to->part[!minus].begin(); other != to->part[!minus].end(); other++) {
        std::uint32_t one = 0;
        if (!have_block(*other, &one) || !have_block(part, &one) || !same(*other, part)) continue;
        to->part[!minus].erase(other);
        return;
      }
    }
    for (Word& w : to->part[minus])
      if (((w.open | w.value) & (part.open | part.value)) == 0) {
        w = join(w, part);
        return;
      }
    to->part[minus].push_back(part);
  };
  std::uint32_t block;
  const Sum* const s = find_sum(a, width, &block);
  if (!s) return put(a, subtract);
  for (int sign : {0, 1})
    for (const Word& w : s->part[sign]) put(of_block(w, block), sign ^ (int)subtract);
  to->known += subtract ? 0 - s->known : s->known;
}

Word Arithmetic::sum(const Word& a, const Word& b, bool subtract, int width) {
  if (a.known() && b.known())
    return (subtract ? a.value - b.value : a.value + b.value) & low_bits(width);
  if (subtract && width == 8 && b.open == low_bits(width)) {  // a mask is -1 or 0
    bool mask = true;
    for (int i = 1; i < width && mask; i++) mask = b.bits[i] == b.bits[0];
    if (mask) return increment(part(a, 0, width), b.bits[0], width);
  }
  if (width == 8) unite(a, b);
  Sum s;
  s.width = width;
  expand(part(a, 0, width), false, width, &s);
  expand(part(b, 0, width), subtract, width, &s);
  s.known &= low_bits(width);
  // The sum of a word without its low byte and a multiple of 256 is the whole sum without its low byte.
  std::uint32_t block;
  if (s.part[0].size() == 1 && s.part[1].empty() && s.known && s.known % 256 == 0)
    if (const Sum* const of = find_sum(s.part[0][0], width, &block, true)) {
      Sum whole{{}, width, {}, (of->known + s.known) & low_bits(width)};
      for (int sign : {0, 1})
        for (const Word& w : of->part[sign]) whole.part[sign].push_back(of_block(w, block));
      return part(add_parts(&whole), 8, width - 8, 8);
    }
  return add_parts(&s);
}

// Computes and remembers a sum of its parts.
Word Arithmetic::add_parts(Sum* of) {
  Sum& s = *of;
  const int width = s.width;
  bool started = false;
  for (int sign : {0, 1}) {
    auto& parts = s.part[sign];
    std::sort(parts.begin(), parts.end(), [](const Word& x, const Word& y) {
      return hash_of(part(x, 0, 16)) < hash_of(part(y, 0, 16));
    });
    for (const Word& w : parts) {
      s.result =
          sign ? add(started ? s.result : Word(0), bitwise_not(w, width), constant(true), width)
          : started ? add(s.result, w, constant(false), width)
                    : w;
      started = true;
    }
  }
  if (s.known) s.result = add(s.result, s.known, constant(false), width);
  remember(s);
  return s.result;
}

// The lower bits of a sum are a sum of the lower bits.
void Arithmetic::remember(const Sum& s) {
  // A sum is not its only part. It would replace the parts of the same word.
  if (terms_.chooses() && s.part[0].size() == 1 && s.part[1].empty() && !s.known) return;
  std::uint32_t block = 0;
  bool has_one = have_block(s.result, &block);
  for (const auto& parts : s.part)
    for (const Word& w : parts) has_one = has_one && have_block(w, &block);
  if (!has_one) return;
  const auto put = [&](const Word& result, int width, bool cleared) {
    Sum& to = sums_[next_sum_];
    const auto old = sum_at_.find(hash_of(to.result));
    if (old != sum_at_.end() && old->second == next_sum_) sum_at_.erase(old);
    sum_at_[hash_of(result)] = next_sum_;
    to = {result, width, {}, s.known & low_bits(width), block != 0, cleared};
    for (int sign : {0, 1})
      for (const Word& w : s.part[sign])
        if (const Word lower = part(w, 0, width); lower.open || lower.value)
          to.part[sign].push_back(lower);
    next_sum_ = (next_sum_ + 1) % kSums;
  };
  for (int width = s.width; width == s.width || width >= 16; width /= 2) {
    const Word result = part(s.result, 0, width);
    if (__builtin_popcountll(result.open) < kMostCoordinates) return;
    put(result, width, false);
    if (terms_.chooses() && width == 64) put(part(result, 8, width - 8, 8), width, true);
  }
}

Word Arithmetic::increment(const Word& a, const Bit& by, int width) {
  std::uint32_t block;
  const Sum* const s = find_sum(a, width, &block);
  if (!s || !s->part[1].empty()) return add(a, 0, by, width);
  const auto part = [&](std::size_t k) { return of_block(s->part[0][k], block); };
  if (s->part[0].size() == 2 && !s->known) return add(part(0), part(1), by, width);
  if (s->part[0].size() == 1) return add(part(0), s->known, by, width);
  return add(a, 0, by, width);
}

Word Arithmetic::sum_in_register(const Word& a, const Word& b, bool subtract, int width) {
  if (a.known() && b.known()) return sum(a, b, subtract, width);
  Word r = sum(a, b, subtract, width);
  for (int w = width / 2; w >= 16; w /= 2)
    r = join(part(r, w, width - w, w), sum(part(a, 0, w), part(b, 0, w), subtract, w));
  return r;
}

}  // namespace hedgerow::proof
