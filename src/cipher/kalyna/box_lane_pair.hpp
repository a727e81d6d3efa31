// The round on 32 bytes of message or less in one register, even rows in one lane and odd rows in the other: for one
// block of 16 or 32 bytes a shorter way than box_lanes.hpp, over the same tables.
//
//   x   | row 0 of columns 0 .. 3 | row 2 | row 4 | row 6 |        lower lane: S0 S2 S0 S2
//       | row 1                   | row 3 | row 5 | row 7 |        upper lane: S1 S3 S1 S3
//
// Both pairs of tables are read at the same indices. MixColumns is E(x) + one row down O(x), E and O of its even and
// its odd coefficients: each coefficient takes one byte shuffle, which turns rows and columns (ShiftRows, or its
// inverse) and, for O, moves the lower lane one row down ahead of the exchange of lanes. Two columns stand there
// repeated.
// Source: [DSTU 7624:2014].
#pragma once

#include "cipher/kalyna/box_lanes.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kalyna;
constexpr int kPairBytes = 32;

HR_KALYNA_STEP Vec sub_pair(const BoxPairs& boxes, Vec x) {
  const BoxPairs* here = &boxes;
  __asm__ volatile("" : "+r"(here));
  const Vec index = and2(x, splat8(127));
  Vec lower[2], upper[2];
  unroll<8>([&](auto k) HR_LAMBDA {
    const Vec i = k == 0 ? index : sub8(index, splat8(16 * k));
    unroll<2>([&](auto of_b) HR_LAMBDA {
      const BoxPair& box = of_b ? here->b : here->a;
      const Vec l = shuffle(load(box.lower[k]), i), u = shuffle(load(box.upper[k]), i);
      lower[of_b] = k == 0 ? l : xor2(lower[of_b], l);
      upper[of_b] = k == 0 ? u : xor2(upper[of_b], u);
    });
  });
  return xor2(blend_words32(lower[0], lower[1]),
              and2(blend_words32(upper[0], upper[1]), negative8(x)));
}

// What coefficient number j of a matrix multiplies, for each byte of E (j even) or of O before lanes are exchanged (j
// odd): the state before ShiftRows, or, inverse, so that the sum has gone through its inverse.
consteval LanesIndex make_pair_term(int columns, int j, bool inverse) {
  LanesIndex r{};
  for (int i = 0; i < 32; i++) {
    const int lane = i / 16, column = i % columns;
    // The row of the result that this byte goes to, and the row of its lane that it takes.
    const int row = 2 * (i / 4 % 4) + (j % 2 ? 1 - lane : lane), from = (row + j) % 8;
    const int right = row_shift(inverse ? row : from, columns);
    const int before = (column + (inverse ? right : columns - right)) % columns;
    r.b[i] = (std::uint8_t)(from / 2 * 4 + i % 4 - column + before);
  }
  return r;
}
template <int kColumns, int kTerm, bool kInverse>
constexpr LanesIndex kPairTerm = make_pair_term(kColumns, kTerm, kInverse);

template <int kColumns, int kTerm, bool kInverse>
HR_INLINE Vec pair_term(Vec x) {
  return shuffle(x, load(kPairTerm<kColumns, kTerm, kInverse>.b));
}

// ShiftRows and MixColumns with a key. The sums that cross lanes come first.
template <int kColumns>
HR_KALYNA_STEP Vec mix_pair(Vec x, Vec key) {
  const auto term = [](auto j, Vec v) HR_LAMBDA { return pair_term<kColumns, j, false>(v); };
  const Vec x2 = double_offset(x);
  const Vec plain = xor2(term(Index<1>{}, x), term(Index<3>{}, x)),
            even = xor2(key, term(Index<0>{}, x));
  const Vec x4 = double_offset(x2), x6 = xor2(x4, x2);
  const Vec odd = xor2(xor2(plain, term(Index<7>{}, x4)), term(Index<5>{}, x6));
  const Vec joined = join_lanes(odd, odd);
  const Vec five = xor2(even, term(Index<2>{}, xor2(x4, x))), seven = term(Index<6>{}, xor2(x6, x)),
            eight = term(Index<4>{}, double_offset(x4));
  return xor2(xor2(five, xor2(seven, eight)), joined);
}
// The inverses of both, by products of nibbles.
template <int kColumns>
HR_KALYNA_STEP Vec inverse_mix_pair(Vec x) {
  const auto term = [&](auto j) HR_LAMBDA {
    return pair_term<kColumns, j, true>(multiply<kInverseRow.c[j]>(x));
  };
  const Vec odd =
      xor2(xor2(term(Index<1>{}), term(Index<3>{})), xor2(term(Index<5>{}), term(Index<7>{})));
  const Vec joined = join_lanes(odd, odd);
  const Vec even =
      xor2(xor2(term(Index<0>{}), term(Index<2>{})), xor2(term(Index<4>{}), term(Index<6>{})));
  return xor2(even, joined);
}

template <int kColumns>
HR_INLINE Vec encrypt_pair_round(Vec x, Vec key) {
  return mix_pair<kColumns>(sub_pair(kLanesBoxes, x), key);
}
template <int kColumns>
HR_INLINE Vec decrypt_pair_round(Vec x) {
  return sub_pair(kLanesInverseBoxes, inverse_mix_pair<kColumns>(x));
}

// Two columns, 16 bytes of memory in each lane -> rows of their lane: as words of two bytes, twice; or repeated.
consteval LanesIndex make_pair_words(bool repeated) {
  LanesIndex r{};
  for (int i = 0; i < 32; i++)
    r.b[i] = (std::uint8_t)(i % 2 * 8 + i / 16 + 2 * (repeated ? i / 4 % 4 : i / 2 % 4));
  return r;
}
template <bool kRepeated>
constexpr LanesIndex kPairWords = make_pair_words(kRepeated);
// A lane's 4x4 bytes transposed.
consteval LanesIndex make_pair_turned() {
  LanesIndex r{};
  for (int i = 0; i < 32; i++) r.b[i] = (std::uint8_t)(i % 4 * 4 + i / 4 % 4);
  return r;
}
constexpr LanesIndex kPairTurned = make_pair_turned();

// 16 * kChunks (1, 2) bytes of message, with the outer keys on the way.
template <int kChunks, bool kSubtract>
HR_INLINE Vec load_pair_state(const std::uint8_t* in, const std::uint8_t* key) {
  Vec word[kChunks];
  unroll<kChunks>([&](auto i) HR_LAMBDA {
    const Vec x = load_splat128(in + 16 * i), k = load_splat128(key + 16 * i);
    word[i] = shuffle(kSubtract ? sub64(x, k) : add64(x, k), load(kPairWords < kChunks == 1 >.b));
  });
  if constexpr (kChunks == 1) return word[0];
  return unpack_lo16(word[0], word[kChunks - 1]);
}
template <int kChunks, bool kSubtract>
HR_INLINE void store_pair_state(Vec x, const std::uint8_t* key, std::uint8_t* out) {
  const Vec rows = shuffle(x, load(kPairTurned.b)), odd_rows = join_lanes(rows, rows);
  unroll<kChunks>([&](auto i) HR_LAMBDA {
    const Vec k = load_splat128(key + 16 * i),
              chunk = i == 0 ? unpack_lo8(rows, odd_rows) : unpack_hi8(rows, odd_rows);
    store_lane(out + 16 * i, kSubtract ? sub64(chunk, k) : add64(chunk, k));
  });
}

}  // namespace
}  // namespace hedgerow::HR_ISA
