// SPARX-64/128, -128/128 and -128/256 [ePrint 2016/984 section 4]: branches of two 16-bit words,
// steps of some rounds in every branch and a linear layer.
//
// The paper fixes words, not bytes: they are big-endian as it prints them, and little-endian in the
// variants -le (FELICS).
#pragma once

#include "base/inline.hpp"

namespace hedgerow::sparx {

struct Variant {
  int branches;
  int key_words;
  int steps;
  int rounds;  // of a step
  bool big_endian;
  constexpr int words() const { return 2 * branches; }
  constexpr int step_words() const { return words() * rounds; }
  constexpr int round_key_words() const { return steps * step_words() + words(); }
};

// In the order of cipher.def.
constexpr int kVariants = 6;
constexpr Variant kVariant[kVariants] = {{2, 8, 8, 3, true},   {4, 8, 8, 4, true},
                                         {4, 16, 10, 4, true}, {2, 8, 8, 3, false},
                                         {4, 8, 8, 4, false},  {4, 16, 10, 4, false}};

// A, the round without a key: l = (l <<< 9) + r, r = (r <<< 2) ^ l.
constexpr int kLeftRotation = 9;
constexpr int kRightRotation = 2;

}  // namespace hedgerow::sparx
