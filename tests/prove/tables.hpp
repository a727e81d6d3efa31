// Functions of up to eight bits by their tables.
#pragma once

#include <bit>

#include "terms.hpp"

namespace hedgerow::proof {

constexpr std::uint64_t kVariable[6] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
                                        0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000};

// The table of input i.
inline Table variable(int i) {
  Table t;
  for (unsigned w = 0; w < t.word.size(); w++)
    t.word[w] = i < 6 ? kVariable[i] : 0ull - (w >> (i - 6) & 1);
  return t;
}
inline Table sum(const Table& a, const Table& b) {
  Table t;
  for (unsigned w = 0; w < t.word.size(); w++) t.word[w] = a.word[w] ^ b.word[w];
  return t;
}
inline Table complement(Table t) {
  for (auto& w : t.word) w = ~w;
  return t;
}
// Repeats the first points, a power of two of them, as tables of fewer inputs do.
inline void repeat(Table* t, unsigned points) {
  for (; points < 64; points *= 2) {
    t->word[0] &= (1ull << points) - 1;
    t->word[0] |= t->word[0] << points;
  }
  for (std::size_t w = points / 64; w < t->word.size(); w++) t->word[w] = t->word[w - points / 64];
}
// Transposes 8 rows of 8 bits.
inline std::uint64_t transposed(std::uint64_t x) {
  const auto swap = [&](int by, std::uint64_t mask) {
    const std::uint64_t t = (x ^ (x >> by)) & mask;
    x ^= t ^ (t << by);
  };
  swap(7, 0x00aa00aa00aa00aa), swap(14, 0x0000cccc0000cccc), swap(28, 0x00000000f0f0f0f0);
  return x;
}

// The table of the sum of some inputs and a constant.
inline const Table& sum_of_variables(unsigned which, bool constant) {
  static const auto tables = [] {
    std::array<std::array<Table, 2>, kPoints> all;
    for (unsigned set = 0; set < kPoints; set++) {
      for (int i = 0; i < kMostCoordinates; i++)
        if (set >> i & 1) all[set][0] = sum(all[set][0], variable(i));
      for (std::size_t w = 0; w < all[set][0].word.size(); w++)
        all[set][1].word[w] = ~all[set][0].word[w];
    }
    return all;
  }();
  return tables[which][constant];
}

// Returns whether f is a sum of inputs and a constant; `inputs` has the bits of the inputs.
inline bool is_affine(const Table& f, unsigned* inputs) {
  *inputs = 0;
  for (int i = 0; i < kMostCoordinates; i++) *inputs |= (unsigned)(f.at(1u << i) != f.at(0)) << i;
  return f == sum_of_variables(*inputs, f.at(0));
}

// The products of the algebraic normal form of a function of `dimension` inputs.
inline Table monomials(Table f, int dimension) {
  for (int i = 0; i < 6 && i < dimension; i++)
    for (auto& w : f.word) w ^= (w << (1 << i)) & kVariable[i];
  if (dimension > 6) f.word[1] ^= f.word[0], f.word[3] ^= f.word[2];
  if (dimension > 7) f.word[2] ^= f.word[0], f.word[3] ^= f.word[1];
  const unsigned points = 1u << dimension;
  if (points < 64) f.word[0] &= (1ull << points) - 1;
  for (std::size_t w = (points + 63) / 64; w < f.word.size(); w++) f.word[w] = 0;
  return f;
}

// The function with these products.
inline Table values_of(const Table& products, int dimension) {
  Table f = monomials(products, dimension);  // the transformation is its own inverse
  repeat(&f, 1u << dimension);
  return f;
}

// The products of at most one coordinate.
inline constexpr Table kAffine = [] {
  Table t;
  t.set(0, true);
  for (int i = 0; i < kMostCoordinates; i++) t.set(1u << i, true);
  return t;
}();

// The first product of a function, or kPoints.
inline unsigned first_product(const Table& t) {
  for (unsigned w = 0; w < t.word.size(); w++)
    if (t.word[w]) return 64 * w + (unsigned)std::countr_zero(t.word[w]);
  return kPoints;
}

}  // namespace hedgerow::proof
