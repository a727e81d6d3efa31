// Bit planes in vectors (planes.hpp): each 16-byte lane by itself, 4 KiB of message a kilobit.
//
//   a lane of a plane:   | half 0: column 0 of some blocks | column 1 | .. | half 1: the same |
//
// that is, the address of a bit in it reads (half, column, block) from the top; eight more blocks
// are the bits of a byte. A batch is 32 chunks, which are vectors; two columns a block: in memory
// order; more: lane k has the bytes from 512 k on, so that a block is chunks of one lane.
//
// Included inside a kernel's anonymous namespace, after `using namespace` of its ISA.
#pragma once

#include "cipher/shared/bit_transpose.hpp"

constexpr int kBatchBytes = 32 * kWidth;
template <int kColumns>
constexpr int kMixedColumns = 2;  // all alike

struct PlaneKey {
  std::uint8_t plane[32][16];
};
HR_INLINE Vec key_plane(const PlaneKey& key, int i) { return load_splat128(key.plane[i]); }
HR_INLINE void store_key_plane(PlaneKey& key, int i, Vec v) {
  alignas(64) std::uint8_t bytes[kWidth];
  store(bytes, v);
  __builtin_memcpy(key.plane[i], bytes, 16);
  wipe(bytes, sizeof bytes);
}

template <int kColumns, int kPhase>
HR_INLINE Vec opposite(Vec v) {
  return kPhase ? reverse_words32(v) : swap_words64(v);
}
template <int kColumns, int kRight>
HR_INLINE Vec turn_right(Vec v) {
  return rotl64<64 / kColumns * kRight>(v);
}

template <int kColumns>
constexpr int kLaneStride = kColumns == 2 ? 16 : 512;
template <int kColumns>
HR_INLINE Vec load_chunk(const std::uint8_t* p, int i) {
  return load_lanes<kLaneStride<kColumns>>(p + (kColumns == 2 ? kWidth : 16) * i);
}
template <int kColumns>
HR_INLINE void store_chunk(std::uint8_t* p, int i, Vec v) {
  store_lanes<kLaneStride<kColumns>>(p + (kColumns == 2 ? kWidth : 16) * i, v);
}
// What chunk i has of a block, in every lane.
template <int kColumns>
HR_INLINE Vec block_chunk(const std::uint8_t* block, int i) {
  return load_splat128(block + 16 * (i % (kColumns / 2)));
}

// Below, the bits of an address in a lane are named: c0 c1 c2 column, h half, k1 k0 row within a
// half, g0.. block. A chunk has (c0 h k1 k0); its number ends, from bit 0, with c1 c2.
struct alignas(16) LaneOrder {
  std::uint8_t of[16];
};
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

// Counter blocks. For each order and chunk of a block, where a lane's first four bytes go.
struct CounterOrders {
  alignas(16) std::uint8_t of[3][4][16];
};
consteval CounterOrders make_counter_orders(int columns) {
  CounterOrders r{};
  for (int order = 0; order < 3; order++)
    for (int i = 0; i < 8 * columns; i++) {
      const int end = order == 1 ? 8 * columns : 4 * columns;
      const int byte = order == 0 ? i : end - 1 - i;
      r.of[order][i / 16][i % 16] = (std::uint8_t)(byte >= 0 && byte < 4 ? byte : 0x80);
    }
  return r;
}
template <int kColumns>
constexpr CounterOrders kCounterOrders = make_counter_orders(kColumns);
// Which block of the batch a lane's part of chunk 0 belongs to, in its first four bytes.
struct alignas(64) LaneBlocks {
  std::uint8_t of[kWidth];
};
consteval LaneBlocks make_lane_blocks(int columns) {
  LaneBlocks r{};
  for (int i = 0; i < kWidth; i += 16)
    r.of[i] = (std::uint8_t)(columns == 2 ? i / 16 : i / 16 * 512 / (8 * columns));
  return r;
}
template <int kColumns>
constexpr LaneBlocks kLaneBlocks = make_lane_blocks(kColumns);

// Chunk i of the counter blocks that start at `first`; fixed: a block without its counting bytes.
template <int kColumns>
HR_INLINE Vec counter_chunk(const std::uint8_t* fixed, int order, Vec first, int i) {
  const int block = kColumns == 2 ? kWidth / 16 * i : i / (kColumns / 2), part = i % (kColumns / 2);
  const Vec number = add32(first, splat32((std::uint32_t)block));
  return or2(load_splat128(fixed + 16 * part),
             shuffle(number, load_splat128(kCounterOrders<kColumns>.of[order][part])));
}
template <int kColumns>
HR_INLINE Vec first_counters(std::uint32_t value) {
  return add32(load(kLaneBlocks<kColumns>.of), splat32(value));
}
