// Counter blocks for planes.hpp over vectors.
#pragma once

#include <bit>

#include "cipher/common/batches.hpp"
#include "cipher/common/key_planes.hpp"
#include "cipher/common/planes.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

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

}  // namespace
}  // namespace hedgerow::HR_ISA
