// The round over a vector type: the layout of the state registers, SubBytes, ShiftRows, MixColumns,
// and the rounds of both directions.
//
// A state is `groups` times eight registers, and register r of a group has row r:
//
//   by rows:   each group has its own blocks, with their columns side by side;
//              ShiftRows rotates each block's bytes
//              group g, register r   | c0 c1 .. of block 0 | c0 c1 .. of block 1 | ...
//   split:     (two columns) group c has column c of every block;
//              ShiftRows exchanges registers, which takes no time
//              group c, register r   | block 0 | block 1 | ...
//
// Source: [DSTU 7624:2014].
#pragma once

#include "cipher/common/prefetch.hpp"
#include "cipher/kalyna/spec.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kalyna;

// MixColumns and its inverse work on eight registers, one for each row of the state. The order of
// the columns in the lanes does not matter.
//
// M takes one doubling, one quadrupling and some sums for each output. Here + is XOR, rows are
// counted modulo 8, and k is the round key:
//
//   g_i = 2 x_i + x_{i+1} + k_i          v_r = g_{r+4} + x_{r+2} + x_{r+6} + x_{r+7}
//   y_r = 4 v_r + g_{r+5} + 2 x_{r+6} + (x_r + x_{r+1} + x_{r+2} + x_{r+3})
//
// If xor3 is one instruction, the sums use pairs x_i + x_{i+1}, with five xors for each output.
// Otherwise sums of four slide along the column: each is the one before + (x_i + x_{i+4}), with
// about nine xors for each output. The round key is a part of g, so it is multiplied by the matrix
// z^5 + 4 z^4 (spec.hpp explains polynomials of matrices). Prepared keys are therefore divided by
// this polynomial. The inverse is N * M of spec.hpp, and the inverse S-boxes contain its scale.

// The steps of a round are inlined, except in the model, because inlining would take minutes to
// compile there and bring no benefit.
#ifdef HR_VEC_MODEL
#define HR_KALYNA_STEP static HR_NOINLINE __attribute__((unused))
#else
#define HR_KALYNA_STEP HR_INLINE
#endif

// mix_columns multiplies a round key by the first factor. Prepared keys are multiplied by the
// second one, its inverse.
constexpr Row kKeyRow = {{0, 0, 0, 0, 4, 1, 0, 0}};
constexpr Row kEncryptKeyRow = row_inverse(kKeyRow);
constexpr Row kDecryptKeyRow = row_product(kEncryptKeyRow, kUnscaledInverseRow);

#ifdef HR_VEC_GFNI
// The matrix for GF2P8AFFINEQB: byte 7 - i is the row of output bit i.
consteval std::uint64_t factor_matrix(unsigned factor) {
  std::uint64_t m = 0;
  for (int in = 0; in < 8; in++)
    for (int out = 0; out < 8; out++)
      if (kalyna::gf_mul(factor, 1u << in) >> out & 1)
        m |= (std::uint64_t)1 << (8 * (7 - out) + in);
  return m;
}
template <int kFactor, class V>
HR_INLINE V multiply(V x) {
  if constexpr (kFactor == 1) return x;
  return affine(x, factor_matrix(kFactor));
}
constexpr std::uint8_t kTwiceOffset = 0;
HR_INLINE Vec offset_twice(Vec x) { return multiply<2>(x); }
#else
// Without GFNI the fastest doubling gives 2 x + kTwiceOffset, and the S-boxes correct this offset.
constexpr std::uint8_t kTwiceOffset = 0x1d;
HR_INLINE Vec offset_twice(Vec x) {
  return xor2(add8(x, x), where_positive(splat8(kTwiceOffset), x));
}
// Products of the low and of the high nibble. For a factor of 4, `overflow` is the part of the
// product of the high nibble that a shift by 2 does not give.
struct alignas(16) NibbleTables {
  std::uint8_t low[16], high[16], overflow[16];
};
consteval NibbleTables make_nibble_tables(unsigned factor) {
  NibbleTables r{};
  for (unsigned i = 0; i < 16; i++) {
    r.low[i] = kalyna::gf_mul(factor, i);
    r.high[i] = kalyna::gf_mul(factor, i << 4);
    r.overflow[i] = (std::uint8_t)(r.high[i] ^ (i << 4) * factor);
  }
  return r;
}
template <int kFactor>
constexpr NibbleTables kNibbles = make_nibble_tables(kFactor);

template <int kFactor>
HR_INLINE Vec multiply(Vec x) {
  if constexpr (kFactor == 1) return x;
  if constexpr (kFactor == 2) return xor2(add8(x, x), and2(negative8(x), splat8(0x1d)));
  const Vec high = high_nibble(x);
  if constexpr (kFactor == 4) {
    const Vec twice = add8(x, x);
    return xor2(add8(twice, twice), shuffle(load_splat128(kNibbles<4>.overflow), high));
  }
  return xor2(shuffle(load_splat128(kNibbles<kFactor>.low), low_nibble(x)),
              shuffle(load_splat128(kNibbles<kFactor>.high), high));
}
#endif

