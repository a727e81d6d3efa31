// Counter blocks for planes.hpp over vectors.
#pragma once

#include "cipher/skeleton/batches.hpp"
#include "cipher/skeleton/key_planes.hpp"
#include "cipher/skeleton/planes.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

// The four counting bytes of the next batch, least significant first, as planes.
HR_INLINE void count_planes(BatchCounter& c, Vec (*planes)[8]) {
  for (int g = 0; g < kGroups; g++, c.value += kGroupBlocks) {
    Vec bytes[4];
    counting_bytes<4>(c.value, load(kLaneNumbers.block), bytes);
    for (int i = 0; i < 4; i++) planes[i][g] = bytes[i];
  }
  for (int i = 0; i < 4; i++) transpose_bits(planes[i]);
}
// A byte that all blocks share, as planes.
HR_INLINE void splat_planes(std::uint8_t byte, Vec* planes) {
  std::uint32_t bit[8];
  spread(byte, bit);
  unroll<8>([&](auto b) HR_LAMBDA { planes[b] = splat32(bit[b]); });
}

}  // namespace
}  // namespace hedgerow::HR_ISA
