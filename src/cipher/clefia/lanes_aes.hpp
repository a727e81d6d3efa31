// Both functions of a round with S1 by an AES instruction: its S-box is the inversion of S1 between affine maps. The
// one ahead of it, into AES's field, is a look-up by nibbles; the one behind it is part of the last look-ups, which
// are products with a factor of the matrix as those of S0: 1, a and b of a row (1, a, b, a + b).
//
// AESENCLAST moves bytes between dwords, too (ShiftRows): those of four blocks are turned back ahead of it, those of
// one block, which stands in all four dwords, stay where they are.
//
// Both boxes are looked up for all bytes. Where a byte does not want S0, bit 7 of its nibbles is set and their
// look-ups give zero; where it does not want S1 its nibbles are zero, of which the look-ups, linear maps, make zero.
#pragma once

#include "cipher/clefia/sbox_nibbles.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace clefia;

constexpr unsigned kAesPolynomial = 0x11b;
constexpr std::uint8_t kAesConstant = 0x63;

struct alignas(32) LaneBytes {
  std::uint8_t of[2][16];
};
// The last look-ups, from the upper and lower nibble of S0 and of AES's S-box, times a factor.
struct Factor {
  LaneBytes upper, lower, s1_upper, s1_lower;
};
// What depends on which lane has F0. skip0: bit 7 in the bytes that do not take S0; take1: 15 in those that take S1.
struct Functions {
  Factor factor[3];
  LaneBytes skip0, take1;
};
struct alignas(64) FunctionTables {
  // u of S0: its upper and lower nibble, each from the upper (first) and lower nibble of the byte.
  LaneBytes upper[2], lower[2];
  // f and the isomorphism into AES's field, from the upper (first) and lower nibble.
  LaneBytes into[2];
  LaneBytes rows;          // ShiftRows backwards
  LaneBytes constant;      // AES's own, as a key that takes it off
  LaneBytes turn[3];       // byte i ^ 1, i ^ 2, i ^ 3 of each dword
  Functions functions[2];  // F0 in the lower lane, in the upper one
};

// The linear part of AES's S-box [FIPS 197 section 5.1.1].
consteval ByteMap make_aes_linear() {
  ByteMap r{};
  for (unsigned x = 0; x < 256; x++)
    for (int i = 0; i < 5; i++) r.of[x] ^= (std::uint8_t)(x << i | x >> (8 - i));
  return r;
}
constexpr ByteMap kIntoAes = make_isomorphism(kFieldPolynomial, kAesPolynomial);
constexpr ByteMap kAesLinear = make_aes_linear();
// From AES's S-box without its constant to S1 without its own.
consteval ByteMap make_behind_aes() {
  const ByteMap before = make_inverse(kAesLinear.of), from_aes = make_inverse(kIntoAes.of);
  ByteMap r{};
  for (int x = 0; x < 256; x++) r.of[x] = kG.of[from_aes.of[before.of[x]]];
  return r;
}
constexpr ByteMap kBehindAes = make_behind_aes();

consteval Functions make_functions(int f_of_lower) {
  Functions r{};
  for (int lane = 0; lane < 2; lane++) {
    const int f = lane ^ f_of_lower;
    for (int x = 0; x < 16; x++) {
      for (int j = 0; j < 3; j++) {
        const unsigned c = kMatrixRow[f][j];
        r.factor[j].upper.of[lane][x] = times(c, (unsigned)kSmallBox[2][x] << 4);
        r.factor[j].lower.of[lane][x] = times(c, kSmallBox[3][x]);
        r.factor[j].s1_upper.of[lane][x] = times(c, kBehindAes.of[x << 4]);
        r.factor[j].s1_lower.of[lane][x] = times(c, kBehindAes.of[x]);
      }
      if (!uses_s1(f, x % 4)) continue;
      r.skip0.of[lane][x] = 0x80;
      r.take1.of[lane][x] = 15;
    }
  }
  return r;
}
consteval FunctionTables make_function_tables() {
  const S0Tables s0 = make_s0_tables(kBasis);
  FunctionTables r{};
  for (int i = 0; i < 32; i++) {
    const int lane = i / 16, x = i % 16;
    r.upper[0].of[lane][x] = s0.upper[x] >> 4;
    r.upper[1].of[lane][x] = s0.lower[x] >> 4;
    r.lower[0].of[lane][x] = s0.upper[x] & 15;
    r.lower[1].of[lane][x] = s0.lower[x] & 15;
    r.into[0].of[lane][x] = kIntoAes.of[kF.of[x << 4]];
    r.into[1].of[lane][x] = kIntoAes.of[kF.of[x] ^ kFConstant];
    // Row r of column c goes to column c - r, where the instruction takes it from [FIPS 197 section 5.1.2].
    r.rows.of[lane][x] = (std::uint8_t)((x + 16 - 4 * (x % 4)) % 16);
    r.constant.of[lane][x] = kAesConstant;
    for (int j = 1; j < 4; j++) r.turn[j - 1].of[lane][x] = (std::uint8_t)(x ^ j);
  }
  r.functions[0] = make_functions(0);
  r.functions[1] = make_functions(1);
  return r;
}
constexpr FunctionTables kFunctionTables = make_function_tables();

// The tables where the compiler does not see them, or gcc would copy all of them to the stack ahead of the rounds.
HR_INLINE const FunctionTables& function_tables() {
  const FunctionTables* here = &kFunctionTables;
  __asm__ volatile("" : "+r"(here));
  return *here;
}

// b + both functions of a, whose keys are in it, but for what S1 leaves out (keys.hpp). kLower: the function of the
// lower lane. kAlone: all dwords of a lane are alike.
template <int kLower, bool kAlone>
HR_INLINE Vec add_functions(Vec a, Vec b) {
  const FunctionTables& t = function_tables();
  const Functions& f = t.functions[kLower];
  const auto from = [](const LaneBytes& table, Vec index)
                        HR_LAMBDA { return shuffle(load(table.of), index); };
  const Vec low = low_nibble(a), high = high_nibble(a);
  Vec s1 = xor2(from(t.into[1], low), from(t.into[0], high));
  if constexpr (!kAlone) s1 = shuffle(s1, load(t.rows.of));
  s1 = aes_enc_last(s1, load(t.constant.of));
  const Vec skip0 = load(f.skip0.of), take1 = load(f.take1.of);
  const Vec upper = or2(xor2(from(t.upper[0], high), from(t.upper[1], low)), skip0);
  const Vec lower = or2(xor2(from(t.lower[0], high), from(t.lower[1], low)), skip0);
  const Vec s1_low = and2(s1, take1), s1_high = and2(shr16<4>(s1), take1);
  const auto product = [&](int c, Vec sum) HR_LAMBDA {
    const Factor& by = f.factor[c];
    sum = xor2(sum, from(by.lower, lower));
    return xor2(xor2(sum, from(by.s1_lower, s1_low)), from(by.s1_upper, s1_high));
  };
  const auto turn = [&](int by, Vec x) HR_LAMBDA { return shuffle(x, load(t.turn[by - 1].of)); };
  const auto first = [&](int c) HR_LAMBDA { return from(f.factor[c].upper, upper); };
  const Vec neighbour = product(1, first(1)), opposite = product(2, first(2)),
            here = product(0, xor2(first(0), b));
  return xor2(xor2(xor2(here, turn(1, neighbour)), turn(2, opposite)),
              turn(3, xor2(neighbour, opposite)));
}

}  // namespace
}  // namespace hedgerow::HR_ISA
