// Runs over host memory. Pieces go through one or several devices, and through the CPU if the
// caller allowed it.
#pragma once

#include "device/cipher.hpp"

namespace hedgerow::device {

struct HostRun {
  bool is_ctr;
  hedgerow_direction direction;  // ECB
  const void* iv;                // CTR
  std::size_t iv_bytes;
  std::uint64_t first_block;
  const std::uint8_t* in;
  std::uint8_t* out;
  std::size_t bytes;
};

// Returns when the run is complete. On failure `out` is unchanged if it is `in`, else zeroed.
void run(std::span<DeviceCipher* const> ciphers, const HostRun& what);

}  // namespace hedgerow::device
