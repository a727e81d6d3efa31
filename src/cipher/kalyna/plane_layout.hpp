// The layout of a message's bits in bit planes (planes.hpp), and the conversion to planes and back,
// in plain 64-bit words or in vectors.
#pragma once

#include "base/bytes.hpp"
#include "base/counter.hpp"
#include "base/secret.hpp"
#include "cipher/kalyna/spec.hpp"
#include "isa/bit_transpose.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kalyna;

#ifdef HR_VEC_SCALAR
// In plain 64-bit words. They work on any CPU with either byte order.
//
// A batch is 32 columns, which are the chunks. The byte in column q of row t + 4 h has its bits at
// this position:
//
//   32 h + q    of the word of row t
//
//   word of row t    bits 63 .. 32               bits 31 .. 0
//                    row t + 4 of columns 31..0  row t of columns 31..0
//
// Therefore "4 rows down" is a rotation by 32, and the columns of a block are neighbouring bits.

constexpr int kPlanes = 32;
constexpr int kBatchBytes = 8 * kPlanes;
template <int kColumns>
constexpr int kMixedColumns = kColumns;

struct PlaneKey {
  std::uint64_t plane[kPlanes];
};
HR_INLINE Vec key_plane(const PlaneKey& key, int i) { return {key.plane[i]}; }
HR_INLINE void store_key_plane(PlaneKey& key, int i, Vec v) { key.plane[i] = v.v; }

// A mask of the positions with a column of at least (or below) `column` within their block.
consteval std::uint64_t column_mask(int columns, int column, bool at_least) {
  std::uint64_t m = 0;
  for (int i = 0; i < 64; i++)
    if ((i % columns >= column) == at_least) m |= (std::uint64_t)1 << i;
  return m;
}
template <int kColumns, int kRight>
HR_INLINE Vec turn_right(Vec v) {
  return {((v.v << kRight) & column_mask(kColumns, kRight, true)) |
          ((v.v >> (kColumns - kRight)) & column_mask(kColumns, kRight, false))};
}
template <int kColumns, int kPhase>
HR_INLINE Vec opposite(Vec v) {
  const Vec r = rotl64<32>(v);
  if constexpr (kPhase == 0) return r;
  return turn_right<kColumns, kColumns / 2>(r);
}

template <int kColumns>
HR_INLINE Vec load_chunk(const std::uint8_t* p, int i) {
  return load_splat64(p + 8 * i);
}
template <int kColumns>
HR_INLINE void store_chunk(std::uint8_t* p, int i, Vec v) {
  store_le64(p + 8 * i, v.v);
}
template <int kColumns>
HR_INLINE Vec block_chunk(const std::uint8_t* block, int i) {
  return load_splat64(block + 8 * (i % kColumns));
}

// Exchanges the bits of b in `mask` with the bits of a that are `shift` higher.
HR_INLINE void swap_bits(Vec& a, Vec& b, int shift, std::uint64_t mask) {
  const std::uint64_t t = ((a.v >> shift) ^ b.v) & mask;
  b.v ^= t;
  a.v ^= t << shift;
}
// Converts four columns to rows t (low half) and t + 4 (high half) of these columns in word t, and
// back.
HR_INLINE void transpose_bytes(Vec* x) {
  swap_bits(x[0], x[1], 8, 0x00ff00ff00ff00ff);
  swap_bits(x[2], x[3], 8, 0x00ff00ff00ff00ff);
  swap_bits(x[0], x[2], 16, 0x0000ffff0000ffff);
  swap_bits(x[1], x[3], 16, 0x0000ffff0000ffff);
}

// chunk(i) returns column i.
template <int kColumns, class Chunk>
HR_INLINE void to_planes(Vec (*row)[8], Chunk chunk) {
  for (int w = 0; w < 8; w++) {
    Vec x[4];
    for (int k = 0; k < 4; k++) x[k] = chunk(8 * k + w);
    transpose_bytes(x);
    for (int t = 0; t < 4; t++) row[t][w] = x[t];
  }
  for (int t = 0; t < 4; t++) transpose_bits(row[t]);
}
// take(i, v) takes column i.
template <int kColumns, class Take>
HR_INLINE void from_planes(Vec (*row)[8], Take take) {
  for (int t = 0; t < 4; t++) transpose_bits(row[t]);
  for (int w = 0; w < 8; w++) {
    Vec x[4];
    for (int t = 0; t < 4; t++) x[t] = row[t][w];
    transpose_bytes(x);
    for (int k = 0; k < 4; k++) take(8 * k + w, x[k]);
  }
}

// Column i of the counter blocks that start at `first`, where `fixed` is a block without its
// counting bytes.
template <int kColumns>
HR_INLINE Vec counter_chunk(const std::uint8_t* fixed, int order, Vec first, int i) {
  const std::uint64_t number = add32(first, splat32((std::uint32_t)(i / kColumns))).v;
  const int at = counter_place<8 * kColumns>((CounterOrder)order) / 8;
  const std::uint64_t placed =
      order ? (std::uint64_t)byte_swap32((std::uint32_t)number) << 32 : number;
  return {load_le64(fixed + 8 * (i % kColumns)) | (i % kColumns == at ? placed : 0)};
}
template <int kColumns>
HR_INLINE Vec first_counters(std::uint32_t value) {
  return {value};
}

#else
// In vectors, with each 16-byte lane independent. A batch is kPlanes chunks, which are vectors. For
// blocks of two columns the chunks are in memory order. For longer blocks, lane k has the bytes
// from 16 kPlanes k on, so that all chunks of a block are in one lane.

