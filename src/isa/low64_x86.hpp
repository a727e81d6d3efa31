// low64 for the x86 headers: returns the first 8 bytes of a 128-bit register. 32-bit code cannot
// move them to one general register.
#pragma once

#include <emmintrin.h>

#include "base/inline.hpp"

namespace hedgerow {

HR_INLINE std::uint64_t low64_of(__m128i a) {
#ifdef __x86_64__
  return (std::uint64_t)_mm_cvtsi128_si64(a);
#else
  std::uint64_t r;
  _mm_storel_epi64((__m128i*)&r, a);
  return r;
#endif
}

}  // namespace hedgerow
