// The round on 64 bytes of message in one register, in memory order: for one or two registers the
// shortest way, and for keys.
//
//   register   | column 0 of block 0: row 0 .. 7 | column 1 | ... | column 0 of block 1 | ...
//
// A look-up takes for each row its S-box. MixColumns is eight byte permutations, each of which moves "row r + j" to row
// r and columns as ShiftRows does, times a coefficient; for keys, which no ShiftRows moves, "row r + j" is a rotation
// of 64-bit words. Round keys stand in memory order too; those of decryption are multiplied by N * M (spec.hpp) and
// moved by the inverse of ShiftRows. Needs vpermb and 64-byte registers. A register may be half of one: its look-ups
// are by halves of the tables. With HR_KALYNA_HALVES those of whole registers are, too. Source: [DSTU 7624:2014].
#pragma once

#include <type_traits>

#include "cipher/kalyna/round.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kalyna;
struct alignas(64) PackedIndex {
  std::uint8_t b[64];
};
consteval PackedIndex make_shift_index(int columns, bool inverse) {
  PackedIndex r{};
  for (int i = 0; i < 64; i++) {
    const int right = row_shift(i % 8, columns), column = i / 8 % columns, block = i / 8 - column;
    const int from = (column + (inverse ? right : columns - right)) % columns;
    r.b[i] = (std::uint8_t)(8 * (block + from) + i % 8);
  }
  return r;
}
template <int kColumns, bool kInverse>
constexpr PackedIndex kShiftIndex = make_shift_index(kColumns, kInverse);

// Index j: what MixColumns multiplies by c_j for each byte of its result; when decrypting, the result has gone through
// the inverse of ShiftRows already.
consteval PackedIndex make_term_index(int columns, int j, bool inverse) {
  const PackedIndex shift = make_shift_index(columns, inverse);
  PackedIndex r{};
  for (int i = 0; i < 64; i++) {
    const int turned = i / 8 * 8 + (i + j) % 8;
    r.b[i] = (std::uint8_t)(inverse ? shift.b[i] / 8 * 8 + (i + j) % 8 : shift.b[turned]);
  }
  return r;
}
template <int kColumns, int kTerm, bool kInverse>
constexpr PackedIndex kTermIndex = make_term_index(kColumns, kTerm, kInverse);

// Every column of x times a circulant matrix, plus key.
template <Row kRow>
HR_KALYNA_STEP Vec packed_multiply(Vec x, Vec key) {
  Vec term[8];
  term[0] = multiply<kRow.c[0]>(x);
  unroll<7>([&](auto i)
                HR_LAMBDA { term[i + 1] = multiply<kRow.c[i + 1]>(rotl64<56 - 8 * i>(x)); });
  return xor3(xor3(key, term[0], term[1]), xor3(term[2], term[3], term[4]),
              xor3(term[5], term[6], term[7]));
}

#ifdef HR_KALYNA_HALVES
constexpr bool kHalves = true;
#else
constexpr bool kHalves = false;
#endif

// As many bytes at p as a V has.
template <class V>
HR_INLINE V load_as(const std::uint8_t* p) {
  if constexpr (std::is_same_v<V, Vec>)
    return load(p);
  else
    return load_half(p);
}

// MixColumns and ShiftRows with a key. Coefficients of 1 need no multiplication: they come last. Two columns are a lane
// of 16 bytes, within which bytes move in less time.
template <Row kRow, int kColumns, bool kInverse, class V>
HR_KALYNA_STEP V packed_mix(V x, V key) {
  const auto term = [&](auto j) HR_LAMBDA {
    const V index = load_as<V>(kTermIndex<kColumns, j, kInverse>.b);
    return multiply<kRow.c[j]>(kColumns == 2 ? shuffle(x, index) : permute8(index, x));
  };
  const V a = xor3(key, term(Index<4>{}), term(Index<5>{})),
          b = xor3(a, term(Index<6>{}), term(Index<2>{}));
  const V c = term(Index<7>{});
  return xor3(b, c, xor3(term(Index<0>{}), term(Index<1>{}), term(Index<3>{})));
}

template <class V>
HR_INLINE V packed_sub(const Table256* tables, V x) {
  if constexpr (kHalves || !std::is_same_v<V, Vec>)
    return lookup_halves_by_row(tables, x);
  else
    return lookup256_by_row(tables, x);
}
template <int kColumns, class V>
HR_INLINE V packed_round(V x, V key) {
  return packed_mix<kMixRow, kColumns, false>(packed_sub(kSubTable, x), key);
}
template <int kColumns, class V>
HR_INLINE V packed_inverse_round(V x, V key) {
  return packed_sub(kInverseSubTable, packed_mix<kUnscaledInverseRow, kColumns, true>(x, key));
}

// 32 bytes, one block or two, in half a register; key: as byteslice_narrow.cpp prepares it.
template <Variant kV, class Key>
HR_INLINE void encrypt_half(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
  HalfVec x = add64(load_half(in), load_half(key.rows.first));
  for (int r = 0; r < kV.rounds; r++) x = packed_round<kV.columns>(x, load_half(key.encrypt[r]));
  store(out, add64(x, load_half(key.rows.last)));
}
template <Variant kV, class Key>
HR_INLINE void decrypt_half(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
  HalfVec x = sub64(load_half(in), load_half(key.rows.last));
  for (int r = kV.rounds - 1; r >= 0; r--)
    x = packed_inverse_round<kV.columns>(x, load_half(key.decrypt[r]));
  store(out, sub64(x, load_half(key.rows.first)));
}

}  // namespace
}  // namespace hedgerow::HR_ISA
