// CLEFIA's constants [RFC 6114]: the 4-bit boxes of S0, the affine maps of S1, the diffusion
// matrices and the parameters of the key schedule. All other constants are computed from them at
// compile time.
//
// A block is four words T0..T3 of four bytes, in the order of memory. A round adds F0(T0) to T1 and
// F1(T2) to T3; then the words rotate to the left by one.
#pragma once

#include "base/bytes.hpp"
#include "cipher/common/byte_field.hpp"

namespace hedgerow::clefia {

constexpr int kBlockBytes = 16;
constexpr int kMaxRounds = 26;

struct Variant {
  int key_bytes, rounds;
  std::uint16_t start;  // the IV of the constants
  int schedule_words;   // the number of constants that the permutation of the key schedule uses
  constexpr int round_key_bytes() const { return 4 * (4 + 2 * rounds); }
};
// The variants of cipher.def with their indices by name and their parameters.
enum : int {
#define CIPHER(family, identifier, ...) identifier,
#include "lists/clefia.inc"
  kVariants
};
constexpr std::uint16_t kStart[kVariants] = {0x428a, 0x7137, 0xb5c0};
constexpr Variant kVariant[kVariants] = {
#define CIPHER(family, identifier, name, block, key, rounds, ...) \
  {key, rounds, kStart[identifier], key == 16 ? 24 : 40},
#include "lists/clefia.inc"
};

// The bytes of the keys of one direction in the flat layout of the byteslice kernels (keys.hpp).
constexpr int kFlatBytes = 8 * (kMaxRounds + 2);

// S0: with t = SS0(upper) | SS1(lower nibble) and u = t mixed in GF(16), the result is SS2(u upper)
// | SS3(u lower). The RFC has S0 and S1 as tables and cites the designers for the rest [section 4.3].
constexpr unsigned kNibblePolynomial = 0x13;
constexpr std::uint8_t kSmallBox[4][16] = {
    {0xe, 0x6, 0xc, 0xa, 0x8, 0x7, 0x2, 0xf, 0xb, 0x1, 0x4, 0x0, 0x5, 0x9, 0xd, 0x3},
    {0x6, 0x4, 0x0, 0xd, 0x2, 0xb, 0xa, 0x3, 0x9, 0xc, 0xe, 0xf, 0x8, 0x7, 0x5, 0x1},
    {0xb, 0x8, 0x5, 0xe, 0xa, 0x6, 0x4, 0xc, 0xf, 0x7, 0x2, 0x3, 0x1, 0x0, 0xd, 0x9},
    {0xa, 0x2, 0x6, 0xd, 0x3, 0x4, 0x5, 0xe, 0x0, 0x7, 0x8, 0x9, 0xb, 0xf, 0xc, 0x1}};
// S1: g(1 / f(x)) in the field of the matrices [section 4.4]. The tables have the images of the bits
// 1, 2, 4, ..., 128.
constexpr unsigned kFieldPolynomial = 0x11d;  // x^8 + x^4 + x^3 + x^2 + 1
constexpr std::uint8_t kFImage[8] = {0x69, 0x10, 0x1c, 0x84, 0xc4, 0x0a, 0x4e, 0x01};
constexpr std::uint8_t kGImage[8] = {0x40, 0x84, 0x01, 0xa0, 0x2a, 0x18, 0x61, 0x02};
constexpr std::uint8_t kFConstant = 0x1e, kGConstant = 0x69;

// M0 and M1 [section 4.4]. Row i is the first row with i added to its indices, bit by bit.
constexpr std::uint8_t kMatrixRow[2][4] = {{1, 2, 4, 6}, {1, 8, 2, 10}};

// True if byte i of the input of F0 or F1 goes through S1. For example, bytes 1 and 3 of F0 do, and
// bytes 0 and 2 of F1 [section 4.2].
constexpr bool uses_s1(int f, int i) { return (f + i) % 2 == 1; }

consteval std::uint8_t times(unsigned a, unsigned b) {
  return field_product(a, b, kFieldPolynomial, 8);
}
// The linear layer of S0, from t to u.
consteval std::uint8_t mix_nibbles(unsigned t) {
  const unsigned t0 = t >> 4, t1 = t & 15;
  return (std::uint8_t)((t0 ^ field_product(2, t1, kNibblePolynomial, 4)) << 4 |
                        (t1 ^ field_product(2, t0, kNibblePolynomial, 4)));
}
consteval ByteMap make_s0() {
  ByteMap r{};
  for (int x = 0; x < 256; x++) {
    const unsigned u = mix_nibbles((unsigned)kSmallBox[0][x >> 4] << 4 | kSmallBox[1][x & 15]);
    r.of[x] = (std::uint8_t)(kSmallBox[2][u >> 4] << 4 | kSmallBox[3][u & 15]);
  }
  return r;
}
constexpr ByteMap kF = make_map_of_images(kFImage), kG = make_map_of_images(kGImage);
constexpr ByteMap kReciprocal = make_reciprocals(kFieldPolynomial, 2);
consteval ByteMap make_s1() {
  ByteMap r{};
  for (int x = 0; x < 256; x++) r.of[x] = kG.of[kReciprocal.of[kF.of[x] ^ kFConstant]] ^ kGConstant;
  return r;
}
constexpr ByteMap kS0 = make_s0(), kS1 = make_s1();

// The constants CON [section 6.6], two for each step, for the permutation and the round keys.
struct Constants {
  std::uint32_t of[2 * 46];
};
consteval Constants make_constants(const Variant& v) {
  Constants r{};
  std::uint32_t t = v.start;
  for (int i = 0; i < 46; i++) {
    const std::uint32_t n = ~t & 0xffff;
    r.of[2 * i] = (t ^ 0xb7e1) << 16 | ((n << 1 | n >> 15) & 0xffff);
    r.of[2 * i + 1] = (n ^ 0x243f) << 16 | ((t << 8 | t >> 8) & 0xffff);
    t = (t & 1 ? t ^ 0x1a831 : t) >> 1;
  }
  return r;
}
constexpr Constants kConstants[kVariants] = {
    make_constants(kVariant[0]), make_constants(kVariant[1]), make_constants(kVariant[2])};

// The portable key schedule, which is constant in time on any CPU, expands a user key to
// WK_0..WK_3, RK_0, RK_1, ... of kVariant[kIndex] [RFC 6114 section 6].
template <int kIndex>
void schedule_portable(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept;

}  // namespace hedgerow::clefia