// The registers of a state: 32, or eight for each set of plane_sets.hpp. The KERNEL line gives the
// number of sets.
#ifdef HR_KALYNA_SETS
constexpr int kSets = HR_KALYNA_SETS, kPlanes = 8 * kSets;
#else
constexpr int kPlanes = 32;
#endif
constexpr int kBatchBytes = kPlanes * kWidth;
template <int kColumns>
constexpr int kMixedColumns = 2;  // all variants are alike

// The source of each byte within a lane.
struct alignas(16) LaneOrder {
  std::uint8_t of[16];
};
struct PlaneKey {
  std::uint8_t plane[kPlanes][16];
};
HR_INLINE Vec key_plane(const PlaneKey& key, int i) { return load_splat128(key.plane[i]); }
HR_INLINE void store_key_plane(PlaneKey& key, int i, Vec v) {
  alignas(64) std::uint8_t bytes[kWidth];
  store(bytes, v);
  __builtin_memcpy(key.plane[i], bytes, 16);
  wipe(bytes, sizeof bytes);
}

template <int kColumns>
constexpr int kLaneStride = kColumns == 2 ? 16 : 16 * kPlanes;
template <int kColumns>
HR_INLINE Vec load_chunk(const std::uint8_t* p, int i) {
  return load_lanes<kLaneStride<kColumns> >(p + (kColumns == 2 ? kWidth : 16) * i);
}
template <int kColumns>
HR_INLINE void store_chunk(std::uint8_t* p, int i, Vec v) {
  store_lanes<kLaneStride<kColumns> >(p + (kColumns == 2 ? kWidth : 16) * i, v);
}
// Returns chunk i of a block in every lane.
template <int kColumns>
HR_INLINE Vec block_chunk(const std::uint8_t* block, int i) {
  return load_splat128(block + 16 * (i % (kColumns / 2)));
}

// Counter blocks. For each order and chunk of a block: the destination of a lane's first four
// bytes.
struct CounterOrders {
  alignas(16) std::uint8_t of[3][4][16];
};
template <int kColumns>
consteval CounterOrders make_counter_orders() {
  CounterOrders r{};
  for (int order = 0; order < 3; order++)
    for (int i = 0; i < 8 * kColumns; i++) {
      r.of[order][i / 16][i % 16] = 0x80;
      for (int byte = 0; byte < 4; byte++)
        if (counter_position<8 * kColumns>((CounterOrder)order, byte) == i)
          r.of[order][i / 16][i % 16] = (std::uint8_t)byte;
    }
  return r;
}
template <int kColumns>
constexpr CounterOrders kCounterOrders = make_counter_orders<kColumns>();
// Each lane has a part of a block in chunk 0. Its first four bytes here are the number of this
// block in the batch.
struct alignas(64) LaneBlocks {
  std::uint8_t of[kWidth];
};
consteval LaneBlocks make_lane_blocks(int columns) {
  LaneBlocks r{};
  for (int i = 0; i < kWidth; i += 16)
    r.of[i] = (std::uint8_t)(columns == 2 ? i / 16 : i * kPlanes / (8 * columns));
  return r;
}
template <int kColumns>
constexpr LaneBlocks kLaneBlocks = make_lane_blocks(kColumns);

// Chunk i of the counter blocks that start at `first`, where `fixed` is a block without its
// counting bytes.
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

#ifndef HR_KALYNA_SETS
// The planes, in 32 registers. With AVX-512, for example, they have 2 KiB of message.
//
//   a lane of a plane:   | half 0: column 0 of some blocks | column 1 | .. | half 1: the same |
//
// From the top, the four bits of the address of a byte in a lane are one bit for the half, then
// those of the column, then those of the block. The eight bits of a byte belong to eight blocks.

template <int kColumns, int kPhase>
HR_INLINE Vec opposite(Vec v) {
  return kPhase ? reverse_words32(v) : swap_words64(v);
}
template <int kColumns, int kRight>
HR_INLINE Vec turn_right(Vec v) {
  return rotl64<64 / kColumns * kRight>(v);
}

// Names for the bits of an address in a lane: c0 c1 c2 is the column, h the half, k1 k0 the row
// within a half, and g0.. the block. A chunk has the address bits (c0 h k1 k0), and the lowest bits
// of its number are c1 c2.

// The shuffle that takes bit b of the new address from bit from[b] of the old one. For example,
// make_lane_order(1, 0, 2, 3) moves the old bit 3 to bit 0.
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

// Converts four chunks to four rows, and back, where a[t] has row t.
template <int kColumns>
HR_INLINE void rows_from_chunks(Vec* a) {
  Vec s[4], k[4];
  unroll<4>([&](auto i) HR_LAMBDA { s[i] = shuffle(a[i], load_splat128(kRowsFirst.of)); });
  // Moves k1 from the lane address to the register number, and moves c1, c2 or a block bit into the
  // lane address. A column bit becomes bit 1.
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
  unroll<2>([&](auto i) HR_LAMBDA {  // moves k1 into the address, and its top bit out
    k[i] = unpack_lo8(s[i], s[2 + i]);
    k[2 + i] = unpack_hi8(s[i], s[2 + i]);
  });
  unroll<2>([&](auto i) HR_LAMBDA {
    a[2 * i] = unpack_lo8(k[2 * i], k[2 * i + 1]);
    a[2 * i + 1] = unpack_hi8(k[2 * i], k[2 * i + 1]);
  });
}

// chunk(i) returns chunk i.
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
#endif
#endif

}  // namespace
}  // namespace hedgerow::HR_ISA
