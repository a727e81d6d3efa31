// Checks the memory that a kernel will access, if this code is compiled with AddressSanitizer. The kernels themselves
// may be without its checks (HEDGEROW_KERNELS_FROM in cmake/lists.cmake). Without AddressSanitizer, this does nothing.
#pragma once

#include <cstddef>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HR_CHECK_ACCESS
#endif
#endif
#ifdef HR_CHECK_ACCESS
#include <sanitizer/asan_interface.h>
#endif

namespace hedgerow {

inline void will_access([[maybe_unused]] const void* at,
                        [[maybe_unused]] std::size_t bytes) noexcept {
#ifdef HR_CHECK_ACCESS
  // reads the first byte that may not be accessed, so that the sanitizer reports it
  if (const void* const bad = __asan_region_is_poisoned(const_cast<void*>(at), bytes))
    (void)*static_cast<const volatile char*>(bad);
#endif
}

}  // namespace hedgerow
