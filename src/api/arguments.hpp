// Checks of arguments that all parts of the C ABI share. Each returns the status for the caller. HR_TRY(expression)
// returns from the function unless the expression is HEDGEROW_OK.
#pragma once

#include "base/inline.hpp"
#include "hedgerow/hedgerow.h"

#define HR_TRY(expression)                            \
  do {                                                \
    const hedgerow_status hr_status_ = (expression);  \
    if (hr_status_ != HEDGEROW_OK) return hr_status_; \
  } while (0)

namespace hedgerow {

// A buffer of the caller as two integers, because it is only compared and never dereferenced.
struct Region {
  Region(const void* p, std::size_t n) noexcept : begin((std::uintptr_t)p), bytes(n) {}
  std::uintptr_t begin;
  std::size_t bytes;
};

inline bool disjoint(const Region& a, const Region& b) noexcept {
  return a.bytes == 0 || b.bytes == 0 ||
         (a.begin < b.begin ? b.begin - a.begin >= a.bytes : a.begin - b.begin >= b.bytes);
}

// The same for two buffers that are not empty, without a branch.
inline bool apart(const void* a, std::size_t a_bytes, const void* b, std::size_t b_bytes) noexcept {
  const std::uintptr_t x = (std::uintptr_t)a, y = (std::uintptr_t)b;
  return (x < y ? y - x : x - y) >= (x < y ? a_bytes : b_bytes);
}

// Checks that an output shares no memory with the other buffers.
template <class... Others>
hedgerow_status check_apart(const Region& output, const Others&... others) noexcept {
  return (disjoint(output, others) && ...) ? HEDGEROW_OK : HEDGEROW_ERR_OVERLAP;
}

// Checks that input and output of equal length are equal or disjoint.
inline hedgerow_status check_in_out(const void* in, const void* out, std::size_t bytes) noexcept {
  return in == out ? HEDGEROW_OK : check_apart({out, bytes}, Region{in, bytes});
}

inline hedgerow_status check_data(const void* p, std::size_t bytes) noexcept {
  return p || bytes == 0 ? HEDGEROW_OK : HEDGEROW_ERR_NULL;
}

template <class... Pointers>
hedgerow_status check_pointers(const Pointers*... pointers) noexcept {
  return (pointers && ...) ? HEDGEROW_OK : HEDGEROW_ERR_NULL;
}

inline const std::uint8_t* bytes_of(const void* p) noexcept { return (const std::uint8_t*)p; }
inline std::uint8_t* bytes_of(void* p) noexcept { return (std::uint8_t*)p; }

}  // namespace hedgerow
