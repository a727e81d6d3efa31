// Structs of the C ABI that begin with their size, so that they can grow. A caller built against an
// older header passes a smaller size, one built against a newer header a larger one.
#pragma once

#include <string.h>
#include <cstddef>

#include "hedgerow/hedgerow.h"

namespace hedgerow {

// A size beyond this is an uninitialised field, not a future version.
constexpr std::size_t kMaxVersionedBytes = 4096;

// The size of T before its first field that was added later: specialised where there is one.
template <class T>
constexpr std::size_t kFirstBytes = sizeof(T);
template <>
inline constexpr std::size_t kFirstBytes<hedgerow_kernel_info> =
    offsetof(hedgerow_kernel_info, selected_single);
template <class T>
bool size_is_valid(std::size_t size) noexcept {
  return size >= kFirstBytes<T> && size <= kMaxVersionedBytes;
}

// Copies `from` out to the caller; fields that this library does not know yet become zero.
template <class T>
hedgerow_status write_versioned(const T& from, T* to) noexcept {
  const std::size_t size = to->size;
  if (!size_is_valid<T>(size)) return HEDGEROW_ERR_OPTIONS;
  memset((void*)to, 0, size);
  memcpy((void*)to, &from, size < sizeof(T) ? size : sizeof(T));
  to->size = size;
  return HEDGEROW_OK;
}

// Copies the caller's struct in. A field that this library does not know must be zero: what it
// asks for cannot be done.
template <class T>
hedgerow_status read_versioned(const T* from, T* to) noexcept {
  const std::size_t size = from->size;
  if (!size_is_valid<T>(size)) return HEDGEROW_ERR_OPTIONS;
  const unsigned char* bytes = (const unsigned char*)from;
  for (std::size_t i = sizeof(T); i < size; i++)
    if (bytes[i] != 0) return HEDGEROW_ERR_OPTIONS;
  memcpy((void*)to, from, size < sizeof(T) ? size : sizeof(T));
  return HEDGEROW_OK;
}

}  // namespace hedgerow
