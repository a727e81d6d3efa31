// The counting 32 bits of a 16-byte counter block, by CounterOrder (base/kernel.hpp). Where a mode
// makes its counter by encrypting a nonce they are secret.
#pragma once

#include "base/inline.hpp"
#include "base/kernel.hpp"

namespace hedgerow {

// Positions of the four counting bytes, least significant first; a row per CounterOrder.
constexpr std::uint8_t kCounterBytes[3][4] = {{0, 1, 2, 3}, {15, 14, 13, 12}, {7, 6, 5, 4}};

HR_INLINE std::uint32_t counter_value(const std::uint8_t* counter, CounterOrder order) {
  std::uint32_t v = 0;
  for (int i = 0; i < 4; i++) v |= (std::uint32_t)counter[kCounterBytes[(int)order][i]] << (8 * i);
  return v;
}

// The counter block with `value` in place of its counting bits.
HR_INLINE void write_counter(std::uint8_t* block, const std::uint8_t* counter, CounterOrder order,
                             std::uint32_t value) {
  __builtin_memcpy(block, counter, 16);
  for (int i = 0; i < 4; i++)
    block[kCounterBytes[(int)order][i]] = (std::uint8_t)(value >> (8 * i));
}

}  // namespace hedgerow
