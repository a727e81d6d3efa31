// The code that bit slicing of 16-byte blocks shares: batches of bit planes. slices.hpp defines
// their groups.
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

#include "base/secret.hpp"
#include "cipher/common/batches.hpp"
#include "cipher/common/bit_transpose.hpp"
#include "cipher/common/key_planes.hpp"
#include "cipher/common/slices.hpp"

namespace hedgerow::HR_ISA {
namespace {

constexpr int kGroups = 8;
constexpr int kPlanesBlocks = kGroups * kGroupBlocks;
constexpr int kPlanesBytes = 16 * kPlanesBlocks;

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

}  // namespace
}  // namespace hedgerow::HR_ISA
