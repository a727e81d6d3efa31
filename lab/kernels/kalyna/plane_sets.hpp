// The round on bit planes in few registers, for which blocks must have two columns. These are the
// layouts with 8 and with 16 registers of [Kalyna bitslice 2020], and the lab compares them with
// the others. For example, kSets = 1 is the layout with 8 registers. Each of kSets sets of rows has
// eight registers, with one plane in each. Circuits compute all boxes of a set for each of its
// rows, and a row keeps the result of its own box (plane_set_boxes.hpp).
//
//   kSets = 1   a 16-byte lane:           | column 0, rows 0..7    | column 1, rows 0..7    |
//   kSets = 2   a lane of set 0, halves:  | column 0, rows 0 1 4 5 | column 1, rows 0 1 4 5 |
//               of set 1:                 | column 0, rows 2 3 6 7 | column 1, rows 2 3 6 7 |
//
// The bits of a byte are eight blocks. With two halves in a lane, each half has its own eight
// blocks. After an odd number of rounds rows 4..7 are in the other column, as in planes.hpp, so
// that ShiftRows needs no operation. MixColumns rotates the state by 1, 2, 3 and 4 rows with byte
// shuffles and multiplies planes by Horner's rule.
//
// Source: [DSTU 7624:2014].
#pragma once

#include "cipher/kalyna/plane_layout.hpp"
#include "isa/bit_transpose.hpp"
#include "kernels/kalyna/plane_set_boxes.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kalyna;

struct Planes {
  Vec row[kSets][8];
};
// The stack that a kernel uses: some states, the results of a circuit, spilled registers.
constexpr int kStackVectors = 384;

// The place of a row's byte: its set, and its index among the bytes of a block.
consteval int set_of(int row) { return row % 4 / kBoxes; }
consteval int place_of(int column, int row) {
  return 2 * kBoxes * column + kBoxes * (row / 4) + row % kBoxes;
}
constexpr int kBlockPlaces = 16 / kSets;

// A mask or an order for each set. put(order, set, place, column, row) makes it for every byte.
struct SetOrders {
  LaneOrder set[kSets];
};
template <class Put>
consteval SetOrders make_orders(std::uint8_t others, Put put) {
  SetOrders r{};
  for (auto& order : r.set)
    for (auto& byte : order.of) byte = others;
  for (int i = 0; i < 16; i++)
    for (int at = 0; at < 16; at += kBlockPlaces) {
      const int row = i % 8, place = at + place_of(i / 8, row);
      put(r.set[set_of(row)].of[place], at, i / 8, row);
    }
  return r;
}

// The boxes without the inversions: a mask of the bytes in rows with box kBox of their set.
template <int kBox>
constexpr SetOrders kHasBox = make_orders(0, [](std::uint8_t& byte, int, int, int row) consteval {
  byte = row % kBoxes == kBox ? 0xff : 0;
});
// Keeps for each byte the result of its own box.
HR_INLINE void keep_own(const Vec* given, Vec* to) {
  unroll<8>([&](auto b) HR_LAMBDA {
#ifdef HR_VEC_TERNARY
    Vec r = given[b];
#else
    Vec r = and2(given[b], load_splat128(kHasBox<0>.set[0].of));
#endif
    unroll<kBoxes - 1>([&](auto i) HR_LAMBDA {
      const Vec mask = load_splat128(kHasBox<i + 1>.set[0].of), v = given[8 * (i + 1) + b];
#ifdef HR_VEC_TERNARY
      r = ternary<0xca>(mask, v, r);
#else
      r = or2(r, and2(v, mask));
#endif
    });
    to[b] = r;
  });
}
template <int kSet>
HR_NOINLINE void sub_set(Vec* x) {
  Vec given[8 * kBoxes];
  boxes<kSet>(x, given);
  keep_own(given, x);
}
template <int kSet>
HR_NOINLINE void inverse_sub_set(Vec* x) {
  Vec given[8 * kBoxes];
  inverse_boxes<kSet>(x, given);
  keep_own(given, x);
}

