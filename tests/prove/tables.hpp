// Functions of up to eight bits by their tables.
#pragma once

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

// The products of the algebraic normal form of a function.
inline Table monomials(Table f, unsigned points) {
  for (unsigned step = 1; step < points; step *= 2)
    for (unsigned v = 0; v < points; v++)
      if ((v & step) && f.at(v ^ step)) f.flip(v);
  return f;
}

}  // namespace hedgerow::proof
