// The round over a vector type: what state registers hold, SubBytes, ShiftRows, and rounds of both
// directions.
//
// A state is `groups` times eight registers, register r of a group holding row r.
//
//   by rows:   each group has blocks of its own, their columns side by side; ShiftRows turns each block's bytes
//              group g, register r   | c0 c1 .. of block 0 | c0 c1 .. of block 1 | ...
//   split:     (two columns) group c has column c of every block; ShiftRows exchanges registers, for free
//              group c, register r   | block 0 | block 1 | ...
//
// Source: [DSTU 7624:2014].
#pragma once

#include "cipher/common/prefetch.hpp"
#include "cipher/kalyna/mix.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kalyna;
struct Shape {
  Variant v;
  int groups;
  bool split;
  constexpr int batch_bytes() const { return 8 * groups * kWidth; }
  constexpr int batch_blocks() const { return groups * kWidth / v.columns; }
  // 64-bit patterns of one prepared round key; groups by rows share theirs.
  constexpr int key_words() const { return split ? 8 * groups : 8; }
};
consteval Shape rows_shape(Variant v, int groups) { return {v, groups, false}; }
consteval Shape split_shape(Variant v) { return {v, 2, true}; }

template <Shape kS>
struct State {
  Vec g[kS.groups][8];
};

// mix_columns adds kMixOffset to what it gives: S-boxes add what cancels it, inverse ones take it
// from their input.
consteval Boxes add_to_outputs(Boxes boxes, unsigned offset) {
  for (auto& box : boxes.box)
    for (auto& entry : box.t) entry ^= (std::uint8_t)offset;
  return boxes;
}
consteval Boxes add_to_inputs(const Boxes& boxes, unsigned offset) {
  Boxes r{};
  for (int b = 0; b < 4; b++)
    for (unsigned i = 0; i < 256; i++) r.box[b].t[i] = boxes.box[b].t[i ^ offset];
  return r;
}
consteval unsigned mix_row_sum() {
  unsigned sum = 0;
  for (auto c : kMixRow.c) sum ^= c;
  return sum;
}
constexpr Boxes kSubBoxes =
    add_to_outputs(kBoxes, kalyna::gf_mul(kMixOffset, gf_inverse(mix_row_sum())));
constexpr Boxes kInverseSubBoxes = add_to_inputs(kScaledInverseBoxes, kMixOffset);
constexpr Table256 kSubTable[4] = {
    make_table256(kSubBoxes.box[0].t), make_table256(kSubBoxes.box[1].t),
    make_table256(kSubBoxes.box[2].t), make_table256(kSubBoxes.box[3].t)};
constexpr Table256 kInverseSubTable[4] = {
    make_table256(kInverseSubBoxes.box[0].t), make_table256(kInverseSubBoxes.box[1].t),
    make_table256(kInverseSubBoxes.box[2].t), make_table256(kInverseSubBoxes.box[3].t)};

// How many registers share one pass over an S-box table.
#if defined HR_VEC_AVX512 || defined HR_VEC_GFNI
constexpr int kShare = 2;
#else
constexpr int kShare = 1;
#endif

// x holds rows 0..7; rows t and t + 4 have the same box.
HR_KALYNA_STEP void sub_bytes(const Table256* tables, Vec* x) {
  unroll<4>([&](auto t) HR_LAMBDA {
    unroll<2 / kShare>([&](auto part) HR_LAMBDA {
      Vec share[kShare];
      unroll<kShare>([&](auto k) HR_LAMBDA { share[k] = x[t + 4 * (part * kShare + k)]; });
      lookup256<kShare>(tables[t], share);
      unroll<kShare>([&](auto k) HR_LAMBDA { x[t + 4 * (part * kShare + k)] = share[k]; });
    });
  });
}

// Index vectors for a byte shuffle within 16 bytes: [log2(columns) - 1][columns to the right].
struct TurnTables {
  alignas(16) std::uint8_t index[3][8][16];
};
consteval TurnTables make_turn_tables() {
  TurnTables r{};
  for (int k = 0; k < 3; k++)
    for (int right = 0; right < 8; right++)
      for (int i = 0; i < 16; i++) {
        const int columns = 2 << k, column = (i - right + 8) % columns;
        r.index[k][right][i] = (std::uint8_t)(i / columns * columns + column);
      }
  return r;
}
constexpr TurnTables kTurn = make_turn_tables();

