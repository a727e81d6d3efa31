// Message and keys of bit planes in vectors, each 16-byte lane by itself. A batch is kPlanes
// chunks, which are vectors; two columns a block: in memory order; more: lane k has the bytes from
// 16 kPlanes k on, so that a block is chunks of one lane.
#pragma once

#include "base/secret.hpp"
#include "cipher/common/counter.hpp"
#include "cipher/kalyna/spec.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kalyna;

// The registers of a state: 32, or eight for each set of plane_sets.hpp, whose number the KERNEL line gives.
#ifdef HR_KALYNA_SETS
constexpr int kSets = HR_KALYNA_SETS, kPlanes = 8 * kSets;
#else
constexpr int kPlanes = 32;
#endif
constexpr int kBatchBytes = kPlanes * kWidth;
template <int kColumns>
constexpr int kMixedColumns = 2;  // all alike

// Where in a lane each byte comes from.
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

// Counter blocks. For each order and chunk of a block, where a lane's first four bytes go.
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
// Which block of the batch a lane's part of chunk 0 belongs to, in its first four bytes.
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

}  // namespace
}  // namespace hedgerow::HR_ISA
