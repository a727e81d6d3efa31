// Memory for measurements. All participants get the same kind of pages and the same alignment.
#pragma once

#ifdef _WIN32
#include <malloc.h>  // _aligned_malloc
#else
#include <sys/mman.h>
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

namespace hedgerow::bench {

// On a 2 MiB boundary, in huge pages if the system has them, and filled with bytes that differ.
class Buffer {
 public:
  explicit Buffer(std::size_t bytes) {
    const std::size_t rounded = (std::max<std::size_t>(bytes, 1) + kAlign - 1) / kAlign * kAlign;
    data_.reset((std::uint8_t*)allocate(rounded));
    if (!data_) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
    (void)madvise(data_.get(), rounded, MADV_HUGEPAGE);
#endif
    for (std::size_t i = 0; i < bytes; i++) data_.get()[i] = (std::uint8_t)(i * 7 + (i >> 8));
  }
  std::uint8_t* data() { return data_.get(); }

 private:
  static constexpr std::size_t kAlign = 2u << 20;
  struct Free {
    void operator()(std::uint8_t* p) const { release(p); }
  };
#ifdef _WIN32
  static void* allocate(std::size_t bytes) { return _aligned_malloc(bytes, kAlign); }
  static void release(void* p) { _aligned_free(p); }
#else
  static void* allocate(std::size_t bytes) { return aligned_alloc(kAlign, bytes); }
  static void release(void* p) { free(p); }
#endif
  std::unique_ptr<std::uint8_t, Free> data_;
};

}  // namespace hedgerow::bench
