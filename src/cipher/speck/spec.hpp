// SPECK, all ten variants [ePrint 2013/404 section 4], with word size n, key words m and rounds T.
//
// Bytes follow the designers' implementation guide: words are little-endian, and the word that is
// printed last comes first. So a block is y || x, and a key is k_0, l_0, l_1, ...
#pragma once

#include "base/inline.hpp"

namespace hedgerow::speck {

struct Variant {
  int word_bits;
  int key_words;
  int rounds;
  constexpr int alpha() const { return word_bits == 16 ? 7 : 8; }  // [section 4.1]
  constexpr int beta() const { return word_bits == 16 ? 2 : 3; }
  constexpr int word_bytes() const { return word_bits / 8; }
};

// The variants of cipher.def with their indices by name and their parameters.
enum : int {
#define CIPHER(family, identifier, ...) identifier,
#include "lists/speck.inc"
  kVariants
};
constexpr Variant kVariant[kVariants] = {
#define CIPHER(family, identifier, name, block, key, rounds, ...) \
  {4 * block, 2 * key / block, rounds},
#include "lists/speck.inc"
};

// The portable key schedule, which is constant in time on any CPU, expands a user key to the round
// keys k_0 ... k_T-1 of kVariant[kIndex], as little-endian words.
template <int kIndex>
void schedule_portable(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept;
// Expands a user key to the key words of a prepared ARX key (common/arx.hpp).
template <int kIndex>
void schedule_lanes_portable(const std::uint8_t* user_key, std::uint8_t* words) noexcept;

}  // namespace hedgerow::speck
