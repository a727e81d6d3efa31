// The counting 32 bits of a counter block, by CounterOrder (base/kernel.hpp), for any block length: the one place that
// knows where they stand. Where a mode makes its counter by encrypting a nonce they are secret.
#pragma once

#include "base/bytes.hpp"
#include "base/kernel.hpp"

namespace hedgerow {

// Where the four bytes of the count begin in a block.
HR_INLINE constexpr int counter_place(CounterOrder order, int block_bytes) {
  if (order == CounterOrder::kLittleEndian) return 0;
  return (order == CounterOrder::kBigEndian ? block_bytes : block_bytes / 2) - 4;
}
template <int kBlockBytes>
HR_INLINE constexpr int counter_place(CounterOrder order) {
  return counter_place(order, kBlockBytes);
}
// Where byte i of the counter's number stands in a block, 0 the least significant; the first four count.
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

// The counter block with `value` in place of its counting bits.
template <int kBlockBytes>
HR_INLINE void write_counter(std::uint8_t* block, const std::uint8_t* counter, CounterOrder order,
                             std::uint32_t value) {
  __builtin_memcpy(block, counter, kBlockBytes);
  store_le32(block + counter_place<kBlockBytes>(order),
             order == CounterOrder::kLittleEndian ? value : byte_swap32(value));
}

}  // namespace hedgerow
