// The round on one block of 16 bytes in a register, a byte of the block in each dword: the shortest way through the
// rounds, with no transposes and few operations one after the other.
//
//   state      | byte 0 four times | byte 1 four times | ... | byte 15 four times |
//   S-boxes    | S0 S1 S2 S3 of byte 0 | S0 S1 S2 S3 of byte 1 | ...
//   products   | four terms of byte 0 of MixColumns | four of byte 1 | ...            twice
//
// One look-up in a table of dwords gives all four S-boxes of every byte. A byte permutation picks the S-box of each
// row, and moves rows and columns where ShiftRows and MixColumns want them; GF2P8MULB multiplies each by its
// coefficient. The sum of the four bytes of a dword, in each of them, is the state again. Since that instruction knows
// one field only, the bytes of the state are images under an isomorphism into it. Those of a block as it comes or goes
// are not: tables of their own take or give them where the rounds begin or end with S-boxes; where they do with
// MixColumns, the map stands beside the product, for what goes from GF2P8AFFINEQB to GF2P8MULB or back waits two cycles
// less on Intel's processors than what comes from elsewhere and goes on elsewhere. Round keys stand as the state does.
// Source: [DSTU 7624:2014].
#pragma once

#include "cipher/kalyna/packed.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kalyna;
constexpr int kOneColumns = 2;

constexpr ByteMap kOneField = make_isomorphism(kFieldPolynomial, 0x11b);
constexpr ByteMap kFromOneField = make_inverse(kOneField.of);
constexpr std::uint64_t kToOneMatrix = map_matrix(kOneField),
                        kFromOneMatrix = map_matrix(kFromOneField);

// S-boxes of bytes that stand under the map `in`, to bytes under the map `out`.
consteval DwordTable256 make_dword_table(const Boxes& boxes, const ByteMap& in,
                                         const ByteMap& out) {
  DwordTable256 r{};
  for (int x = 0; x < 256; x++)
    for (int s = 0; s < 4; s++)
      r.t[in.of[x]] |= (std::uint32_t)out.of[boxes.box[s].t[x]] << (8 * s);
  return r;
}
constexpr ByteMap kSame = make_identity();
constexpr DwordTable256 kFirstSubDwords = make_dword_table(kSubBoxes, kSame, kOneField),
                        kSubDwords = make_dword_table(kSubBoxes, kOneField, kOneField),
                        kInverseSubDwords =
                            make_dword_table(kInverseSubBoxes, kOneField, kOneField),
                        kLastInverseSubDwords =
                            make_dword_table(kInverseSubBoxes, kOneField, kSame);

// What stands at row r of column c after ShiftRows (or its inverse), by its column before.
consteval int column_before_shift(int r, int c, bool inverse) {
  const int right = row_shift(r, kOneColumns);
  return (c + (inverse ? right : kOneColumns - right)) % kOneColumns;
}
// Half h: the bytes that MixColumns multiplies by c_4h ... c_4h+3, and these coefficients, for each byte of its result;
// when decrypting, the result has gone through the inverse of ShiftRows already.
consteval PackedIndex make_mix_index(int half, bool inverse) {
  PackedIndex r{};
  for (int i = 0; i < 64; i++) {
    const int row = i / 4 % 8, from = (row + 4 * half + i % 4) % 8;
    const int column = column_before_shift(inverse ? row : from, i / 32, inverse);
    r.b[i] = (std::uint8_t)(4 * (8 * column + from) + from % 4);
  }
  return r;
}
consteval PackedIndex make_mix_factors(int half, Row row) {
  PackedIndex r{};
  for (int i = 0; i < 64; i++) r.b[i] = kOneField.of[row.c[4 * half + i % 4]];
  return r;
}
// Bytes of a block in memory order to dwords.
consteval PackedIndex make_spread_index() {
  PackedIndex r{};
  for (int i = 0; i < 64; i++) r.b[i] = (std::uint8_t)(i / 4);
  return r;
}
// Back: from each dword the byte of the S-box of its row; all four are equal in a state.
consteval PackedIndex make_collect_index() {
  PackedIndex r{};
  for (int i = 0; i < 64; i++) r.b[i] = (std::uint8_t)(4 * (i % 16) + i % 4);
  return r;
}
template <int kHalf, bool kInverse>
constexpr PackedIndex kMixIndex = make_mix_index(kHalf, kInverse);
// Of a block as it comes.
consteval PackedIndex make_block_mix_index(int half) {
  PackedIndex r = make_mix_index(half, true);
  for (std::uint8_t& from : r.b) from /= 4;
  return r;
}
template <int kHalf>
constexpr PackedIndex kBlockMixIndex = make_block_mix_index(kHalf);
template <int kHalf, Row kRow>
constexpr PackedIndex kMixFactors = make_mix_factors(kHalf, kRow);
constexpr PackedIndex kSpreadIndex = make_spread_index(), kCollectIndex = make_collect_index();

HR_INLINE Vec spread_as_is(Vec block) { return permute8(load(kSpreadIndex.b), block); }
HR_INLINE Vec collect_as_is(Vec dwords) { return permute8(load(kCollectIndex.b), dwords); }
HR_INLINE Vec spread(Vec block) { return affine(spread_as_is(block), kToOneMatrix); }
HR_INLINE Vec collect(Vec dwords) { return affine(collect_as_is(dwords), kFromOneMatrix); }
// MixColumns and ShiftRows with a key, of a state to a state; in encryption also to one whose bytes are those of a
// block as it goes, and in decryption of a block as it comes.
enum class Ends { kStates, kBlock };
template <Row kRow, bool kInverse, Ends kEnds = Ends::kStates>
HR_KALYNA_STEP Vec one_mix(Vec x, Vec key) {
  const auto half = [&](auto h) HR_LAMBDA {
    const Vec factors = load(kMixFactors<h, kRow>.b);
    if constexpr (kEnds == Ends::kStates)
      return gf_mul(permute8(load(kMixIndex<h, kInverse>.b), x), factors);
    else if constexpr (kInverse)
      return gf_mul(affine(permute8(load(kBlockMixIndex<h>.b), x), kToOneMatrix), factors);
    else
      return affine(gf_mul(permute8(load(kMixIndex<h, false>.b), x), factors), kFromOneMatrix);
  };
  return xor_bytes32(xor2(half(Index<0>{}), half(Index<1>{})), key);
}

// N blocks, interleaved. kEnds: an encryption's last round, a decryption's first.
template <int N, Ends kEnds = Ends::kStates>
HR_INLINE void encrypt_one_round(Vec* x, const DwordTable256& boxes, const std::uint8_t* key) {
  const Vec k = load(key);
  unroll<N>([&](auto n)
                HR_LAMBDA { x[n] = one_mix<kMixRow, false, kEnds>(lookup256(boxes, x[n]), k); });
}
template <int N, Ends kEnds = Ends::kStates>
HR_INLINE void decrypt_one_round(Vec* x, const DwordTable256& boxes, const std::uint8_t* key) {
  const Vec k = load(key);
  unroll<N>([&](auto n) HR_LAMBDA {
    x[n] = lookup256(boxes, one_mix<kUnscaledInverseRow, true, kEnds>(x[n], k));
  });
}

}  // namespace
}  // namespace hedgerow::HR_ISA
