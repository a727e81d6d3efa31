// The step of the MAC of GOST 28147-89 (imitovstavka) [RFC 5830 section 8]: sum = F(sum xor block), F
// 16 rounds (keys 1..8 twice) without the last swap.
//
// No kernel has 16 rounds, so they are written here over the canonical round keys: 32-bit words, the
// S-boxes' rows as two words of eight nibbles each, chosen and shifted in constant time.
#pragma once

#include "base/bytes.hpp"
#include "base/secret.hpp"
#include "registry/cipher_key.hpp"

namespace hedgerow {

class GostImit {
 public:
  static constexpr std::size_t kBlock = 8;

  // `key` is of the family; `user_key` as its set takes it, S-boxes included.
  void set_key(CipherKey& key, const std::uint8_t* user_key) noexcept {
    std::uint8_t canonical[kRoundKeyBytes];
    key.write_round_keys(user_key, canonical);
    for (std::size_t i = 0; i < kKeys; i++) key_[i] = load_le32(canonical + 4 * i);
    for (std::size_t i = 0; i < kRows; i++)
      for (std::size_t half = 0; half < 2; half++)
        row_[i][half] = load_le32(canonical + 128 + 8 * i + 4 * half);
    wipe(canonical, sizeof canonical);
  }

  // `sum` and `in` have a block each.
  void take(std::uint8_t* sum, const std::uint8_t* in) const noexcept {
    std::uint32_t a = load_le32(sum) ^ load_le32(in);
    std::uint32_t b = load_le32(sum + 4) ^ load_le32(in + 4);
    for (std::size_t i = 0; i < 2 * kKeys; i += 2) {
      b ^= substitute(a + key_[i % kKeys]);
      a ^= substitute(b + key_[(i + 1) % kKeys]);
    }
    store_le32(sum, a);
    store_le32(sum + 4, b);
  }

 private:
  static constexpr std::size_t kKeys = 8, kRows = 8;
  static constexpr std::size_t kRoundKeyBytes = 32 * 4 + 64;  // 32 round keys, then packed S-boxes

  std::uint32_t substitute(std::uint32_t x) const noexcept {
    std::uint32_t y = 0;
    for (std::size_t i = 0; i < kRows; i++) {
      const std::uint32_t nibble = x >> (4 * i) & 15;
      const std::uint32_t high = (std::uint32_t)opaque(0 - (nibble >> 3));
      const std::uint32_t half = (row_[i][0] & ~high) | (row_[i][1] & high);
      y |= (half >> (4 * (nibble & 7)) & 15) << (4 * i);
    }
    return y << 11 | y >> 21;
  }

  std::uint32_t key_[kKeys];
  std::uint32_t row_[kRows][2];  // nibble x of a row in bits 4 (x % 8) of word x / 8
};

}  // namespace hedgerow
