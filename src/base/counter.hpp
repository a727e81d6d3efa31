// The 32 counting bits of a counter block, by CounterOrder (base/kernel.hpp) and block length. Only
// this header knows their position. They are secret if a mode encrypts a nonce to make its counter.
//
//     order             counting bytes of a 16-byte block
//     kLittleEndian      0 ..  3, least significant first
//     kBigEndian        12 .. 15, most significant first
//     kBigEndianLeft     4 ..  7, most significant first
#pragma once

#include "base/bytes.hpp"
#include "base/kernel.hpp"

namespace hedgerow {

// The position of the first of the four counting bytes in a block.
HR_INLINE constexpr int counter_place(CounterOrder order, int block_bytes) {
  if (order == CounterOrder::kLittleEndian) return 0;
  return (order == CounterOrder::kBigEndian ? block_bytes : block_bytes / 2) - 4;
}
template <int kBlockBytes>
HR_INLINE constexpr int counter_place(CounterOrder order) {
  return counter_place(order, kBlockBytes);
}
// The position in a block of byte i of the counter. Byte 0 is the least significant, and the first
// four bytes count.
HR_INLINE constexpr int counter_position(CounterOrder order, int block_bytes, int i) {
  return counter_place(order, block_bytes) + (order == CounterOrder::kLittleEndian ? i : 3 - i);
}
template <int kBlockBytes>
HR_INLINE constexpr int counter_position(CounterOrder order, int i) {
  return counter_position(order, kBlockBytes, i);
}

template <int kBlockBytes>
HR_INLINE std::uint32_t counter_value(const std::uint8_t* counter, CounterOrder order) {
  const std::uint32_t field = load_le32(counter + counter_place<kBlockBytes>(order));
  return order == CounterOrder::kLittleEndian ? field : byte_swap32(field);
}

// Writes the counter block with `value` in its counting bits.
template <int kBlockBytes>
HR_INLINE void write_counter(std::uint8_t* block, const std::uint8_t* counter, CounterOrder order,
                             std::uint32_t value) {
  __builtin_memcpy(block, counter, kBlockBytes);
  store_le32(block + counter_place<kBlockBytes>(order),
             order == CounterOrder::kLittleEndian ? value : byte_swap32(value));
}

}  // namespace hedgerow
