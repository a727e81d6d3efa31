// The counting 32 bits of a counter block of any length, by CounterOrder (base/kernel.hpp).
// Counters are public.
#pragma once

#include "base/bytes.hpp"
#include "base/kernel.hpp"

namespace hedgerow::arx {

HR_INLINE std::uint32_t counter_place(CounterOrder order, int block_bytes) {
  if (order == CounterOrder::kLittleEndian) return 0;
  return (std::uint32_t)((order == CounterOrder::kBigEndian ? block_bytes : block_bytes / 2) - 4);
}
// Counter blocks first, first + 1, ... of the counter into memory.
HR_INLINE void write_counters(std::uint8_t* blocks, const std::uint8_t* counter, CounterOrder order,
                              int block_bytes, std::uint32_t first, std::size_t n) {
  const std::uint32_t place = counter_place(order, block_bytes);
  const bool little = order == CounterOrder::kLittleEndian;
  const std::uint32_t start = little ? load_le32(counter + place) : load_be32(counter + place);
  for (std::size_t i = 0; i < n; i++, blocks += block_bytes) {
    const std::uint32_t count = start + first + (std::uint32_t)i;
    __builtin_memcpy(blocks, counter, (std::size_t)block_bytes);
    if (little)
      store_le32(blocks + place, count);
    else
      store_be32(blocks + place, count);
  }
}

}  // namespace hedgerow::arx
