// Any number of 16-byte blocks through code that takes whole batches.
#pragma once

#include "base/secret.hpp"

namespace hedgerow {

// The barrier keeps compilers from turning the loop into REP MOVS, whose start alone takes as long
// as a few rounds.
HR_INLINE void copy_blocks(std::uint8_t* to, const std::uint8_t* from, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; i += 16) {
    __builtin_memcpy(to + i, from + i, 16);
    __asm__ __volatile__("" : : : "memory");
  }
}

// Calls run(in, out, batches) for the whole batches of Blocks blocks and, on a wiped buffer, for
// what is left. Nothing outside the blocks is read or written.
template <int Blocks, class Run>
HR_INLINE void for_batches(const std::uint8_t* in, std::uint8_t* out, std::size_t blocks, Run run) {
  const std::size_t whole = blocks / Blocks, rest = 16 * (blocks % Blocks);
  if (whole) run(in, out, whole);
  if (!rest) return;
  alignas(64) std::uint8_t buffer[16 * Blocks] = {};
  copy_blocks(buffer, in + 16 * Blocks * whole, rest);
  run(buffer, buffer, 1);
  copy_blocks(out + 16 * Blocks * whole, buffer, rest);
  wipe(buffer, sizeof buffer);
}

}  // namespace hedgerow
