// The round on 64 bytes of message in one register, in memory order: for one or two registers the
// shortest way, and for keys.
//
//   register   | column 0 of block 0: row 0 .. 7 | column 1 | ... | column 0 of block 1 | ...
//
// All four S-boxes look up every byte and a mask keeps each row's own; ShiftRows is one byte
// permutation; "row r + j" is a rotation of 64-bit words. Round keys stand in memory order too;
// those of decryption are multiplied by N * M (spec.hpp). Needs vpermb and 64-byte registers.
// Source: [DSTU 7624:2014].
#pragma once

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

HR_KALYNA_STEP Vec packed_sub_bytes(const Table256* tables, Vec x) {
  Vec row[4];
  unroll<4>([&](auto t) HR_LAMBDA {
    row[t] = x;
    lookup256<1>(tables[t], &row[t]);
    row[t] = and2(row[t], splat64((std::uint64_t)0x000000ff000000ff << (8 * t)));
  });
  return or2(or2(row[0], row[1]), or2(row[2], row[3]));
}

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

template <int kColumns>
HR_INLINE Vec packed_round(Vec x, Vec key) {
  x = permute8(load(kShiftIndex<kColumns, false>.b), packed_sub_bytes(kSubTable, x));
  return packed_multiply<kMixRow>(x, key);
}
template <int kColumns>
HR_INLINE Vec packed_inverse_round(Vec x, Vec key) {
  x = packed_multiply<kUnscaledInverseRow>(x, key);
  return packed_sub_bytes(kInverseSubTable, permute8(load(kShiftIndex<kColumns, true>.b), x));
}

}  // namespace
}  // namespace hedgerow::HR_ISA
