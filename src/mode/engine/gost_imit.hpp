// One step of the MAC of GOST 28147-89 (imitovstavka) [RFC 5830 section 8]: sum = F(sum xor block). F consists of 16
// rounds (keys 1..8 twice) without the last swap.
//
// No kernel has 16 rounds, so this file computes them from the canonical round keys, which are 32-bit words. Each row
// of the S-boxes is a word of sixteen nibbles. One mask per bit of the index selects a nibble, because a shift by a
// secret count is not one of the safe operations (SECURITY.md).
#pragma once

#include "base/bytes.hpp"
#include "base/secret.hpp"
#include "registry/cipher_key.hpp"

namespace hedgerow {

class GostImit {
 public:
  static constexpr std::size_t kBlock = 8;

  // `key` belongs to the GOST 28147-89 family. `user_key` has the format of its `set`, S-boxes included.
  void set_key(CipherKey& key, const std::uint8_t* user_key) noexcept {
    std::uint8_t canonical[kRoundKeyBytes];
    key.write_round_keys(user_key, canonical);
    for (std::size_t i = 0; i < kKeys; i++) key_[i] = load_le32(canonical + 4 * i);
    for (std::size_t i = 0; i < kRows; i++) row_[i] = load_le64(canonical + 128 + 8 * i);
    wipe(canonical, sizeof canonical);
  }

  // `sum` and `in` have one block each.
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
      std::uint64_t left = row_[i];  // each bit of the index halves the candidates
      for (int bit = 3; bit >= 0; bit--) {
        const std::uint64_t upper =
            opaque(0 - (std::uint64_t)(x >> (4 * i + (std::size_t)bit) & 1));
        left ^= (left ^ left >> (4 << bit)) & upper;
      }
      y |= (std::uint32_t)(left & 15) << (4 * i);
    }
    return y << 11 | y >> 21;
  }

  std::uint32_t key_[kKeys];
  std::uint64_t row_[kRows];  // nibble x of a row in bits 4 x to 4 x + 3
};

}  // namespace hedgerow
