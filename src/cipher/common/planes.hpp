// The code that bit slicing of 16-byte blocks shares: batches of bit planes, their groups, and counter blocks.
//
// A batch is eight groups. Each byte position of the block has eight planes, in an array of the
// kernel:
//
//     plane b of a byte position      byte i:   bit 7      ...   bit 1      bit 0
//                                               group 7          group 1    group 0
//
// Bit g of byte i of plane b is bit b of that byte of one block, which slicing puts at place i of
// group g.
#pragma once

#include <bit>

#include "base/secret.hpp"
#include "cipher/common/batches.hpp"
#include "cipher/common/key_planes.hpp"
#include "isa/bit_transpose.hpp"
#include "isa/vec.hpp"
#ifdef HR_VEC_SCALAR
#include "cipher/common/scalar_bytes.hpp"
#else
#include "cipher/common/byteslice.hpp"
#endif

namespace hedgerow::HR_ISA {
namespace {

// The groups: the order in which 16-byte blocks are put into them, and bytes of a block into registers. Vectors are
// sliced as in byteslice.hpp. A group of plain 64-bit words is eight blocks.
#ifdef HR_VEC_SCALAR
constexpr int kGroupBlocks = 8, kGroupBytes = 128;

// Transposes between blocks and byte positions:
//
//     memory     r[2 j + h] = bytes 8 h .. 8 h + 7 of block j
//     sliced     r[2 i + h] = byte 8 h + i of blocks 0 .. 7
HR_INLINE void transpose(Vec* r) {
  unroll<2>([&](auto h) HR_LAMBDA {
    Vec w[8];
    unroll<8>([&](auto j) HR_LAMBDA { w[j] = r[2 * j + h]; });
    transpose_bytes(w);
    unroll<8>([&](auto j) HR_LAMBDA { r[2 * j + h] = w[j]; });
  });
}
consteval int byte_of(int i) { return i % 2 * 8 + i / 2; }
#else
constexpr int kGroupBlocks = kBatchBlocks, kGroupBytes = kBatchBytes;
// The byte of a block that register i of a group holds.
consteval int byte_of(int i) { return i; }
#endif

constexpr int kGroups = 8;
constexpr int kPlanesBlocks = kGroups * kGroupBlocks;

// Loads the first `groups` groups of a batch, where place(i) returns the planes of byte i.
template <class Place>
HR_INLINE void load_planes(const std::uint8_t* in, Place place, int groups = kGroups) {
  for (int g = 0; g < groups; g++, in += kGroupBytes) {
    Vec r[16];
    unroll<16>([&](auto i) HR_LAMBDA { r[i] = load(in + kWidth * i); });
    transpose(r);
    unroll<16>([&](auto i) HR_LAMBDA { place(byte_of(i))[g] = r[i]; });
  }
  for (int i = 0; i < 16; i++) transpose_bits(place(i));
}
// Converts the planes to bytes and calls store_vector(at, v) with the vector v for offset `at` of
// the batch.
template <class Place, class Store>
HR_INLINE void store_planes(Place place, Store store_vector, int groups = kGroups) {
  for (int i = 0; i < 16; i++) transpose_bits(place(i));
  for (int g = 0; g < groups; g++) {
    Vec r[16];
    unroll<16>([&](auto i) HR_LAMBDA { r[i] = place(byte_of(i))[g]; });
    transpose(r);
    unroll<16>([&](auto i) HR_LAMBDA { store_vector(g * kGroupBytes + kWidth * i, r[i]); });
  }
}

// Processes any number of blocks in batches: calls batch(s, in, out) with a working state, which is
// wiped at the end.
template <class State, class Batch>
HR_INLINE void run_batches(const std::uint8_t* in, std::uint8_t* out, std::size_t blocks,
                           Batch batch) {
  State s;
  for_each_batch<16, kPlanesBlocks>(in, out, blocks,
                                    [&](auto* from, auto* to) HR_LAMBDA { batch(s, from, to); });
  wipe(&s, sizeof s);
}

#ifndef HR_VEC_SCALAR
// Counter blocks.

constexpr int kNumberBits = std::countr_zero((unsigned)kPlanesBlocks);
// The number of counting bytes, least significant first, that are the same in all batches.
constexpr int kSameBytes = kNumberBits / 8;
// The four counting bytes of the blocks of a batch as planes, least significant byte first. The
// lowest kNumberBits planes are the same in all batches. Those above have one of two values, which
// the carry selects.
struct CountingPlanes {
  BatchCounter at;  // of the next batch
  Vec plane[4][8], carry;
};
HR_INLINE void start_counting(CountingPlanes& c, const std::uint8_t* counter, CounterOrder order) {
  c.at = make_batch_counter(counter, order);
  std::uint32_t value = c.at.value % kPlanesBlocks;
  for (int g = 0; g < kGroups; g++, value += kGroupBlocks) {
    Vec bytes[2];
    counting_bytes<2>(value, load(kLaneNumbers.block), bytes);
    for (int i = 0; i < 2; i++) c.plane[i][g] = bytes[i];
  }
  for (int i = 0; i < 2; i++) transpose_bits(c.plane[i]);
  c.carry = c.plane[kNumberBits / 8][kNumberBits % 8];
}
// Makes the planes of the next batch.
HR_INLINE void count_planes(CountingPlanes& c) {
  std::uint8_t bytes[8];
  store_le32(bytes, c.at.value);
  store_le32(bytes + 4, c.at.value ^ (c.at.value + kPlanesBlocks));
  KeyPlanes<8> bits;
  spread_bytes(bytes, 8, bits.bit[0]);
  unroll<32 - kNumberBits>([&](auto n) HR_LAMBDA {
    constexpr int i = kNumberBits + n;
    c.plane[i / 8][i % 8] = xor_and(key_plane(bits.bit[i / 8] + i % 8),
                                    key_plane(bits.bit[4 + i / 8] + i % 8), c.carry);
  });
  c.at.value += kPlanesBlocks;
}
// Makes the planes of a byte that all blocks share.
HR_INLINE void splat_planes(std::uint8_t byte, Vec* planes) {
  std::uint32_t bit[8];
  spread(byte, bit);
  unroll<8>([&](auto b) HR_LAMBDA { planes[b] = splat32(bit[b]); });
}
#endif

}  // namespace
}  // namespace hedgerow::HR_ISA
