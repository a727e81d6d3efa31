// The counting 32 bits of a counter block, by CounterOrder (base/kernel.hpp), for any block length.
// Where a mode makes its counter by encrypting a nonce they are secret.
#pragma once

#include "base/inline.hpp"
#include "base/kernel.hpp"

namespace hedgerow {

// Where byte i of the count stands in a block, 0 the least significant.
template <int kBlockBytes>
constexpr int counter_position(CounterOrder order, int i) {
  if (order == CounterOrder::kLittleEndian) return i;
  return (order == CounterOrder::kBigEndian ? kBlockBytes : kBlockBytes / 2) - 1 - i;
}

template <int kBlockBytes>
HR_INLINE std::uint32_t counter_value(const std::uint8_t* counter, CounterOrder order) {
  std::uint32_t v = 0;
  for (int i = 0; i < 4; i++)
    v |= (std::uint32_t)counter[counter_position<kBlockBytes>(order, i)] << (8 * i);
  return v;
}

// The counter block with `value` in place of its counting bits.
template <int kBlockBytes>
HR_INLINE void write_counter(std::uint8_t* block, const std::uint8_t* counter, CounterOrder order,
                             std::uint32_t value) {
  __builtin_memcpy(block, counter, kBlockBytes);
  for (int i = 0; i < 4; i++)
    block[counter_position<kBlockBytes>(order, i)] = (std::uint8_t)(value >> (8 * i));
}

}  // namespace hedgerow