template <Row kNots, int kBit>
constexpr SetOrders kInverted = make_orders(0, [](std::uint8_t& byte, int, int, int row) consteval {
  byte = kNots.c[row] >> kBit & 1 ? 0xff : 0;
});
template <Row kNots>
HR_INLINE void invert(Planes& p) {
  unroll<kPlanes>([&](auto i) HR_LAMBDA {
    Vec& v = p.row[i / 8][i % 8];
    v = xor2(v, load_splat128(kInverted<kNots, i % 8>.set[i / 8].of));
  });
}

// For each byte, the byte of set kFrom that is kDown rows below it in the same column.
template <int kDown, int kPhase, int kFrom>
constexpr SetOrders kBelow =
    make_orders(0x80, [](std::uint8_t& byte, int at, int column, int row) consteval {
      const int below = (row + kDown) % 8;
      const bool other = kPhase && row / 4 != below / 4;
      if (set_of(below) == kFrom) byte = (std::uint8_t)(at + place_of(column ^ other, below));
    });
enum class Turned { kAbsent, kAlike, kShuffled };
consteval Turned turned(const LaneOrder& order) {
  bool absent = true, alike = true;
  for (int i = 0; i < 16; i++) {
    absent &= order.of[i] == 0x80;
    alike &= order.of[i] == i;
  }
  return absent ? Turned::kAbsent : alike ? Turned::kAlike : Turned::kShuffled;
}
// The state, rotated such that each row sees the row kDown below it.
template <int kDown, int kPhase>
HR_INLINE void turn_rows(const Planes& p, Planes& to) {
  unroll<kPlanes>([&](auto i) HR_LAMBDA {
    bool first = true;
    Vec& r = to.row[i / 8][i % 8];
    unroll<kSets>([&](auto from) HR_LAMBDA {
      constexpr const LaneOrder& order = kBelow<kDown, kPhase, from>.set[i / 8];
      if constexpr (turned(order) != Turned::kAbsent) {
        Vec v = p.row[from][i % 8];
        if constexpr (turned(order) == Turned::kShuffled) v = shuffle(v, load_splat128(order.of));
        r = first ? v : or2(r, v);
        first = false;
      }
    });
  });
}

// Plane b of the sum of those x[j] with bit j set in kWhich.
template <unsigned kWhich>
HR_INLINE Vec sum(const Planes* x, int set, int b) {
  constexpr int first = __builtin_ctz(kWhich);
  constexpr unsigned rest = kWhich & (kWhich - 1);
  const Vec v = x[first].row[set][b];
  if constexpr (rest == 0) return v;
#ifdef HR_VEC_XOR3
  else if constexpr ((rest & (rest - 1)) != 0)
    return xor3(v, x[__builtin_ctz(rest)].row[set][b], sum<(rest & (rest - 1))>(x, set, b));
#endif
  else
    return xor2(v, sum<rest>(x, set, b));
}
// Those of four coefficients c_j = kMatrix.c[kAt + j] that have this bit or a higher one, as a bit
// mask.
consteval unsigned having(Row matrix, int at, int bit) {
  unsigned r = 0;
  for (int j = 0; j < 4; j++) r |= (matrix.c[at + j] >> bit & 1u) << j;
  return r;
}
consteval bool any_above(Row matrix, int at, int bit) {
  unsigned r = 0;
  for (int j = 0; j < 4; j++) r |= matrix.c[at + j];
  return r >> (bit + 1) != 0;
}
// Computes to = the sum over j < 4 of c_j x[j], in GF(2^8).
template <Row kMatrix, int kAt>
HR_INLINE void combine(const Planes* x, int set, Vec* to) {
  unroll<8>([&](auto i) HR_LAMBDA {
    constexpr int bit = 7 - i;
    constexpr unsigned which = having(kMatrix, kAt, bit);
    if constexpr (any_above(kMatrix, kAt, bit)) {
      const Vec top = to[7];
      unroll<8>([&](auto j) HR_LAMBDA {
        constexpr int b = 7 - j, feedback = 0x1d >> b & 1;
        Vec v = b ? to[b ? b - 1 : 0] : top;
        if constexpr (which != 0 && b && feedback)
          v = xor3(v, top, sum<which>(x, set, b));
        else if constexpr (which != 0)
          v = xor2(v, sum<which>(x, set, b));
        else if constexpr (b && feedback)
          v = xor2(v, top);
        to[b] = v;
      });
    } else if constexpr (which != 0) {
      unroll<8>([&](auto b) HR_LAMBDA { to[b] = sum<which>(x, set, b); });
    }
  });
}

