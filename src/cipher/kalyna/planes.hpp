// The round on bit planes over a vector type. A register has one bit of two rows that share an
// S-box, and of many columns. So each of the four boxes is a circuit on its own registers.
//
//   row[t][b], t = 0..3, b = 0..7:  bit b of rows t (half 0) and t + 4 (half 1) of every column
//
// plane_layout.hpp defines the layout of the columns in a half, and provides
//
//   opposite<kColumns, kPhase>(v)   the halves exchanged; in phase 1 also rotated by half a block
//   turn_right<kColumns, s>(v)      columns rotated s to the right within each block and half
//
// ShiftRows moves row t + 4 half a block further than row t. This part is not executed. Instead,
// after an odd number of rounds a state is in phase 1, where half 1 is rotated by half a block, and
// only `opposite` must know the phase. The number of rounds is even.
//
//   blocks of two columns   half 0    half 1
//   phase 0                 c0 c1     c0 c1
//   phase 1                 c0 c1     c1 c0
//
// Source: [DSTU 7624:2014].
#pragma once

#include "cipher/kalyna/plane_layout.hpp"
#include "cipher/kalyna/spec.hpp"
#include "circuit/kalyna/0.hpp"
#include "circuit/kalyna/1.hpp"
#include "circuit/kalyna/2.hpp"
#include "circuit/kalyna/3.hpp"
#include "circuit/kalyna/inv0.hpp"
#include "circuit/kalyna/inv1.hpp"
#include "circuit/kalyna/inv2.hpp"
#include "circuit/kalyna/inv3.hpp"
#include "circuit/kalyna/mix-inv.hpp"
#include "circuit/kalyna/mix.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kalyna;
// Rows 4..7 are the opposites of rows 0..3, and exist only while a matrix is multiplied.
struct Planes {
  Vec row[8][8];
};
// The stack that a kernel uses: two states, copies and spilled registers.
constexpr int kStackVectors = 5 * 64;

// The outputs that the circuits leave inverted.
constexpr Row kSubNots = repeated(kNots_kalyna_0, kNots_kalyna_1, kNots_kalyna_2, kNots_kalyna_3);
constexpr Row kInverseSubNots =
    repeated(kNots_kalyna_inv0, kNots_kalyna_inv1, kNots_kalyna_inv2, kNots_kalyna_inv3);

template <Row kNots>
HR_INLINE void invert(Planes& p) {
  unroll<32>([&](auto i) HR_LAMBDA {
    Vec& v = p.row[i / 8][i % 8];
    if constexpr (kNots.c[i / 8] >> (i % 8) & 1) v = xor2(v, splat64(~(std::uint64_t)0));
  });
}

// SubBytes of rows kBox and kBox + 4 without the inversions.
template <int kBox>
HR_NOINLINE void sub_rows(Vec* x) {
  if constexpr (kBox == 0) box_kalyna_0(x, x);
  if constexpr (kBox == 1) box_kalyna_1(x, x);
  if constexpr (kBox == 2) box_kalyna_2(x, x);
  if constexpr (kBox == 3) box_kalyna_3(x, x);
}
template <int kBox>
HR_NOINLINE void inverse_sub_rows(Vec* x) {
  if constexpr (kBox == 0) box_kalyna_inv0(x, x);
  if constexpr (kBox == 1) box_kalyna_inv1(x, x);
  if constexpr (kBox == 2) box_kalyna_inv2(x, x);
  if constexpr (kBox == 3) box_kalyna_inv3(x, x);
}

// The inputs of MixColumns' circuit: the bits of rows 0..7, and those of the key for rows 0..3.
struct MixInputs {
  const Vec* rows;
  const PlaneKey* key;
  HR_LAMBDA Vec operator[](int i) const { return i < 64 ? rows[i] : key_plane(*key, i - 64); }
};

// Multiplies p, which is in phase kPhase, by MixColumns or its inverse, XORs the key, and stores
// the result in `to`. p is overwritten.
template <int kColumns, int kPhase, bool kInverse>
HR_NOINLINE void mix(Planes& p, Planes& to, const PlaneKey& key) {
  unroll<32>([&](auto i) HR_LAMBDA {
    p.row[4 + i / 8][i % 8] = opposite<kColumns, kPhase>(p.row[i / 8][i % 8]);
  });
  const MixInputs inputs{p.row[0], &key};
  if constexpr (kInverse)
    box_kalyna_mix_inv(inputs, to.row[0]);
  else
    box_kalyna_mix(inputs, to.row[0]);
}

// The part of ShiftRows, or of its inverse, that rows t and t + 4 share.
template <int kColumns, bool kInverse>
HR_INLINE void turn_rows(Planes& p) {
  unroll<4>([&](auto t) HR_LAMBDA {
    constexpr int right = row_shift(t, kColumns), s = kInverse ? kColumns - right : right;
    if constexpr (right != 0)
      unroll<8>([&](auto b) HR_LAMBDA { p.row[t][b] = turn_right<kColumns, s>(p.row[t][b]); });
  });
}

// One round from p to `to`, where kPhase is the phase of the result.
template <int kColumns, int kPhase>
HR_INLINE void encrypt_round(Planes& p, Planes& to, const PlaneKey& key) {
  unroll<4>([&](auto t) HR_LAMBDA { sub_rows<t>(p.row[t]); });
  turn_rows<kColumns, false>(p);
  mix<kMixedColumns<kColumns>, kPhase, false>(p, to, key);
}
// kPhase is the phase of p.
template <int kColumns, int kPhase>
HR_INLINE void decrypt_round(Planes& p, Planes& to, const PlaneKey& key) {
  mix<kMixedColumns<kColumns>, kPhase, true>(p, to, key);
  turn_rows<kColumns, true>(to);
  unroll<4>([&](auto t) HR_LAMBDA { inverse_sub_rows<t>(to.row[t]); });
}

}  // namespace
}  // namespace hedgerow::HR_ISA
