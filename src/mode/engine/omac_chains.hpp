// Runs Omac over many messages side by side (see batch.hpp). The last block of each message is masked.
#pragma once

#include "mode/engine/batch.hpp"
#include "mode/engine/omac.hpp"

namespace hedgerow {

template <std::size_t kBlock>
struct OmacChain {
  static constexpr ChainKind kKind = ChainKind::kCipher;
  static constexpr bool kWrites = false, kLastApart = true;
  const Omac& mac;

  void last(const std::uint8_t* in, std::size_t bytes, std::uint8_t* text) const noexcept {
    if (bytes == kBlock) {
      memcpy(text, in, kBlock);
    } else {
      memset(text, 0, kBlock);
      if (bytes) memcpy(text, in, bytes);
      text[bytes] = 0x80;
    }
    xor_block(text, text, mac.mask(bytes, kBlock), kBlock);
  }
};

}  // namespace hedgerow
