// Cypress-256 and Cypress-512 ("Kyparys"; R. Rodinko, R. Oliynykov, Radiotekhnika 189, 2017):
// EXPERIMENTAL. A balanced Feistel network over eight words with ChaCha's quarter round.
//
// No published test vector was found, and the two known implementations (A and B) differ. This file
// lists every point that is open because they differ or because no source specifies it. If a vector
// is published, changing one line settles such a point. For example, kFinalSwap says that the
// halves are swapped back at the end. The code follows reading A of tests/vectors/cypress.json.
#pragma once

#include "base/inline.hpp"

namespace hedgerow::cypress {

struct Variant {
  int word_bits;
  int rounds;
  int rotations[4];
  constexpr int word_bytes() const { return word_bits / 8; }
};

// The variants of cipher.def with their indices by name and their parameters.
enum : int {
#define CIPHER(family, identifier, ...) identifier,
#include "lists/cypress.inc"
  kVariants
};
// Both implementations agree on these numbers.
constexpr Variant rounds_of(int word_bits, int rounds) {
  if (word_bits == 32) return {word_bits, rounds, {16, 12, 8, 7}};
  return {word_bits, rounds, {32, 24, 16, 15}};
}
constexpr Variant kVariant[kVariants] = {
#define CIPHER(family, identifier, name, block, key, rounds, ...) rounds_of(block, rounds),
#include "lists/cypress.inc"
};

// The order of words, and of bytes in a word. The only source for it is the way in which A parses a
// bit string.
constexpr bool kBigEndian = true;
// A: K_sigma is computed once, from the user key. B: it is computed again for every pair, from the
// current key.
constexpr bool kSigmaOnce = true;
// Between pairs of round keys, A rotates the eight words by one word, and B rotates each word by
// one bit.
constexpr bool kRotateWords = true;
// A swaps the halves back after the last round, and B does not.
constexpr bool kFinalSwap = true;
// The masking constant of each word. In the 512-bit cipher, A and B both set only its low half.
constexpr std::uint64_t kMask[kVariants] = {0x000f000f, 0x000f000f};

// The portable key schedule, which is constant in time on any CPU, expands a user key to the round
// keys of kVariant[kIndex], four words each, with bytes in the order of the block.
template <int kIndex>
void schedule_portable(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept;

}  // namespace hedgerow::cypress
