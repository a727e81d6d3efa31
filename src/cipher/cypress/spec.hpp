// Cypress-256 and Cypress-512 ("Kyparys"; R. Rodinko, R. Oliynykov, Radiotekhnika 189, 2017):
// EXPERIMENTAL. A balanced Feistel network over eight words with ChaCha's quarter round.
//
// The paper has no test vector that was found, and the two known implementations differ. Everything
// on which they differ, or on which no source speaks, stands here, so that a published vector can
// settle it by a line: this is reading A of tests/vectors/cypress.json.
#pragma once

#include "base/inline.hpp"

namespace hedgerow::cypress {

struct Variant {
  int word_bits;
  int rounds;
  int rotations[4];
  constexpr int word_bytes() const { return word_bits / 8; }
};

// The variants of cipher.def: their numbers by name, and their parameters.
enum : int {
#define CIPHER(family, identifier, ...) identifier,
#include "lists/cypress.inc"
  kVariants
};
// Both implementations agree on these.
constexpr Variant rounds_of(int word_bits, int rounds) {
  if (word_bits == 32) return {word_bits, rounds, {16, 12, 8, 7}};
  return {word_bits, rounds, {32, 24, 16, 15}};
}
constexpr Variant kVariant[kVariants] = {
#define CIPHER(family, identifier, name, block, key, rounds, ...) rounds_of(block, rounds),
#include "lists/cypress.inc"
};

// Word order and bytes of a word: no source but A's parsing of a bit string.
constexpr bool kBigEndian = true;
// A: K_sigma comes once, from the user key. B: anew from the key as it is, for every pair.
constexpr bool kSigmaOnce = true;
// Between pairs of round keys, A: the eight words rotate by one word. B: each word by one bit.
constexpr bool kRotateWords = true;
// A: the halves are swapped back after the last round. B: not.
constexpr bool kFinalSwap = true;
// The masking constant of each word; in the 512-bit cipher only its low half is set in A and B.
constexpr std::uint64_t kMask[kVariants] = {0x000f000f, 0x000f000f};

}  // namespace hedgerow::cypress
