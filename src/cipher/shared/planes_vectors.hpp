// Slicing for planes.hpp with vectors: a group is a batch of byteslice.hpp. Included inside a
// kernel's anonymous namespace, after `using namespace` of the ISA.
#pragma once

#include "cipher/shared/byteslice.hpp"

#include "cipher/shared/bit_transpose.hpp"

constexpr int kGroupBlocks = kBatchBlocks, kGroupBytes = kBatchBytes;
consteval int byte_of(int i) { return i; }

#include "cipher/shared/planes.hpp"

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

// Any number of blocks in batches: batch(s, in, out) on a working state, which is wiped at the end.
template <class State, class Batch>
HR_INLINE void run_batches(const std::uint8_t* in, std::uint8_t* out, std::size_t blocks,
                           Batch batch) {
  State s;
  for_batches<kPlanesBlocks>(in, out, blocks, [&](auto* from, auto* to, std::size_t n) {
    for (; n; n--, from += kPlanesBytes, to += kPlanesBytes) batch(s, from, to);
  });
  wipe(&s, sizeof s);
}
