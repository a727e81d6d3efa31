// Operations on vectors of 32 bytes that stay in the order of the source: compilers move others, and choose what waits
// in memory. A word in memory is an operand of the operation that needs it, which takes no instruction of its own.
// In plain C++ where nothing is to be gained: other processors, the op model, and MSan, which knows nothing of an asm.
#pragma once

#include "isa/vec.hpp"

#if defined(__x86_64__) && defined(HR_VEC_HALVES) && !defined(HR_VEC_MODEL)
#define HR_HELD_ORDER 1
#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#undef HR_HELD_ORDER
#endif
#endif
#endif

#ifdef HR_VEC_HALVES
namespace hedgerow::HR_ISA {
namespace {

#ifdef HR_HELD_ORDER
#define HR_HELD(name, text, plain)                                                          \
  HR_INLINE Vec name(Vec a, Vec b) {                                                        \
    Vec r;                                                                                  \
    __asm__ volatile(text " %2, %1, %0" : "=x"(r.v) : "x"(a.v), "x"(b.v));                  \
    return r;                                                                               \
  }                                                                                         \
  HR_INLINE Vec name(Vec a, const void* b) {                                                \
    Vec r;                                                                                  \
    __asm__ volatile(text " %2, %1, %0" : "=x"(r.v) : "x"(a.v), "m"(*(const __m256i_u*)b)); \
    return r;                                                                               \
  }
#define HR_HELD_BY(name, text, plain)                                      \
  template <int kBy>                                                       \
  HR_INLINE Vec name(Vec a) {                                              \
    Vec r;                                                                 \
    __asm__ volatile(text " %2, %1, %0" : "=x"(r.v) : "x"(a.v), "i"(kBy)); \
    return r;                                                              \
  }
#define HR_HELD_SPLAT(name, text, plain, bytes)                                           \
  HR_INLINE Vec name(const std::uint8_t* p) {                                             \
    Vec r;                                                                                \
    __asm__ volatile(text " %1, %0" : "=x"(r.v) : "m"(*(const std::uint8_t(*)[bytes])p)); \
    return r;                                                                             \
  }
HR_INLINE void held_store(void* p, Vec a) {
  __asm__ volatile("vmovdqu %1, %0" : "=m"(*(__m256i_u*)p) : "x"(a.v));
}
#else
#define HR_HELD(name, text, plain)                         \
  HR_INLINE Vec name(Vec a, Vec b) { return plain(a, b); } \
  HR_INLINE Vec name(Vec a, const void* b) { return plain(a, load(b)); }
#define HR_HELD_BY(name, text, plain) \
  template <int kBy>                  \
  HR_INLINE Vec name(Vec a) {         \
    return plain<kBy>(a);             \
  }
#define HR_HELD_SPLAT(name, text, plain, bytes) \
  HR_INLINE Vec name(const std::uint8_t* p) { return plain(p); }
HR_INLINE void held_store(void* p, Vec a) { store(p, a); }
#endif

HR_HELD(held_xor, "vpxor", xor2)
HR_HELD(held_or, "vpor", or2)
HR_HELD(held_add32, "vpaddd", add32)
HR_HELD(held_add64, "vpaddq", add64)
HR_HELD(held_shuffle, "vpshufb", shuffle)
HR_HELD_BY(held_shl32, "vpslld", shl32)
HR_HELD_BY(held_shr32, "vpsrld", shr32)
HR_HELD_BY(held_shl64, "vpsllq", shl64)
HR_HELD_BY(held_shr64, "vpsrlq", shr64)
HR_HELD_SPLAT(held_splat32, "vpbroadcastd", load_splat32, 4)
HR_HELD_SPLAT(held_splat64, "vpbroadcastq", load_splat64, 8)
#undef HR_HELD
#undef HR_HELD_BY
#undef HR_HELD_SPLAT

}  // namespace
}  // namespace hedgerow::HR_ISA
#endif
