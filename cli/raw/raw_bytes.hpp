// Buffers of cipher, mac, wrap and unwrap. They are wiped because they may hold plaintext.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "support/secret.hpp"

namespace hedgerow::cli {

// Wipes memory before it frees it, which includes the old memory of a vector that grows.
template <class T>
struct WipingAllocator {
  using value_type = T;
  T* allocate(std::size_t count) { return std::allocator<T>().allocate(count); }
  void deallocate(T* data, std::size_t count) {
    wipe_memory(data, count * sizeof(T));
    std::allocator<T>().deallocate(data, count);
  }
  bool operator==(const WipingAllocator&) const { return true; }
};

using RawBytes = std::vector<std::uint8_t, WipingAllocator<std::uint8_t>>;

}  // namespace hedgerow::cli
