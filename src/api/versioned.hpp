// Structs of the C ABI begin with their size, so that they can grow. A caller that was built with an older header
// passes a smaller size, and one that was built with a newer header passes a larger size.
#pragma once

#include <string.h>
#include <cstddef>

#include "hedgerow/hedgerow.h"

namespace hedgerow {

// A larger size is an uninitialised field, not a future version.
constexpr std::size_t kMaxVersionedBytes = 4096;

// No struct has grown since the first release.
template <class T>
bool size_is_valid(std::size_t size) noexcept {
  return size >= sizeof(T) && size <= kMaxVersionedBytes;
}

// Copies `from` to the caller, where fields that this library does not know become zero.
template <class T>
hedgerow_status write_versioned(const T& from, T* to) noexcept {
  const std::size_t size = to->size;
  if (!size_is_valid<T>(size)) return HEDGEROW_ERR_OPTIONS;
  memset((void*)to, 0, size);
  memcpy((void*)to, &from, size < sizeof(T) ? size : sizeof(T));
  to->size = size;
  return HEDGEROW_OK;
}

// Copies the struct of the caller. A field that this library does not know must be zero, because the library cannot do
// what it requests.
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
