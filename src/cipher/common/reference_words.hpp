// The code that the literal references of SPECK and SIMON share, because both ciphers come from one
// paper: words of n bits in 64-bit integers, and rounds over a block (x, y) of two words [ePrint
// 2013/404 sections 3.1 and 4.1]. Words are little-endian and y comes first (speck/spec.hpp).
#pragma once

#include <cstdint>

namespace hedgerow::HR_ISA {
namespace {

using Word = std::uint64_t;

template <int kBits>
struct LiteralWords {
  static constexpr int kBytes = kBits / 8;
  static Word modulo(Word a) { return a & ~0ull >> (64 - kBits); }
  static Word left(Word a, int by) { return modulo(a << by | a >> (kBits - by)); }
  static Word right(Word a, int by) { return left(a, kBits - by); }

  static Word read(const std::uint8_t* p, int i) {
    Word r = 0;
    for (int b = kBytes - 1; b >= 0; b--) r = r << 8 | p[i * kBytes + b];
    return r;
  }
  static void write(std::uint8_t* p, int i, Word a) {
    for (int b = 0; b < kBytes; b++, a >>= 8) p[i * kBytes + b] = (std::uint8_t)a;
  }
};

// Cipher has round(k, x, y), unround and schedule.
template <class Cipher, int kBits, int kRounds>
struct LiteralBlocks : Cipher {
  using W = LiteralWords<kBits>;
  static consteval int block_bytes() { return 2 * W::kBytes; }
  static consteval int round_key_bytes() { return kRounds * W::kBytes; }

  static void encrypt_block(const std::uint8_t* round_keys, std::uint8_t* block) {
    Word y = W::read(block, 0), x = W::read(block, 1);
    for (int i = 0; i < kRounds; i++) Cipher::round(W::read(round_keys, i), x, y);
    W::write(block, 0, y);
    W::write(block, 1, x);
  }
  static void decrypt_block(const std::uint8_t* round_keys, std::uint8_t* block) {
    Word y = W::read(block, 0), x = W::read(block, 1);
    for (int i = kRounds - 1; i >= 0; i--) Cipher::unround(W::read(round_keys, i), x, y);
    W::write(block, 0, y);
    W::write(block, 1, x);
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA
