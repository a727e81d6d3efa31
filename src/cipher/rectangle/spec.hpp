// The constants of RECTANGLE [ePrint 2014/084]. The state has four rows of 16 columns, and the
// S-box is applied to each column, with bit i in row i. Then row i rotates to the left by kTurn[i].
//
// The paper leaves the byte order open, and here rows are big-endian and row 0 comes first. This
// holds for blocks, keys (rows of 16 or 32 bits) and round keys.
#pragma once

#include "base/bytes.hpp"

namespace hedgerow::rectangle {

// The variants of cipher.def with their indices by name, which other files use.
enum : int {
#define CIPHER(family, identifier, ...) identifier,
#include "lists/rectangle.inc"
  kVariants
};

constexpr int kBlockBytes = 8;
constexpr int kRows = 4;
constexpr int kRounds = 25;
constexpr int kRoundKeys = kRounds + 1;
constexpr int kRoundKeyBytes = kRoundKeys * kBlockBytes;
constexpr int kTurn[kRows] = {0, 1, 12, 13};
constexpr std::uint8_t kBox[16] = {6, 5, 12, 10, 1, 14, 7, 9, 11, 0, 3, 13, 8, 15, 4, 2};

struct NibbleMap {
  std::uint8_t of[16];
};
consteval NibbleMap make_inverse_box() {
  NibbleMap r{};
  for (int x = 0; x < 16; x++) r.of[kBox[x]] = (std::uint8_t)x;
  return r;
}
constexpr NibbleMap kInverseBox = make_inverse_box();

// The round constants come from a shift register of five bits, which starts at 1.
struct RoundConstants {
  std::uint8_t of[kRounds];
};
consteval RoundConstants make_round_constants() {
  RoundConstants r{};
  unsigned c = 1;
  for (int i = 0; i < kRounds; i++) {
    r.of[i] = (std::uint8_t)c;
    c = (c << 1 & 31) | ((c >> 4 ^ c >> 2) & 1);
  }
  return r;
}
constexpr RoundConstants kRoundConstants = make_round_constants();

HR_INLINE std::uint16_t load_be16(const std::uint8_t* p) {
  return (std::uint16_t)(p[0] << 8 | p[1]);
}
HR_INLINE void store_be16(std::uint8_t* p, std::uint32_t v) {
  p[0] = (std::uint8_t)(v >> 8);
  p[1] = (std::uint8_t)v;
}
constexpr std::uint16_t rotate_left16(std::uint32_t x, int n) {
  return (std::uint16_t)(x << n | (x & 0xffff) >> (16 - n));
}

// The portable key schedule, which is constant in time on any CPU, expands a user key to 26 round
// keys of 8 bytes [ePrint 2014/084 section 2.3].
template <int kIndex>
void schedule_portable(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept;
template <>
void schedule_portable<rectangle_80>(const std::uint8_t* user_key,
                                     std::uint8_t* round_keys) noexcept;
template <>
void schedule_portable<rectangle_128>(const std::uint8_t* user_key,
                                      std::uint8_t* round_keys) noexcept;

}  // namespace hedgerow::rectangle
