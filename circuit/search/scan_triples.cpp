// Scans all triples of signals, with 256 third signals at a time.
#include "circuit/search/scan_triples.hpp"

#include <algorithm>
#include <bit>

namespace hedgerow::circuit {
namespace {

using Word = std::uint64_t;
using Set = TripleScan::Set;

struct Scan {
  const Word* words;
  Word full, target;
  const Set* complemented;  // [point], of one set of signals
  int first;                // the signal of bit 0
};

__attribute__((always_inline)) inline bool all_set(const Set& s) {
  return (s.w[0] & s.w[1] & s.w[2] & s.w[3]) == ~Word{0};
}

// Returns the signals that cannot be the third one for a and b. All signals from b on are among them.
__attribute__((always_inline)) inline Set refuted(const Scan& s, int a, int b) {
  const Word x = s.words[a], y = s.words[b];
  const Word cells[4] = {x & y, x & ~y, ~x & y & s.full, ~x & ~y & s.full};
  Set r{};
  for (int i = 0; i < 4; i++) {  // refutes all signals from b on
    const int bits = b - s.first - 64 * i;
    r.w[i] = bits <= 0 ? ~Word{0} : bits >= 64 ? 0 : ~Word{0} << bits;
  }
  for (Word cell : cells) {
    const Word high = cell & s.target;
    if (!high || high == cell) continue;
    const Set pattern = s.complemented[std::countr_zero(cell)];
    cell &= cell - 1;
    while (cell) {
      r.w |= s.complemented[std::countr_zero(cell)].w ^ pattern.w;
      cell &= cell - 1;
      if (!cell) break;
      r.w |= s.complemented[std::countr_zero(cell)].w ^ pattern.w;
      cell &= cell - 1;
      if (all_set(r)) return r;
    }
  }
  return r;
}

__attribute__((always_inline)) inline void scan(const Scan& s, int a, std::size_t most,
                                                std::vector<Triple>& found) {
  for (int b = s.first + 1; b < a; b++) {
    const Set r = refuted(s, a, b);
    if (all_set(r)) continue;
    for (int i = 0; i < 4; i++)
      for (Word left = ~r.w[i]; left; left &= left - 1) {
        found.push_back({a, b, s.first + 64 * i + std::countr_zero(left)});
        if (found.size() == most) return;
      }
  }
}

#if defined(__x86_64__)
__attribute__((target("avx2,bmi"))) void scan_avx2(const Scan& s, int a, std::size_t most,
                                                   std::vector<Triple>& found) {
  scan(s, a, most, found);
}
#endif
void scan_portable(const Scan& s, int a, std::size_t most, std::vector<Triple>& found) {
  scan(s, a, most, found);
}

}  // namespace

TripleScan::TripleScan(const std::vector<std::uint64_t>& words, int points)
    : words_(words),
      points_(points),
      sets_((words.size() + 255) / 256),
      signals_(sets_ * (std::size_t)points) {
  for (std::size_t i = 0; i < words.size(); i++)
    for (Word left = words[i]; left; left &= left - 1) {
      const std::size_t point = (std::size_t)std::countr_zero(left);
      signals_[i / 256 * (std::size_t)points + point].w[i % 256 / 64] |= Word{1} << i % 64;
    }
}

void TripleScan::complement(std::uint64_t target) {
  complemented_ = signals_;
  for (std::size_t i = 0; i < complemented_.size(); i++)
    if (target >> i % (std::size_t)points_ & 1) complemented_[i].w = ~complemented_[i].w;
  target_ = target;
}

std::vector<Triple> TripleScan::with(std::uint64_t target, int a, std::size_t most) {
  if (complemented_.empty() || target != target_) complement(target);
  std::vector<Triple> found;
  const Word full = points_ == 64 ? ~Word{0} : (Word{1} << points_) - 1;
  for (std::size_t v = 0; v < sets_ && found.size() < most; v++) {
    const Scan s{words_.data(), full, target, &complemented_[v * (std::size_t)points_],
                 256 * (int)v};
#if defined(__x86_64__)
    static const bool fast = __builtin_cpu_supports("avx2");
    if (fast) {
      scan_avx2(s, a, most, found);
      continue;
    }
#endif
    scan_portable(s, a, most, found);
  }
  return found;
}

}  // namespace hedgerow::circuit
