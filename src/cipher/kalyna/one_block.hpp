// The round on one block of 16 bytes in a register, a byte of the block in each dword: the shortest way through the
// rounds, with no transposes and few operations one after the other.
//
//   state      | byte 0 four times | byte 1 four times | ... | byte 15 four times |
//   S-boxes    | S0 S1 S2 S3 of byte 0 | S0 S1 S2 S3 of byte 1 | ...
//
// One look-up in a table of dwords gives all four S-boxes of every byte. MixColumns is eight byte permutations of
// that, which pick the S-box of each row and move rows and columns where ShiftRows wants them, each times its
// coefficient. Round keys are those of packed.hpp, of which a permutation repeats each byte.
// Source: [DSTU 7624:2014].
#pragma once

#include "cipher/kalyna/packed.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kalyna;
constexpr int kOneColumns = 2;

consteval DwordTable256 make_dword_table(const Boxes& boxes) {
  DwordTable256 r{};
  for (int x = 0; x < 256; x++)
    for (int s = 0; s < 4; s++) r.t[x] |= (std::uint32_t)boxes.box[s].t[x] << (8 * s);
  return r;
}
constexpr DwordTable256 kSubDwords = make_dword_table(kSubBoxes),
                        kInverseSubDwords = make_dword_table(kInverseSubBoxes);

// What stands at row r of column c after ShiftRows (or its inverse), by its column before.
consteval int column_before_shift(int r, int c, bool inverse) {
  const int right = row_shift(r, kOneColumns);
  return (c + (inverse ? right : kOneColumns - right)) % kOneColumns;
}
// Index j: the byte that MixColumns multiplies by c_j, for each byte of its result; when decrypting, the result has
// gone through the inverse of ShiftRows already.
consteval PackedIndex make_mix_index(int j, bool inverse) {
  PackedIndex r{};
  for (int i = 0; i < 64; i++) {
    const int row = i / 4 % 8, from = (row + j) % 8;
    const int column = column_before_shift(inverse ? row : from, i / 32, inverse);
    r.b[i] = (std::uint8_t)(4 * (8 * column + from) + from % 4);
  }
  return r;
}
// Bytes of a block in memory order to dwords; of a key when decrypting as make_mix_index does with results.
consteval PackedIndex make_spread_index(bool inverse) {
  PackedIndex r{};
  for (int i = 0; i < 64; i++) {
    const int row = i / 4 % 8, column = i / 32;
    r.b[i] = (std::uint8_t)(8 * (inverse ? column_before_shift(row, column, true) : column) + row);
  }
  return r;
}
// Back: from each dword the byte of the S-box of its row; all four are equal in a state.
consteval PackedIndex make_collect_index() {
  PackedIndex r{};
  for (int i = 0; i < 64; i++) r.b[i] = (std::uint8_t)(4 * (i % 16) + i % 4);
  return r;
}
template <int kTerm, bool kInverse>
constexpr PackedIndex kMixIndex = make_mix_index(kTerm, kInverse);
constexpr PackedIndex kSpreadIndex = make_spread_index(false),
                      kInverseSpreadIndex = make_spread_index(true),
                      kCollectIndex = make_collect_index();

HR_INLINE Vec spread(Vec block) { return permute8(load(kSpreadIndex.b), block); }
HR_INLINE Vec collect(Vec dwords) { return permute8(load(kCollectIndex.b), dwords); }

// MixColumns and ShiftRows with a key, a sum of eight. Coefficients of 1 need no multiplication: they come last.
template <Row kRow, bool kInverse>
HR_KALYNA_STEP Vec one_mix(Vec x, Vec key) {
  const auto term = [&](auto j) HR_LAMBDA {
    return multiply<kRow.c[j]>(permute8(load(kMixIndex<j, kInverse>.b), x));
  };
  const Vec a = xor3(key, term(Index<4>{}), term(Index<5>{})),
            b = xor3(a, term(Index<6>{}), term(Index<2>{}));
  const Vec c = term(Index<7>{});
  return xor3(b, c, xor3(term(Index<0>{}), term(Index<1>{}), term(Index<3>{})));
}

// N blocks, interleaved. keys[r] has a round key in its first 16 bytes.
template <int N>
HR_INLINE void encrypt_one_round(Vec* x, const std::uint8_t* key) {
  const Vec k = spread(load(key));
  unroll<N>([&](auto n)
                HR_LAMBDA { x[n] = one_mix<kMixRow, false>(lookup256(kSubDwords, x[n]), k); });
}
template <int N>
HR_INLINE void decrypt_one_round(Vec* x, const std::uint8_t* key) {
  const Vec k = permute8(load(kInverseSpreadIndex.b), load(key));
  unroll<N>([&](auto n) HR_LAMBDA {
    x[n] = lookup256(kInverseSubDwords, one_mix<kUnscaledInverseRow, true>(x[n], k));
  });
}

}  // namespace
}  // namespace hedgerow::HR_ISA
