// LEA [KS X 3246]: 128-bit blocks of four little-endian words, and six key words in each round.
#pragma once

#include "base/inline.hpp"

namespace hedgerow::lea {

struct Variant {
  int key_words;
  int rounds;
};

// The variants of cipher.def with their indices by name and their parameters.
enum : int {
#define CIPHER(family, identifier, ...) identifier,
#include "lists/lea.inc"
  kVariants
};
constexpr Variant kVariant[kVariants] = {
#define CIPHER(family, identifier, name, block, key, rounds, ...) {key / 4, rounds},
#include "lists/lea.inc"
};
constexpr int kRoundKeyWords = 6;

// The rotations of the words of a round, and of the words of the key state [KS X 3246, key
// schedule].
constexpr int kRotations[3] = {9, -5, -3};
constexpr int kKeyRotations[6] = {1, 3, 6, 11, 13, 17};

struct Constants {
  std::uint32_t delta[8];
};

// delta: the first 256 fractional bits of the square root of 766965 (76, 69, 65 are L, E, A in
// ASCII). The root is computed bit by bit, as with pencil and paper.
consteval Constants make_constants() {
  constexpr int kWords = 9;  // of 32 bits, least significant first: ten bits before the point
  std::uint32_t root[kWords] = {}, rest[kWords] = {};
  const auto shift_in = [](std::uint32_t(&a)[kWords], unsigned by, std::uint32_t bits) {
    for (int i = kWords - 1; i > 0; i--) a[i] = a[i] << by | a[i - 1] >> (32 - by);
    a[0] = a[0] << by | bits;
  };
  const auto subtract = [](std::uint32_t(&a)[kWords], const std::uint32_t(&b)[kWords]) {
    std::uint64_t borrow = 0;
    for (int i = 0; i < kWords; i++) {
      const std::uint64_t d = (std::uint64_t)a[i] - b[i] - borrow;
      a[i] = (std::uint32_t)d;
      borrow = d >> 63;
    }
    return borrow == 0;
  };
  for (int i = 0; i < 10 + 256; i++) {
    shift_in(rest, 2, i < 10 ? 766965u >> (18 - 2 * i) & 3 : 0);
    std::uint32_t trial[kWords], left[kWords];
    for (int j = 0; j < kWords; j++) {
      trial[j] = root[j];
      left[j] = rest[j];
    }
    shift_in(trial, 2, 1);
    const bool bit = subtract(left, trial);
    for (int j = 0; bit && j < kWords; j++) rest[j] = left[j];
    shift_in(root, 1, bit);
  }
  Constants r{};
  for (int i = 0; i < 8; i++) r.delta[i] = root[7 - i];
  return r;
}
constexpr Constants kConstants = make_constants();
static_assert(kConstants.delta[0] == 0xc3efe9db && kConstants.delta[7] == 0xe5c40957);

// The portable key schedule, which is constant in time on any CPU, expands a user key to the round
// keys of kVariant[kIndex], six little-endian words each.
template <int kIndex>
void schedule_portable(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept;

}  // namespace hedgerow::lea
