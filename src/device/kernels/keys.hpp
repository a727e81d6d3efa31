// The key layouts that the kernel sources read. Each family and technique has one, and each source
// describes its `keys`.
//
// All code is constant in time: round keys are moved, spread into masks, or multiplied by constants
// bit by bit.
#pragma once

#include <cstdint>

#include "base/bytes.hpp"
#include "base/secret.hpp"

namespace hedgerow::device::keys {

using Bytes = const std::uint8_t*;
using Words = std::uint32_t*;

// One word for each bit of all round keys' bytes in order, which is all ones or zero.
template <std::uint32_t kBytes, std::uint32_t kUsed = kBytes>
struct Planes {
  static constexpr std::uint32_t kRoundKeyBytes = kBytes, kWords = 8 * kUsed;
  static void prepare(Bytes round_keys, Words words) noexcept {
    for (std::uint32_t i = 0; i < kWords; i++) words[i] = 0u - (round_keys[i / 8] >> (i % 8) & 1u);
  }
};

// Round keys as words of `kWordBytes` bytes, big- or little-endian. Each word takes one 32-bit
// word, or two with the lower half first.
template <std::uint32_t kBytes, int kWordBytes, bool kBigEndian>
struct Native {
  static constexpr std::uint32_t kRoundKeyBytes = kBytes, kParts = kWordBytes > 4 ? 2 : 1;
  static constexpr std::uint32_t kWords = kBytes / kWordBytes * kParts;
  static void prepare(Bytes round_keys, Words words) noexcept {
    for (std::uint32_t i = 0; i < kBytes / kWordBytes; i++) {
      std::uint64_t v = 0;
      for (int b = 0; b < kWordBytes; b++)
        v |= (std::uint64_t)round_keys[i * kWordBytes + b]
             << 8 * (kBigEndian ? kWordBytes - 1 - b : b);
      words[kParts * i] = (std::uint32_t)v;
      if constexpr (kParts == 2) words[2 * i + 1] = (std::uint32_t)(v >> 32);
    }
  }
};

// Computes a times the constant b in GF(2^8), in a time that does not depend on them.
inline std::uint32_t product(std::uint32_t a, std::uint32_t b, std::uint32_t polynomial) {
  std::uint32_t r = 0;
  for (int i = 7; i >= 0; i--)
    r = r << 1 ^ ((0u - (r >> 7 & 1)) & polynomial) ^ ((0u - (b >> i & 1)) & a);
  return r & 255;
}

}  // namespace hedgerow::device::keys
