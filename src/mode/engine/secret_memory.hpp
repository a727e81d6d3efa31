// SecretMemory: a 64-byte aligned piece of the heap whose content is secret. It is zeroed when
// made and wiped when given back. Made at key setting only: nothing on the data path allocates.
#pragma once

#include <stdlib.h>
#include <string.h>

#include "base/secret.hpp"

namespace hedgerow {

class SecretMemory {
 public:
  SecretMemory() noexcept = default;
  SecretMemory(const SecretMemory&) = delete;
  SecretMemory& operator=(const SecretMemory&) = delete;
  ~SecretMemory() noexcept { clear(); }

  // False when memory is short; then nothing is kept.
  bool allocate(std::size_t bytes) noexcept {
    clear();
    bytes = (bytes + 63) / 64 * 64;
    data_ = (std::uint8_t*)aligned_alloc(64, bytes);
    if (!data_) return false;
    memset(data_, 0, bytes);
    bytes_ = bytes;
    return true;
  }

  // Becomes a copy. False when memory is short; then nothing is kept.
  bool copy_from(const SecretMemory& other) noexcept {
    clear();
    if (!other.data_) return true;
    if (!allocate(other.bytes_)) return false;
    memcpy(data_, other.data_, bytes_);
    return true;
  }

  void clear() noexcept {
    if (data_) wipe(data_, bytes_);
    free(data_);
    data_ = nullptr;
    bytes_ = 0;
  }

  std::uint8_t* data() noexcept { return data_; }
  const std::uint8_t* data() const noexcept { return data_; }
  std::size_t size() const noexcept { return bytes_; }

 private:
  std::uint8_t* data_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace hedgerow
