// The fields of devices on the host. It prepares the factor of hr_hash in the layout that the sources
// read, which is the element itself or a table of nibbles, and computes single products.
#pragma once

#include <cstdint>

#include "base/bytes.hpp"
#include "base/secret.hpp"

namespace hedgerow::device::powers {

// GF(2^n) modulo x^n + kLow(x), where an element has n / 8 bytes. Bit 0 of byte 0 is x^0, or bit 7
// of byte 0 if kReflected is set (GHASH).
template <int kBits, unsigned kLow, bool kReflected>
struct Ring {
  static constexpr int kWordsOf = kBits / 32;
  static constexpr bool kIsReflected = kReflected;
  // Computes a := a x, in constant time.
  static void step(std::uint32_t* a) {
    std::uint32_t carry = 0;
    if constexpr (kReflected) {
      std::uint8_t p[kBits / 8];
      for (int i = 0; i < kWordsOf; i++) store_le32(p + 4 * i, a[i]);
      const std::uint32_t out = p[kBits / 8 - 1] & 1;
      for (int i = 0; i < kBits / 8; i++) {
        const std::uint32_t next = p[i] & 1;
        p[i] = (std::uint8_t)(p[i] >> 1 | carry << 7);
        carry = next;
      }
      p[0] ^= (std::uint8_t)((0u - out) & 0xe1);  // 1 + x + x^2 + x^7, from the top bit down
      for (int i = 0; i < kWordsOf; i++) a[i] = load_le32(p + 4 * i);
      wipe(p, sizeof p);
    } else {
      for (int i = 0; i < kWordsOf; i++) {
        const std::uint32_t next = a[i] >> 31;
        a[i] = a[i] << 1 | carry;
        carry = next;
      }
      a[0] ^= (0u - carry) & kLow;
    }
  }
  // The bit position of the coefficient of x^k in the words.
  static constexpr int place(int k) { return kReflected ? k ^ 7 : k; }

  // Computes a := a b.
  static void multiply(std::uint8_t* a, const std::uint8_t* b) noexcept {
    std::uint32_t shifted[kWordsOf], sum[kWordsOf] = {};
    for (int i = 0; i < kWordsOf; i++) shifted[i] = load_le32(b + 4 * i);
    for (int k = 0; k < kBits; k++, step(shifted)) {
      const auto mask = (std::uint32_t)opaque(0u - (a[place(k) / 8] >> place(k) % 8 & 1u));
      for (int i = 0; i < kWordsOf; i++) sum[i] ^= mask & shifted[i];
    }
    for (int i = 0; i < kWordsOf; i++) store_le32(a + 4 * i, sum[i]);
    wipe(shifted, sizeof shifted);
    wipe(sum, sizeof sum);
  }

  // Computes rows[place(k)] = power x^k for k = 0..n-1.
  static void rows(const std::uint8_t* power, std::uint32_t* rows) {
    std::uint32_t a[kWordsOf];
    for (int i = 0; i < kWordsOf; i++) a[i] = load_le32(power + 4 * i);
    for (int k = 0; k < kBits; k++, step(a))
      for (int i = 0; i < kWordsOf; i++) rows[kWordsOf * place(k) + i] = a[i];
    wipe(a, sizeof a);
  }
};

// The layout of the element itself, in plain basis.
template <class R, int kBits>
struct Element {
  static constexpr std::uint32_t kWords = kBits / 32;
  // the same condition as in the source
  static constexpr bool kHasDot = !R::kIsReflected && kBits <= 128;
  static constexpr auto multiply = R::multiply;
  static void prepare(const std::uint8_t* power, std::uint32_t* words) noexcept {
    for (std::uint32_t i = 0; i < kWords; i++) {
      const std::uint32_t x = load_le32(power + 4 * i);
      words[i] = R::kIsReflected ? turned(x) : x;
    }
  }
  // Reverses the bits of each byte.
  static std::uint32_t turned(std::uint32_t x) {
    x = (x & 0x55555555) << 1 | (x >> 1 & 0x55555555);
    x = (x & 0x33333333) << 2 | (x >> 2 & 0x33333333);
    return (x & 0x0f0f0f0f) << 4 | (x >> 4 & 0x0f0f0f0f);
  }
};

// The layout of a table of nibbles: entry 16 i + v is the product for value v of nibble i.
template <class R, int kBits>
struct Nibbles {
  static constexpr int kEach = kBits / 32;
  static constexpr std::uint32_t kWords = kBits / 4 * 16 * kEach;
  static constexpr bool kHasDot = false;
  static constexpr auto multiply = R::multiply;
  static void prepare(const std::uint8_t* power, std::uint32_t* words) noexcept {
    std::uint32_t rows[kBits * kEach];
    R::rows(power, rows);
    for (int e = 0; e < kBits / 4 * 16; e++)
      for (int i = 0; i < kEach; i++) {
        std::uint32_t sum = 0;
        for (int b = 0; b < 4; b++) sum ^= (0u - (e >> b & 1)) & rows[kEach * (e / 16 * 4 + b) + i];
        words[kEach * e + i] = sum;
      }
    wipe(rows, sizeof rows);
  }
};

using Gf64 = Ring<64, 0x1b, false>;
using Gf128 = Ring<128, 0x87, false>;
using Gf256 = Ring<256, 0x425, false>;
using Gf512 = Ring<512, 0x125, false>;
using Ghash = Ring<128, 0x87, true>;

using gf64_words = Element<Gf64, 64>;
using gf128_words = Element<Gf128, 128>;
using gf256_words = Element<Gf256, 256>;
using gf512_words = Element<Gf512, 512>;
using ghash_words = Element<Ghash, 128>;
using gf128_table = Nibbles<Gf128, 128>;
using ghash_table = Nibbles<Ghash, 128>;

}  // namespace hedgerow::device::powers
