// The counting 32 bits of a counter block, by CounterOrder (base/kernel.hpp), for any block length: the one place that
// knows where they stand. Where a mode makes its counter by encrypting a nonce they are secret.
#pragma once

#include "base/bytes.hpp"
#include "base/kernel.hpp"

namespace hedgerow {

// Where the four bytes of the count begin in a block.
template <int kBlockBytes>
constexpr int counter_place(CounterOrder order) {
  if (order == CounterOrder::kLittleEndian) return 0;
  return (order == CounterOrder::kBigEndian ? kBlockBytes : kBlockBytes / 2) - 4;
}
// Where byte i of the count stands in a block, 0 the least significant.
template <int kBlockBytes>
constexpr int counter_position(CounterOrder order, int i) {
  return counter_place<kBlockBytes>(order) + (order == CounterOrder::kLittleEndian ? i : 3 - i);
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
