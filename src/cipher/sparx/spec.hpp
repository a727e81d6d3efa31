// SPARX-64/128, -128/128 and -128/256 [ePrint 2016/984 section 4]. A block has branches of two
// 16-bit words, and a step has some rounds in every branch and a linear layer.
//
// The paper fixes words, but not bytes, so words are big-endian here, as the paper prints them, and
// little-endian in the variants -le (FELICS).
#pragma once

#include "base/inline.hpp"

namespace hedgerow::sparx {

struct Variant {
  int branches;
  int key_words;
  int steps;
  int rounds;  // in a step
  bool big_endian;
  constexpr int words() const { return 2 * branches; }
  constexpr int step_words() const { return words() * rounds; }
  constexpr int round_key_words() const { return steps * step_words() + words(); }
};

// The variants of cipher.def with their indices by name and their parameters.
enum : int {
#define CIPHER(family, identifier, ...) identifier,
#include "lists/sparx.inc"
  kVariants
};
constexpr bool is_big_endian(int variant) {
  return variant != sparx_64_128_le && variant != sparx_128_128_le && variant != sparx_128_256_le;
}
constexpr Variant kVariant[kVariants] = {
#define CIPHER(family, identifier, name, block, key, rounds, ...) \
  {block / 4, key / 2, rounds, block == 8 ? 3 : 4, is_big_endian(identifier)},
#include "lists/sparx.inc"
};

// A is the round without a key: l = (l <<< 9) + r, r = (r <<< 2) ^ l.
constexpr int kLeftRotation = 9;
constexpr int kRightRotation = 2;

// The portable key schedule, which is constant in time on any CPU, expands a user key to the words
// that kVariant[kIndex] xors in each step, branch and round, in that order, followed by the words
// after the last step. The bytes of words are in the order of the variant.
template <int kIndex>
void schedule_portable(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept;

}  // namespace hedgerow::sparx
