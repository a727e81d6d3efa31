// Counter blocks as bit planes.
#pragma once

#include "base/counter.hpp"
#include "cipher/common/block_planes.hpp"
#include "cipher/common/key_planes.hpp"

namespace hedgerow::HR_ISA {
namespace {

constexpr int kPlanesBlocks = 8 * kWidth;
constexpr int kNumberBits = log2_of(kPlanesBlocks);

// The bits of each block's number in its batch, as planes.
struct alignas(64) BlockNumbers {
  std::uint8_t plane[kNumberBits][kWidth];
};
consteval BlockNumbers make_block_numbers(int block) {
  BlockNumbers r{};
  for (int p = 0; p < kWidth; p++)
    for (int g = 0; g < 8; g++)
      for (int bit = 0; bit < kNumberBits; bit++)
        r.plane[bit][p] = (std::uint8_t)(r.plane[bit][p] |
                                         ((g * kWidth + block_number(block, p)) >> bit & 1) << g);
  return r;
}
template <int kBlock>
constexpr BlockNumbers kBlockNumbers = make_block_numbers(kBlock);

template <int kBlock>
struct PlanesCounter {
  KeyPlanes<kBlock> constant;  // the bits of a counter block that do not count
  // Planes of the bits that number the blocks of a batch, which are the same in every batch, and
  // the carry from them.
  Vec low[kNumberBits], carry;
  CounterOrder order;
  std::uint32_t value;  // the count of the batch's first block
};
template <int kBlock>
HR_INLINE void start_counter(PlanesCounter<kBlock>& c, const std::uint8_t* counter,
                             CounterOrder order) {
  for (int i = 0; i < kBlock; i++) spread(counter[i], c.constant.bit[i]);
  c.order = order;
  c.value = counter_value<kBlock>(counter, order);
  KeyPlanes<2> bits;
  unroll<2>([&](auto i) HR_LAMBDA { spread((std::uint8_t)(c.value >> 8 * i), bits.bit[i]); });
  Vec carry = {};
  unroll<kNumberBits>([&](auto i) HR_LAMBDA {
    const Vec bit = key_plane(bits.bit[i / 8] + i % 8);
    const Vec number = load(kBlockNumbers<kBlock>.plane[i]), different = xor2(bit, number);
    c.low[i] = xor2(different, carry);
    carry = xor_and(and2(bit, number), different, carry);
  });
  c.carry = carry;
}

// Makes the planes of the counter blocks of the next batch. place(j) returns the planes of byte j.
// The bits above a block's number have one of two values, which the carry selects:
//
//     bits of the counter   | above the number        | number of the block in its batch |
//     planes                | value ^ (change, carry) | low: the same in every batch     |
template <int kBlock, class Place>
HR_INLINE void count_planes(PlanesCounter<kBlock>& c, Place place) {
  const std::uint32_t change = c.value ^ (c.value + kPlanesBlocks);
  std::uint8_t bytes[8];
  store_le32(bytes, c.value);
  store_le32(bytes + 4, change);
  KeyPlanes<8> bits;
  spread_bytes(bytes, 8, bits.bit[0]);
#ifdef HR_VEC_AVX512
  // read from memory, because compilers would extract them from registers by shuffles
  __asm__("" : "+m"(bits));
#endif
  const int counting = counter_place<kBlock>(c.order);
  for (int j = 0; j < kBlock; j++) {
    if (j == counting) j += 4;  // the planes of the counter are made below
    if (j == kBlock) break;
    unroll<8>([&](auto b) HR_LAMBDA { place(j)[b] = key_plane(c.constant.bit[j] + b); });
  }
  unroll<4>([&](auto q) HR_LAMBDA {
    Vec* const byte = place(counter_position<kBlock>(c.order, q));
    unroll<8>([&](auto b) HR_LAMBDA {
      constexpr int i = 8 * q + b;
      if constexpr (i < kNumberBits)
        byte[b] = c.low[i];
      else
        byte[b] = xor_and(key_plane(bits.bit[q] + b), key_plane(bits.bit[4 + q] + b), c.carry);
    });
  });
  c.value += kPlanesBlocks;
}

}  // namespace
}  // namespace hedgerow::HR_ISA
