// What the literal references of SPECK and SIMON share, which are from one paper: words of n bits in 64-bit integers,
// little-endian in memory, and rounds over a block of two words [ePrint 2013/404 section 2]. Cipher has round(k, x, y)
// and unround.
#pragma once

#include <cstdint>

namespace hedgerow::HR_ISA {
namespace {

template <class Cipher, int kWordBits, int kRounds>
struct LiteralWords {
  static constexpr int kWordBytes = kWordBits / 8;
  static consteval int block_bytes() { return 2 * kWordBytes; }
  static consteval int round_key_bytes() { return kRounds * kWordBytes; }

  using Word = std::uint64_t;
  static Word modulo(Word a) { return a & ~0ull >> (64 - kWordBits); }
  static Word left(Word a, int by) { return modulo(a << by | a >> (kWordBits - by)); }
  static Word right(Word a, int by) { return left(a, kWordBits - by); }

  static Word read(const std::uint8_t* p, int i) {
    Word r = 0;
    for (int b = kWordBytes - 1; b >= 0; b--) r = r << 8 | p[i * kWordBytes + b];
    return r;
  }
  static void write(std::uint8_t* p, int i, Word a) {
    for (int b = 0; b < kWordBytes; b++, a >>= 8) p[i * kWordBytes + b] = (std::uint8_t)a;
  }

  static void encrypt_block(const std::uint8_t* round_keys, std::uint8_t* block) {
    Word y = read(block, 0), x = read(block, 1);
    for (int i = 0; i < kRounds; i++) Cipher::round(read(round_keys, i), x, y);
    write(block, 0, y);
    write(block, 1, x);
  }
  static void decrypt_block(const std::uint8_t* round_keys, std::uint8_t* block) {
    Word y = read(block, 0), x = read(block, 1);
    for (int i = kRounds - 1; i >= 0; i--) Cipher::unround(read(round_keys, i), x, y);
    write(block, 0, y);
    write(block, 1, x);
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA
