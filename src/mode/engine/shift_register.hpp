// The shift register of CFB and OFB [GOST R 34.13-2015 sections 5.3 and 5.5]. It has m bytes, and the kernel encrypts
// the first block. New bytes enter at the end and push out the first bytes. With an IV of one block, it is the feedback
// of SP 800-38A.
#pragma once

#include <string.h>

#include "mode/parameters.hpp"

namespace hedgerow {

struct ShiftRegister {
  std::uint8_t bytes[kMaxIvBytes];
  std::uint32_t size;

  void set(const std::uint8_t* iv, std::size_t iv_bytes) noexcept {
    memset(bytes, 0, sizeof bytes);
    memcpy(bytes, iv, iv_bytes);
    size = (std::uint32_t)iv_bytes;
  }
  void shift_in(const std::uint8_t* in, std::size_t n) noexcept {
    if (n >= size) {
      memcpy(bytes, in + (n - size), size);
      return;
    }
    memmove(bytes, bytes + n, size - n);
    memcpy(bytes + size - n, in, n);
  }
};

}  // namespace hedgerow