// mix_columns adds this to every output: the offsets of the doublings in 4 g_{r+4}, in g_{r+5} and
// in 2 x_{r+6}.
constexpr std::uint8_t kMixOffset = kalyna::gf_mul(4, kTwiceOffset) ^ kTwiceOffset ^ kTwiceOffset;

// Works in steps with one doubling and one output each, so that few values are live at a time.
HR_KALYNA_STEP void mix_columns(const Vec* x, const std::uint64_t* key, Vec* y) {
  Vec g[8], part[8];
#ifdef HR_VEC_XOR3
  Vec pair[8];
  unroll<8>([&](auto i) HR_LAMBDA { pair[i] = xor2(x[i], x[(i + 1) & 7]); });
#else
  Vec far[4], four[8];
  unroll<4>([&](auto i) HR_LAMBDA { far[i] = xor2(x[i], x[i + 4]); });
  four[2] = xor2(xor2(x[2], x[3]), xor2(x[4], x[5]));
#endif
  unroll<10>([&](auto i) HR_LAMBDA {
    constexpr int r = (i + 2) & 7;
    if constexpr (i < 8) {
      const Vec twice = offset_twice(x[i]);
      g[i] = xor3(twice, x[(i + 1) & 7], load_splat64(key + i));
#ifdef HR_VEC_XOR3
      part[r] = xor3(twice, pair[r], pair[(r + 2) & 7]);
#else
      if constexpr (i > 0) four[r] = xor2(four[(r + 7) & 7], far[(r + 7) & 3]);
      part[r] = xor2(twice, four[r]);
#endif
    }
    if constexpr (i >= 2) {
#ifdef HR_VEC_XOR3
      const Vec v = xor3(g[(i - 2) & 7], x[(r + 2) & 7], pair[(r + 6) & 7]);
#else
      const Vec v = xor3(g[(i - 2) & 7], x[(r + 7) & 7], far[(r + 2) & 3]);
#endif
      y[r] = xor3(part[r], g[(i - 1) & 7], multiply<4>(v));
    }
  });
}

// Even rows of N's product depend only on even rows. They are computed first, so that their inputs
// are not needed any longer.
HR_KALYNA_STEP void unscaled_inverse_mix_columns(const Vec* x, const std::uint64_t* key, Vec* y) {
  Vec t[8];
  unroll<8>([&](auto i) HR_LAMBDA {
    constexpr int r = 2 * i % 8 + i / 4;
    const Vec a = xor3(x[r], multiply<kInverseFactor.c[2]>(x[(r + 2) & 7]),
                       multiply<kInverseFactor.c[4]>(x[(r + 4) & 7]));
    t[r] = xor2(a, multiply<kInverseFactor.c[6]>(x[(r + 6) & 7]));
  });
  mix_columns(t, key, y);
}

struct Shape {
  Variant v;
  int groups;
  bool split;
  constexpr int batch_bytes() const { return 8 * groups * kWidth; }
  constexpr int batch_blocks() const { return groups * kWidth / v.columns; }
  // The number of 64-bit patterns in one prepared round key, which groups by rows share.
  constexpr int key_words() const { return split ? 8 * groups : 8; }
};
consteval Shape rows_shape(Variant v, int groups) { return {v, groups, false}; }
consteval Shape split_shape(Variant v) { return {v, 2, true}; }

template <Shape kS>
struct State {
  Vec g[kS.groups][8];
};

// mix_columns adds kMixOffset to its results. S-boxes add a constant that cancels it, and inverse
// S-boxes remove it from their input.
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

// The number of registers that share one pass over an S-box table.
#if defined HR_VEC_AVX512 || defined HR_VEC_GFNI
constexpr int kShare = 2;
#else
constexpr int kShare = 1;
#endif

// x has rows 0..7, where rows t and t + 4 have the same S-box.
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

// Indices for a byte shuffle within 16 bytes: [log2(columns) - 1][columns to the right].
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

// Rotates the bytes of each block in a row register to the right.
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
// The source group of register `row` of `group` in ShiftRows, in either direction.
consteval int shift_source(const Shape& s, int group, int row) {
  return s.split && row >= 4 ? 1 - group : group;
}

// Returns all bytes except row 0 of column 0. They are the part of the first round that a counter
// does not change.
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

// The prepared key. `first` and `last` are the outer keys, which are added as numbers; they are
// repeated over 64 bytes. [r - 1] has round key r, and the last entry is zero. A key is stored as
// patterns: eight bytes that load_splat64 repeats over one register of the state. By rows, pattern
// r is row r of the key, repeated if it has less than eight bytes. Split, pattern 8 c + r is the
// byte in row r of column c, eight times.
template <Shape kS>
struct alignas(64) PreparedKey {
  std::uint8_t first[64], last[64];
  std::uint64_t encrypt[kS.v.rounds][kS.key_words()];
  std::uint64_t decrypt[kS.v.rounds][kS.key_words()];
};

// The number of lines that a round prefetches, so that all rounds except the first prefetch a
// batch.
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
