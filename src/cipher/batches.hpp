// Any number of blocks through code that takes whole batches.
#pragma once

#include "base/secret.hpp"

namespace hedgerow {

// The barrier keeps compilers from turning the loop into REP MOVS, whose start alone takes as long
// as a few rounds.
template <int kBlockBytes>
HR_INLINE void copy_blocks(std::uint8_t* to, const std::uint8_t* from, std::size_t blocks) {
  for (std::size_t i = 0; i < blocks * kBlockBytes; i += kBlockBytes) {
    __builtin_memcpy(to + i, from + i, kBlockBytes);
    __asm__ __volatile__("" : : : "memory");
  }
}

// Calls run(in, out, batches) for the whole batches of kBlocks blocks and, on a wiped buffer, for
// what is left. Nothing outside the blocks is read or written.
template <int kBlockBytes, int kBlocks, class Run>
HR_INLINE void for_batches(const std::uint8_t* in, std::uint8_t* out, std::size_t blocks, Run run) {
  const std::size_t whole = blocks / kBlocks, rest = blocks % kBlocks;
  if (whole) run(in, out, whole);
  if (!rest) return;
  const std::size_t done = whole * kBlocks * kBlockBytes;
  alignas(64) std::uint8_t buffer[kBlocks * kBlockBytes] = {};
  copy_blocks<kBlockBytes>(buffer, in + done, rest);
  run(buffer, buffer, 1);
  copy_blocks<kBlockBytes>(out + done, buffer, rest);
  wipe(buffer, sizeof buffer);
}

}  // namespace hedgerow
