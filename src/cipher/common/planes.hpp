// The part that is shared by bit slicing for 16-byte blocks: batches of bit planes. slices.hpp has their groups.
//
// A batch is eight groups. Each byte position of the block has eight planes, in an array of the
// kernel's: bit g of byte i of plane b is bit b of that byte of the block that slicing puts at
// place i of group g.
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

// The first `groups` groups of a batch; place(i) are the planes of byte i.
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
// The planes become bytes; store_vector(at, v): v belongs to offset `at` of the batch.
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

// Any number of blocks in batches: batch(s, in, out) on a working state, which is wiped at the end.
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