// MixColumns or its inverse of a state in this phase, plus key.
template <int kColumns, int kPhase, bool kInverse>
HR_NOINLINE void mix(const Planes& p, Planes& to, const PlaneKey& key) {
  constexpr Row matrix = kInverse ? kInverseRow : kMixRow;
  Planes x[4], half, lower;
  x[0] = p;
  turn_rows<1, kPhase>(x[0], x[1]);
  turn_rows<2, kPhase>(x[0], x[2]);
  turn_rows<2, kPhase>(x[1], x[3]);
  unroll<kSets>([&](auto t) HR_LAMBDA {
    combine<matrix, 0>(x, t, to.row[t]);
    combine<matrix, 4>(x, t, half.row[t]);
  });
  turn_rows<4, kPhase>(half, lower);
  unroll<kPlanes>([&](auto i) HR_LAMBDA {
    Vec& v = to.row[i / 8][i % 8];
    v = xor3(v, lower.row[i / 8][i % 8], key_plane(key, i));
  });
}

// One round from p to `to`, where kPhase is the phase of the result.
template <int kColumns, int kPhase>
HR_INLINE void encrypt_round(Planes& p, Planes& to, const PlaneKey& key) {
  unroll<kSets>([&](auto t) HR_LAMBDA { sub_set<t>(p.row[t]); });
  mix<kColumns, kPhase, false>(p, to, key);
}
// kPhase is the phase of p.
template <int kColumns, int kPhase>
HR_INLINE void decrypt_round(Planes& p, Planes& to, const PlaneKey& key) {
  mix<kColumns, kPhase, true>(p, to, key);
  unroll<kSets>([&](auto t) HR_LAMBDA { inverse_sub_set<t>(to.row[t]); });
}

// The shuffle between two chunks and a vector of each set: sorts the blocks' bytes by sets.
constexpr LaneOrder kBySets = []() consteval {
  LaneOrder r{};
  for (int i = 0; i < 16; i++)
    r.of[kBlockPlaces * set_of(i % 8) + place_of(i / 8, i % 8)] = (std::uint8_t)i;
  return r;
}();
constexpr LaneOrder kByColumns = []() consteval {
  LaneOrder r{};
  for (int i = 0; i < 16; i++)
    r.of[i] = (std::uint8_t)(kBlockPlaces * set_of(i % 8) + place_of(i / 8, i % 8));
  return r;
}();

// chunk(i) returns chunk i.
template <int kColumns, class Chunk>
HR_INLINE void to_planes(Vec (*row)[8], Chunk chunk) {
  unroll<8>([&](auto i) HR_LAMBDA {
    if constexpr (kSets == 1) {
      row[0][i] = chunk(i);
    } else {
      const Vec a = shuffle(chunk(Index<2 * i>{}), load_splat128(kBySets.of)),
                b = shuffle(chunk(Index<2 * i + 1>{}), load_splat128(kBySets.of));
      row[0][i] = unpack_lo64(a, b);
      row[kSets - 1][i] = unpack_hi64(a, b);
    }
  });
  unroll<kSets>([&](auto t) HR_LAMBDA { transpose_bits(row[t]); });
}
// take(i, v) takes chunk i.
template <int kColumns, class Take>
HR_INLINE void from_planes(Vec (*row)[8], Take take) {
  unroll<kSets>([&](auto t) HR_LAMBDA { transpose_bits(row[t]); });
  unroll<8>([&](auto i) HR_LAMBDA {
    if constexpr (kSets == 1) {
      take(i, row[0][i]);
    } else {
      const Vec a = row[0][i], b = row[kSets - 1][i];
      take(Index<2 * i>{}, shuffle(unpack_lo64(a, b), load_splat128(kByColumns.of)));
      take(Index<2 * i + 1>{}, shuffle(unpack_hi64(a, b), load_splat128(kByColumns.of)));
    }
  });
}

}  // namespace
}  // namespace hedgerow::HR_ISA
