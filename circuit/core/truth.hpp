// A Boolean function of up to eight inputs as a bit vector: bit x is the value at input x. A function of n inputs uses
// the first 2^n bits and repeats them in the rest, because operations then need no mask.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace hedgerow::circuit {

struct Truth {
  std::array<std::uint64_t, 4> w{};

  bool at(unsigned x) const { return w[x >> 6] >> (x & 63) & 1; }
  void set(unsigned x) { w[x >> 6] |= std::uint64_t{1} << (x & 63); }
  bool empty() const { return !(w[0] | w[1] | w[2] | w[3]); }
  int count() const {
    return std::popcount(w[0]) + std::popcount(w[1]) + std::popcount(w[2]) + std::popcount(w[3]);
  }
  // Returns the lowest set bit. The vector must not be empty.
  unsigned first() const {
    unsigned i = 0;
    while (!w[i]) i++;
    return 64 * i + (unsigned)std::countr_zero(w[i]);
  }
  auto operator<=>(const Truth&) const = default;
};

inline Truth operator&(Truth a, const Truth& b) {
  for (int i = 0; i < 4; i++) a.w[i] &= b.w[i];
  return a;
}
inline Truth operator|(Truth a, const Truth& b) {
  for (int i = 0; i < 4; i++) a.w[i] |= b.w[i];
  return a;
}
inline Truth operator^(Truth a, const Truth& b) {
  for (int i = 0; i < 4; i++) a.w[i] ^= b.w[i];
  return a;
}
inline Truth operator~(Truth a) {
  for (auto& x : a.w) x = ~x;
  return a;
}
inline Truth invert_if(const Truth& a, bool invert) { return invert ? ~a : a; }

inline Truth all_points() { return ~Truth{}; }

// Returns input variable i, 0..7, as a function.
inline Truth variable(int i) {
  Truth r;
  for (unsigned x = 0; x < 256; x++)
    if (x >> i & 1) r.set(x);
  return r;
}

// Returns f(a, b, c), where bit a + 2b + 4c of `table` is the value. Arguments that f does not depend on may be
// anything.
inline Truth apply(unsigned table, const Truth& a, const Truth& b, const Truth& c) {
  Truth r;
  for (int i = 0; i < 4; i++) {
    std::uint64_t half[2];
    for (int j = 0; j < 2; j++) {
      const unsigned t = table >> (4 * j);
      half[j] = ((t & 1 ? ~(a.w[i] | b.w[i]) : 0) | (t & 2 ? a.w[i] & ~b.w[i] : 0) |
                 (t & 4 ? ~a.w[i] & b.w[i] : 0) | (t & 8 ? a.w[i] & b.w[i] : 0));
    }
    r.w[i] = (half[0] & ~c.w[i]) | (half[1] & c.w[i]);
  }
  return r;
}

struct TruthHash {
  std::size_t operator()(const Truth& t) const {
    std::uint64_t h = 0;
    for (auto x : t.w) h = (h ^ x) * 0x9e3779b97f4a7c15u, h ^= h >> 29;
    return h;
  }
};

}  // namespace hedgerow::circuit
