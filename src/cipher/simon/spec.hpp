// SIMON, all ten variants [ePrint 2013/404 section 3], with word size n, key words m, rounds T and
// the sequence z_j of the key schedule.
//
// Bytes follow the designers' implementation guide: words are little-endian, and the word that is
// printed last comes first. So a block is y || x, and a key is k_0, k_1, ...
#pragma once

#include "base/inline.hpp"

namespace hedgerow::simon {

struct Variant {
  int word_bits;
  int key_words;
  int rounds;
  int sequence;
  constexpr int word_bytes() const { return word_bits / 8; }
};

// The variants of cipher.def with their indices by name and their parameters.
enum : int {
#define CIPHER(family, identifier, ...) identifier,
#include "lists/simon.inc"
  kVariants
};
// The index j of z_j for a word size and a number of key words [ePrint 2013/404 table 3.1].
constexpr int sequence_of(int word_bits, int key_words) {
  return word_bits == 16   ? 0
         : word_bits == 24 ? key_words - 3
         : word_bits == 32 ? key_words - 1
                           : key_words;
}
constexpr Variant kVariant[kVariants] = {
#define CIPHER(family, identifier, name, block, key, rounds, ...) \
  {4 * block, 2 * key / block, rounds, sequence_of(4 * block, 2 * key / block)},
#include "lists/simon.inc"
};

constexpr int kPeriod = 62;
struct Sequences {
  std::uint8_t z[5][kPeriod];
};

// z_0 = u and z_1 = v. z_2, z_3, z_4 are u, v, w with every other bit complemented. u, v, w have
// period 31 and come from shift registers of five bits [section 3.2]. The tables have their first
// bits and the sum that gives s_i+5.
consteval Sequences make_sequences() {
  constexpr int kFirst[3][5] = {{1, 1, 1, 1, 1}, {1, 0, 0, 0, 1}, {1, 0, 0, 0, 0}};
  constexpr int kTaps[3][5] = {{1, 1, 1, 0, 1}, {1, 1, 1, 1, 0}, {1, 0, 1, 0, 0}};
  Sequences r{};
  for (int j = 0; j < 5; j++) {
    const int source = j < 2 ? j : j - 2;
    int s[kPeriod + 5] = {};
    for (int i = 0; i < 5; i++) s[i] = kFirst[source][i];
    for (int i = 0; i < kPeriod; i++) {
      for (int t = 0; t < 5; t++) s[i + 5] ^= kTaps[source][t] & s[i + t];
      r.z[j][i] = (std::uint8_t)(s[i] ^ (j < 2 ? 0 : i % 2));
    }
  }
  return r;
}
constexpr Sequences kSequences = make_sequences();

// The portable key schedule, which is constant in time on any CPU, expands a user key to the round
// keys k_0 ... k_T-1 of kVariant[kIndex], as little-endian words.
template <int kIndex>
void schedule_portable(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept;

}  // namespace hedgerow::simon
