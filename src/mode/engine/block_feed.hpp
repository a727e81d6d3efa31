// BlockFeed cuts a stream into whole blocks while the stream arrives in pieces of any length. Whole blocks go from the
// caller's memory directly to `consume(const uint8_t* in, size_t blocks)`. Only a block that spans two pieces is
// copied. The buffer keeps an incomplete block until the next piece arrives.
#pragma once

#include <string.h>

#include "base/kernel.hpp"
#include "base/secret.hpp"

namespace hedgerow {

// kKeep also holds back a complete last block, because CMAC treats the last block of a message differently.
enum class LastBlock : std::uint8_t { kConsume, kKeep };

template <LastBlock kLast>
class BlockFeed {
 public:
  template <class Consume>
  void feed(std::size_t block, const std::uint8_t* in, std::size_t bytes, Consume&& consume) {
    if (bytes == 0) return;
    if (fill_ != 0) {
      const std::size_t n = bytes < block - fill_ ? bytes : block - fill_;
      memcpy(buffer_ + fill_, in, n);
      fill_ += n;
      in += n;
      bytes -= n;
      if (fill_ < block || (kLast == LastBlock::kKeep && bytes == 0)) return;
      consume(buffer_, 1);
      fill_ = 0;
    }
    std::size_t whole = bytes / block;
    if (kLast == LastBlock::kKeep && whole != 0 && whole * block == bytes) whole--;
    if (whole != 0) consume(in, whole);
    fill_ = bytes - whole * block;
    memcpy(buffer_, in + whole * block, fill_);
  }

  // If a block waits, pads it with zeros (or with `first` and zeros) and consumes it.
  template <class Consume>
  void pad_zero(std::size_t block, Consume&& consume, std::uint8_t first = 0) {
    if (fill_ == 0) return;
    memset(buffer_ + fill_, 0, block - fill_);
    buffer_[fill_] = first;
    consume(buffer_, 1);
    fill_ = 0;
  }

  const std::uint8_t* waiting() const noexcept { return buffer_; }
  std::size_t waiting_bytes() const noexcept { return fill_; }
  void clear() noexcept {
    wipe(buffer_, sizeof buffer_);
    fill_ = 0;
  }

 private:
  std::uint8_t buffer_[kMaxBlockBytes] = {};
  std::size_t fill_ = 0;
};

}  // namespace hedgerow
