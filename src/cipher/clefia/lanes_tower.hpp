// Both functions of a round by byte shuffles. S0 and S1 end in a sum of two look-ups by nibbles,
// and their tables contain the factors of the matrix: 1, a and b of a row (1, a, b, a + b). Both
// boxes are looked up for all bytes. If a byte needs the other box, bit 7 of these nibbles is set,
// and their look-ups give zero.
#pragma once

#include "cipher/clefia/sbox_nibbles.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace clefia;

struct alignas(32) LaneBytes {
  std::uint8_t of[2][16];
};
// The last look-ups, from the upper and lower nibble of S0 and the two of S1, times a factor.
struct Factor {
  LaneBytes upper, lower, from_i, from_j;
};
// The values that depend on the lane of F0. skip0, skip1: bit 7 in the bytes that do not use S0,
// S1.
struct Functions {
  Factor factor[3];
  LaneBytes skip0, skip1;
};
// All tables have both lanes, because loading one lane into both takes 1 to 2 % more time on Zen 3.
struct alignas(64) NibbleLanes {
  // u of S0: its upper and lower nibble, each from the upper (first) and lower nibble of the byte.
  LaneBytes upper[2], lower[2];
  LaneBytes i_low, i_high, k_low, k_high, inverse, scaled;  // S1Tables
  LaneBytes turn[3];       // bytes i ^ 1, i ^ 2, i ^ 3 of each dword
  Functions functions[2];  // F0 in the lower lane, and in the upper lane
};
consteval Functions make_functions(int f_of_lower) {
  Functions r{};
  for (int lane = 0; lane < 2; lane++) {
    const int f = lane ^ f_of_lower;
    for (int x = 0; x < 16; x++) {
      for (int j = 0; j < 3; j++) {
        const unsigned c = kMatrixRow[f][j];
        r.factor[j].upper.of[lane][x] = times(c, (unsigned)kSmallBox[2][x] << 4);
        r.factor[j].lower.of[lane][x] = times(c, kSmallBox[3][x]);
        r.factor[j].from_i.of[lane][x] = times(c, kS1Tables.from_i[x]);
        r.factor[j].from_j.of[lane][x] = times(c, kS1Tables.from_j[x]);
      }
      (uses_s1(f, x % 4) ? r.skip0 : r.skip1).of[lane][x] = 0x80;
    }
  }
  return r;
}
consteval LaneBytes in_both_lanes(const std::uint8_t (&table)[16]) {
  LaneBytes r{};
  for (int i = 0; i < 32; i++) r.of[i / 16][i % 16] = table[i % 16];
  return r;
}
consteval NibbleLanes make_nibble_lanes() {
  const S0Tables s0 = make_s0_tables(kBasis);
  const S1Tables& s1 = kS1Tables;
  NibbleLanes r{};
  for (int i = 0; i < 32; i++) {
    const int lane = i / 16, x = i % 16;
    r.upper[0].of[lane][x] = s0.upper[x] >> 4;
    r.upper[1].of[lane][x] = s0.lower[x] >> 4;
    r.lower[0].of[lane][x] = s0.upper[x] & 15;
    r.lower[1].of[lane][x] = s0.lower[x] & 15;
    for (int j = 1; j < 4; j++) r.turn[j - 1].of[lane][x] = (std::uint8_t)(x ^ j);
  }
  r.i_low = in_both_lanes(s1.i_low);
  r.i_high = in_both_lanes(s1.i_high);
  r.k_low = in_both_lanes(s1.k_low);
  r.k_high = in_both_lanes(s1.k_high);
  r.inverse = in_both_lanes(s1.inverse);
  r.scaled = in_both_lanes(s1.scaled);
  r.functions[0] = make_functions(0);
  r.functions[1] = make_functions(1);
  return r;
}
constexpr NibbleLanes kNibbleLanes = make_nibble_lanes();

// Hides the address of the tables from the compiler, because gcc would otherwise copy all of them
// to the stack before the rounds.
HR_INLINE const NibbleLanes& nibble_lanes() {
  const NibbleLanes* here = &kNibbleLanes;
  __asm__ volatile("" : "+r"(here));
  return *here;
}

// Returns b + both functions of a. a already contains the keys, but the result lacks S1's output
// constants (keys.hpp). kLower is the function of the lower lane, and only lanes_aes.hpp uses the
// last template argument.
template <int kLower, bool>
HR_INLINE Vec add_functions(Vec a, Vec b) {
  const NibbleLanes& t = nibble_lanes();
  const Functions& f = t.functions[kLower];
  const auto from = [](const LaneBytes& table, Vec index)
                        HR_LAMBDA { return shuffle(load(table.of), index); };
  const Vec low = low_nibble(a), high = high_nibble(a);
  const Vec i = xor2(from(t.i_low, low), from(t.i_high, high));
  const Vec k = xor2(from(t.k_low, low), from(t.k_high, high));
  const Vec j = xor2(i, k), skip0 = load(f.skip0.of), skip1 = load(f.skip1.of);
  // Without a k there is no infinity among the inverses, so bit 7 of i and j stays set.
  const Vec ak = from(t.scaled, or2(k, skip1));
  const Vec io = xor2(from(t.inverse, xor2(from(t.inverse, i), ak)), or2(j, skip1));
  const Vec jo = xor2(from(t.inverse, xor2(from(t.inverse, j), ak)), or2(i, skip1));
  const Vec upper = or2(xor2(from(t.upper[0], high), from(t.upper[1], low)), skip0);
  const Vec lower = or2(xor2(from(t.lower[0], high), from(t.lower[1], low)), skip0);
  const auto product = [&](int c) HR_LAMBDA {
    const Factor& by = f.factor[c];
    const Vec s0 = xor2(from(by.upper, upper), from(by.lower, lower));
    return xor2(xor2(s0, from(by.from_i, io)), from(by.from_j, jo));
  };
  const auto turn = [&](int by, Vec x) HR_LAMBDA { return shuffle(x, load(t.turn[by - 1].of)); };
  const Vec neighbour = product(1), opposite = product(2), here = xor2(product(0), b);
  return xor2(xor2(xor2(here, turn(1, neighbour)), turn(2, opposite)),
              turn(3, xor2(neighbour, opposite)));
}

}  // namespace
}  // namespace hedgerow::HR_ISA