// Turns the bytes of each block in a row register to the right.
template <int kColumns, int kRight>
HR_INLINE Vec turn(Vec a) {
  if constexpr (kRight == 0) return a;
#ifdef HR_VEC_AVX512
  if constexpr (kColumns == 8 && kRight > 0) return rotl64<8 * kRight>(a);
  if constexpr (kColumns == 4 && kRight > 0) return rotl32<8 * kRight>(a);
#endif
  return shuffle(a, load_splat128(kTurn.index[kColumns / 4][kRight]));
}
template <Shape kS, int kRowIndex, bool kInverse>
HR_INLINE Vec shift_row(Vec a) {
  constexpr int n = kS.v.columns, right = row_shift(kRowIndex, n);
  if constexpr (kS.split) return a;
  return turn<n, kInverse ? (n - right) % n : right>(a);
}
// The group whose register `row` becomes that of `group` by ShiftRows, in either direction.
consteval int shift_source(const Shape& s, int group, int row) {
  return s.split && row >= 4 ? 1 - group : group;
}

// All bytes but row 0 of column 0, which is the part of the first round that a counter leaves
// constant.
template <Shape kS>
HR_INLINE Vec without_first_byte(Vec row0, int group) {
  if constexpr (kS.split) return group == 0 ? zero() : row0;
  return and2(row0, splat64(kS.v.columns == 8   ? 0xffffffffffffff00
                            : kS.v.columns == 4 ? 0xffffff00ffffff00
                                                : 0xff00ff00ff00ff00));
}

// One round. kDropFirst: as if the S-box output of row 0, column 0 were zero.
template <Shape kS, bool kDropFirst = false>
HR_KALYNA_STEP void encrypt_round(State<kS>& s, const std::uint64_t* key) {
  State<kS> y;
  unroll<kS.groups>([&](auto g) HR_LAMBDA {
    Vec x[8];
    unroll<8>([&](auto r) HR_LAMBDA { x[r] = s.g[shift_source(kS, g, r)][r]; });
    sub_bytes(kSubTable, x);
    if constexpr (kDropFirst) x[0] = without_first_byte<kS>(x[0], g);
    unroll<8>([&](auto r) HR_LAMBDA { x[r] = shift_row<kS, r, false>(x[r]); });
    mix_columns(x, key + (kS.split ? 8 * g : 0), y.g[g]);
  });
  s = y;
}
template <Shape kS>
HR_KALYNA_STEP void decrypt_round(State<kS>& s, const std::uint64_t* key) {
  State<kS> y;
  unroll<kS.groups>([&](auto g) HR_LAMBDA {
    unscaled_inverse_mix_columns(s.g[g], key + (kS.split ? 8 * g : 0), y.g[g]);
  });
  unroll<kS.groups>([&](auto g) HR_LAMBDA {
    unroll<8>([&](auto r) HR_LAMBDA {
      s.g[g][r] = shift_row<kS, r, true>(y.g[shift_source(kS, g, r)][r]);
    });
    sub_bytes(kInverseSubTable, s.g[g]);
  });
}

// Prepared key. Round r has [r - 1]; that of the last round is zero in both.
template <Shape kS>
struct alignas(64) PreparedKey {
  std::uint8_t first[64], last[64];  // the keys that are added, repeated
  std::uint64_t encrypt[kS.v.rounds][kS.key_words()];
  std::uint64_t decrypt[kS.v.rounds][kS.key_words()];
};

// Lines that a round asks memory for, so that all but the first ask for a batch.
template <Shape kS>
consteval std::size_t lines_each() {
  const int rounds = kS.v.rounds - 1;
  return (kS.batch_bytes() / 64 + rounds - 1) / rounds;
}
template <Shape kS>
HR_INLINE void encrypt_rounds(State<kS>& s, const PreparedKey<kS>& key, int from, Ahead ahead) {
  for (int r = from; r < kS.v.rounds; r++) {
    ahead.fetch(lines_each<kS>());
    encrypt_round<kS>(s, key.encrypt[r]);
  }
}
template <Shape kS>
HR_INLINE void decrypt_rounds(State<kS>& s, const PreparedKey<kS>& key, Ahead ahead) {
  for (int r = kS.v.rounds - 1; r >= 0; r--) {
    ahead.fetch(lines_each<kS>());
    decrypt_round<kS>(s, key.decrypt[r]);
  }
}

}  // namespace
}  // namespace hedgerow::HR_ISA
