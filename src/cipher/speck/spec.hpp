// SPECK, all ten variants [ePrint 2013/404 section 4]: word size n, key words m and rounds T.
//
// Bytes as in the designers' implementation guide: words little-endian, the last one printed first:
// a block is y || x, a key is k_0, l_0, l_1, ...
#pragma once

#include "base/inline.hpp"

namespace hedgerow::speck {

struct Variant {
  int word_bits;
  int key_words;
  int rounds;
  constexpr int alpha() const { return word_bits == 16 ? 7 : 8; }
  constexpr int beta() const { return word_bits == 16 ? 2 : 3; }
  constexpr int word_bytes() const { return word_bits / 8; }
};

// In the order of cipher.def.
constexpr int kVariants = 10;
constexpr Variant kVariant[kVariants] = {{16, 4, 22}, {24, 3, 22}, {24, 4, 23}, {32, 3, 26},
                                         {32, 4, 27}, {48, 2, 28}, {48, 3, 29}, {64, 2, 32},
                                         {64, 3, 33}, {64, 4, 34}};

}  // namespace hedgerow::speck
