// Bytes of an input or output of the commands on single modes, which may be plaintext.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "support/secret.hpp"

namespace hedgerow::cli {

// Frees memory with nothing left in it, also what a vector outgrew and when an exception leaves.
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
