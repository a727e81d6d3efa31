// Any number of blocks through code that takes whole batches.
#pragma once

#include "base/secret.hpp"

namespace hedgerow::kuznyechik {

// Calls run(in, out, batches) for the whole batches of Blocks blocks and, on a wiped buffer, for
// what is left. Nothing outside the blocks is read or written.
template <int Blocks, class Run>
HR_INLINE void for_batches(const std::uint8_t* in, std::uint8_t* out, std::size_t blocks, Run run) {
  const std::size_t whole = blocks / Blocks, rest = 16 * (blocks % Blocks);
  if (whole) run(in, out, whole);
  if (!rest) return;
  alignas(64) std::uint8_t buffer[16 * Blocks] = {};
  __builtin_memcpy(buffer, in + 16 * Blocks * whole, rest);
  run(buffer, buffer, 1);
  __builtin_memcpy(out + 16 * Blocks * whole, buffer, rest);
  wipe(buffer, sizeof buffer);
}

}  // namespace hedgerow::kuznyechik
