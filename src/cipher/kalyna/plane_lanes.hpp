// Bit planes in vectors (planes.hpp): each 16-byte lane by itself, 4 KiB of message a kilobit.
//
//   a lane of a plane:   | half 0: column 0 of some blocks | column 1 | .. | half 1: the same |
//
// that is, the address of a bit in it reads (half, column, block) from the top; eight more blocks
// are the bits of a byte.
#pragma once

#include "cipher/common/bit_transpose.hpp"
#include "cipher/kalyna/plane_chunks.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kalyna;

template <int kColumns, int kPhase>
HR_INLINE Vec opposite(Vec v) {
  return kPhase ? reverse_words32(v) : swap_words64(v);
}
template <int kColumns, int kRight>
HR_INLINE Vec turn_right(Vec v) {
  return rotl64<64 / kColumns * kRight>(v);
}

// Below, the bits of an address in a lane are named: c0 c1 c2 column, h half, k1 k0 row within a
// half, g0.. block. A chunk has (c0 h k1 k0); its number ends, from bit 0, with c1 c2.

// The shuffle by which bit b of the new address is bit from[b] of the old one.
consteval LaneOrder make_lane_order(int b3, int b2, int b1, int b0) {
  LaneOrder r{};
  for (int i = 0; i < 16; i++)
    r.of[i] = (std::uint8_t)((i >> 3 & 1) << b3 | (i >> 2 & 1) << b2 | (i >> 1 & 1) << b1 |
                             (i & 1) << b0);
  return r;
}
constexpr LaneOrder kRowsFirst = make_lane_order(1, 0, 2, 3);  // (k1 k0 h c0)
// From (h c0 g0 g1), (h c1 c0 g1) or (h c2 c1 c0) to (g0 g1 c0 h), (g1 c1 c0 h), (c2 c1 c0 h).
constexpr LaneOrder kHalfLast2 = make_lane_order(1, 0, 2, 3),
                    kHalfLast4 = make_lane_order(0, 2, 1, 3),
                    kHalfLast8 = make_lane_order(2, 1, 0, 3);

// Four chunks <-> four rows: a[t] has row t.
template <int kColumns>
HR_INLINE void rows_from_chunks(Vec* a) {
  Vec s[4], k[4];
  unroll<4>([&](auto i) HR_LAMBDA { s[i] = shuffle(a[i], load_splat128(kRowsFirst.of)); });
  // k1 out; c1, c2 or a block in: to bit 1 where it is a column's.
  constexpr int step = kColumns == 4 ? 1 : 2, other = 3 - step;
  unroll<2>([&](auto i) HR_LAMBDA {
    const Vec x = s[other * i], y = s[other * i + step];
    k[i] = kColumns == 2 ? unpack_lo8(x, y) : unpack_lo16(x, y);
    k[2 + i] = kColumns == 2 ? unpack_hi8(x, y) : unpack_hi16(x, y);
  });
  unroll<2>([&](auto i) HR_LAMBDA {
    const Vec x = k[2 * i], y = k[2 * i + 1];
    a[2 * i] = kColumns == 8 ? unpack_lo16(x, y) : unpack_lo8(x, y);
    a[2 * i + 1] = kColumns == 8 ? unpack_hi16(x, y) : unpack_hi8(x, y);
  });
}
template <int kColumns>
HR_INLINE void chunks_from_rows(Vec* a) {
  const LaneOrder& order = kColumns == 2 ? kHalfLast2 : kColumns == 4 ? kHalfLast4 : kHalfLast8;
  Vec s[4], k[4];
  unroll<4>([&](auto i) HR_LAMBDA { s[i] = shuffle(a[i], load_splat128(order.of)); });
  unroll<2>([&](auto i) HR_LAMBDA {  // k1 in, the top bit out
    k[i] = unpack_lo8(s[i], s[2 + i]);
    k[2 + i] = unpack_hi8(s[i], s[2 + i]);
  });
  unroll<2>([&](auto i) HR_LAMBDA {
    a[2 * i] = unpack_lo8(k[2 * i], k[2 * i + 1]);
    a[2 * i + 1] = unpack_hi8(k[2 * i], k[2 * i + 1]);
  });
}

// chunk(i) gives chunk i.
template <int kColumns, class Chunk>
HR_INLINE void to_planes(Vec (*row)[8], Chunk chunk) {
  unroll<8>([&](auto i) HR_LAMBDA {
    Vec a[4];
    unroll<4>([&](auto t) HR_LAMBDA { a[t] = chunk(Index<4 * i + t>{}); });
    rows_from_chunks<kColumns>(a);
    unroll<4>([&](auto t) HR_LAMBDA { row[t][i] = a[t]; });
  });
  unroll<4>([&](auto t) HR_LAMBDA { transpose_bits(row[t]); });
}
// take(i, v) takes chunk i.
template <int kColumns, class Take>
HR_INLINE void from_planes(Vec (*row)[8], Take take) {
  unroll<4>([&](auto t) HR_LAMBDA { transpose_bits(row[t]); });
  unroll<8>([&](auto i) HR_LAMBDA {
    Vec a[4];
    unroll<4>([&](auto t) HR_LAMBDA { a[t] = row[t][i]; });
    chunks_from_rows<kColumns>(a);
    unroll<4>([&](auto t) HR_LAMBDA { take(Index<4 * i + t>{}, a[t]); });
  });
}

}  // namespace
}  // namespace hedgerow::HR_ISA
