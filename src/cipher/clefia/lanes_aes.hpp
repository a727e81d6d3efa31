// Both functions of a round, with S1 by an AES instruction, because the S-box of AES is the
// inversion of S1 between affine maps. The map before it, into AES's field, is a look-up by
// nibbles. The map after it is part of the last look-ups, which are products with a factor of the
// matrix (1, a and b of a row (1, a, b, a + b)), like those of S0.
//
// AESENCLAST also moves bytes between dwords (ShiftRows). The bytes of four blocks are therefore
// rotated back before it. The bytes of one block stay in place, because all four dwords have the
// same block.
//
// Both boxes are looked up for all bytes. A blend selects the results of S0 or of the lower nibble
// of AES's S-box for each byte. For bytes without S1, the upper nibble is set to zero, and its
// look-ups give zero because they are linear maps.
#pragma once

#include <type_traits>

#include "cipher/clefia/sbox_nibbles.hpp"
#include "isa/pinned.hpp"

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
// The values that depend on the lane of F0. not0: bit 7 in the bytes that do not use S0. take1: 15
// in those that use S1.
struct Functions {
  Factor factor[3];
  LaneBytes not0, take1;
};
struct alignas(64) FunctionTables {
  // u of S0: its upper and lower nibble, each from the upper (first) and lower nibble of the byte.
  LaneBytes upper[2], lower[2];
  // f and the isomorphism to AES's field, from the upper (first) and lower nibble.
  LaneBytes into[2];
  LaneBytes rows;          // inverse of ShiftRows
  LaneBytes constant;      // AES's own constant, as a key that removes it
  LaneBytes turn[3];       // bytes i ^ 1, i ^ 2, i ^ 3 of each dword
  Functions functions[2];  // F0 in the lower lane, and in the upper lane
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
// The map from AES's S-box without its constant to S1 without its constant.
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
      r.not0.of[lane][x] = 0x80;
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
    // Row r of column c moves to column c - r, where the instruction reads it [FIPS 197 section
    // 5.1.2].
    r.rows.of[lane][x] = (std::uint8_t)((x + 16 - 4 * (x % 4)) % 16);
    r.constant.of[lane][x] = kAesConstant;
    for (int j = 1; j < 4; j++) r.turn[j - 1].of[lane][x] = (std::uint8_t)(x ^ j);
  }
  r.functions[0] = make_functions(0);
  r.functions[1] = make_functions(1);
  return r;
}
constexpr FunctionTables kFunctionTables = make_function_tables();

// Hides the address of the tables from the compiler, because gcc would otherwise copy all of them
// to the stack before the rounds.
HR_INLINE const FunctionTables& function_tables() {
  const FunctionTables* here = &kFunctionTables;
  __asm__ volatile("" : "+r"(here));
  return *here;
}

template <class Ops>
HR_INLINE Vec look_up(const LaneBytes& table, Vec index) {
  return Ops::shuffle(Ops::load(table.of), index);
}
HR_INLINE At at(const LaneBytes& operand) { return {operand.of}; }

// The nibbles of a, and S1's inversion of its bytes by the AES instruction.
struct ThroughAes {
  Vec high, low, s1;
};
template <class Ops, bool kAlone>
HR_INLINE ThroughAes through_aes(Vec a, const FunctionTables& t) {
  const Vec nibble = splat8(15);
  const Vec shifted = Ops::template shr16<4>(a), high = Ops::and2(shifted, nibble),
            low = Ops::and2(a, nibble);
  const Vec into_high = look_up<Ops>(t.into[0], high), into_low = look_up<Ops>(t.into[1], low);
  Vec s1 = Ops::xor2(into_high, into_low);
  if constexpr (!kAlone) s1 = shuffle(s1, load(t.rows.of));
  return {high, low, Ops::aes_enc_last(s1, at(t.constant))};
}

// Returns b + both functions of a. a already contains the keys, but the result lacks S1's output
// constants (keys.hpp). kLower is the function of the lower lane.
//
// kAlone: all dwords of a lane are equal. One chain of dependent operations then decides the time,
// therefore the order of the operations matters (pinned.hpp). This order is the fastest on Zen 3
// for one block that a random search found.
//
// Names of products with the factors of the matrix, own (1), by1 and by2: _a and _b come from the
// upper and lower nibble after the first look-ups of S0, and _c and _d from the lower and upper
// nibble of S1.
template <int kLower, bool kAlone>
HR_INLINE Vec add_functions(Vec a, Vec b) {
  using Ops = std::conditional_t<kAlone, Pinned, Plain>;
  const FunctionTables& t = function_tables();
  const Functions& f = t.functions[kLower];
  const Vec take1 = load(f.not0.of);
  const Factor &own = f.factor[0], &by1 = f.factor[1], &by2 = f.factor[2];

  const auto [high, low, s1] = through_aes<Ops, kAlone>(a, t);
  const Vec s1_shifted = Ops::template shr16<4>(s1);
  const Vec upper_low = look_up<Ops>(t.upper[1], low), upper_high = look_up<Ops>(t.upper[0], high),
            upper = Ops::xor2(upper_high, upper_low);
  const Vec s1_low = Ops::and2(s1, at(f.take1)), s1_high = Ops::and2(s1_shifted, at(f.take1));
  const Vec lower_high = look_up<Ops>(t.lower[0], high);
  const Vec by1_c = look_up<Ops>(by1.s1_lower, s1_low);
  const Vec lower_low = look_up<Ops>(t.lower[1], low), lower = Ops::xor2(lower_high, lower_low);
  const Vec by1_b = look_up<Ops>(by1.lower, lower);
  const Vec by1_d = look_up<Ops>(by1.s1_upper, s1_high);
  const Vec by1_a = look_up<Ops>(by1.upper, upper);
  const Vec own_b = look_up<Ops>(own.lower, lower), own_a = look_up<Ops>(own.upper, upper),
            own_c = look_up<Ops>(own.s1_lower, s1_low);
  const Vec by1_s0 = Ops::xor2(by1_a, by1_b), own_s0 = Ops::xor2(own_a, own_b);
  const Vec by1_abc = Ops::blend_by_sign(by1_s0, by1_c, take1),
            own_abc = Ops::blend_by_sign(own_s0, own_c, take1);
  const Vec by2_b = look_up<Ops>(by2.lower, lower), by2_a = look_up<Ops>(by2.upper, upper),
            by2_s0 = Ops::xor2(by2_a, by2_b);
  const Vec by2_c = look_up<Ops>(by2.s1_lower, s1_low), by2_d = look_up<Ops>(by2.s1_upper, s1_high);
  const Vec neighbour = Ops::xor2(by1_abc, by1_d);
  const Vec by2_abc = Ops::blend_by_sign(by2_s0, by2_c, take1);
  const Vec own_abc_b = Ops::xor2(own_abc, b);
  const Vec own_d = look_up<Ops>(own.s1_upper, s1_high);
  const Vec turned1 = Ops::shuffle(neighbour, at(t.turn[0]));
  const Vec opposite = Ops::xor2(by2_abc, by2_d);
  const Vec here = Ops::xor2(own_abc_b, own_d);
  const Vec turned2 = Ops::shuffle(opposite, at(t.turn[1]));
  const Vec sum1 = Ops::xor2(here, turned1), third = Ops::xor2(neighbour, opposite);
  const Vec turned3 = Ops::shuffle(third, at(t.turn[2]));
  const Vec sum2 = Ops::xor2(sum1, turned2);
  return Ops::xor2(sum2, turned3);
}

}  // namespace
}  // namespace hedgerow::HR_ISA
