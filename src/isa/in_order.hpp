// Ops of AVX2 that the compiler keeps in the order of the source. The compiler still allocates the
// registers.
//
// A processor starts the oldest operation that is ready. If chains of operations take all the time,
// each operation of a chain should therefore come before other operations that could take its port.
// A compiler moves operations according to its own model of the processor and decides which values
// wait in memory, so these ops are volatile asm. For example:
//
//     using Ops = InOrder (or AnyOrder);  Ops::xor2(a, b);  Ops::xor2(a, At{address});
//
// AnyOrder has the plain ops. InOrder has the plain ops too in these cases: on 32-bit processors,
// because they have too few registers; under MSan, because it reports an uninitialised operand of
// an asm; with the model of vec_model.hpp; and on other instruction sets.
#pragma once

#include "base/inline.hpp"
#include "isa/vec.hpp"

#if defined(__x86_64__) && defined(HR_VEC_TWO_LANES) && !defined(HR_VEC_TERNARY) && \
    !defined(HR_VEC_MODEL)
#define HR_VEC_IN_ORDER 1
#ifdef __has_feature
#if __has_feature(memory_sanitizer)
#undef HR_VEC_IN_ORDER
#endif
#endif
#endif

// Listings of circuit/schedule are compiled, except under ASan, where hundreds of these ops take minutes.
#if defined(HR_VEC_IN_ORDER) && !defined(__SANITIZE_ADDRESS__)
#define HR_VEC_LISTINGS 1
#ifdef __has_feature
#if __has_feature(address_sanitizer)
#undef HR_VEC_LISTINGS
#endif
#endif
#endif

namespace hedgerow::HR_ISA {
namespace {

// A vector in memory that is used as an operand. It saves the load instruction.
struct At {
  const void* p;
};

// Each op is listed once for AnyOrder and InOrder: HR_OP takes two vectors, HR_SHIFT shifts by a
// constant, and HR_SPLAT repeats a number of bytes.
#define HR_OPS_OF_AVX2                      \
  HR_OP(xor2, "vpxor")                      \
  HR_OP(and2, "vpand")                      \
  HR_OP(or2, "vpor")                        \
  HR_OP(add32, "vpaddd")                    \
  HR_OP(add64, "vpaddq")                    \
  HR_OP(shuffle, "vpshufb")                 \
  HR_SHIFT(shr16, "vpsrlw")                 \
  HR_SHIFT(shr32, "vpsrld")                 \
  HR_SHIFT(shl32, "vpslld")                 \
  HR_SHIFT(shr64, "vpsrlq")                 \
  HR_SHIFT(shl64, "vpsllq")                 \
  HR_SPLAT(load_splat32, "vpbroadcastd", 4) \
  HR_SPLAT(load_splat64, "vpbroadcastq", 8)

#ifdef HR_VEC_TWO_LANES
struct AnyOrder {
#define HR_OP(name, instruction)                                  \
  HR_INLINE Vec name(Vec a, Vec b) { return HR_ISA::name(a, b); } \
  HR_INLINE Vec name(Vec a, At b) { return HR_ISA::name(a, load(b.p)); }
#define HR_SHIFT(name, instruction) \
  template <int N>                  \
  HR_INLINE Vec name(Vec a) {       \
    return HR_ISA::name<N>(a);      \
  }
#define HR_SPLAT(name, instruction, bytes) \
  HR_INLINE Vec name(const void* p) { return HR_ISA::name((const std::uint8_t*)p); }
  HR_INLINE Vec load(const void* p) { return HR_ISA::load(p); }
  HR_INLINE void store(void* p, Vec a) { HR_ISA::store(p, a); }
  HR_OPS_OF_AVX2
#undef HR_OP
#undef HR_SHIFT
#undef HR_SPLAT
  HR_INLINE Vec blend_words16(Vec a, Vec b) { return HR_ISA::blend_words16(a, b); }
  HR_INLINE Vec blend_by_sign(Vec a, Vec b, Vec sign) { return HR_ISA::blend_by_sign(a, b, sign); }
#ifdef HR_VEC_AES
  HR_INLINE Vec aes_enc_last(Vec a, At key) { return HR_ISA::aes_enc_last(a, load(key.p)); }
#endif
};
#endif

#ifdef HR_VEC_IN_ORDER
struct InOrder {
  using Memory = const __m256i_u*;
#define HR_OP(name, instruction)                                                           \
  HR_INLINE Vec name(Vec a, Vec b) {                                                       \
    Vec r;                                                                                 \
    __asm__ volatile(instruction " %2, %1, %0" : "=x"(r.v) : "x"(a.v), "x"(b.v));          \
    return r;                                                                              \
  }                                                                                        \
  HR_INLINE Vec name(Vec a, At b) {                                                        \
    Vec r;                                                                                 \
    __asm__ volatile(instruction " %2, %1, %0" : "=x"(r.v) : "x"(a.v), "m"(*(Memory)b.p)); \
    return r;                                                                              \
  }
#define HR_SHIFT(name, instruction)                                             \
  template <int N>                                                              \
  HR_INLINE Vec name(Vec a) {                                                   \
    Vec r;                                                                      \
    __asm__ volatile(instruction " %2, %1, %0" : "=x"(r.v) : "x"(a.v), "i"(N)); \
    return r;                                                                   \
  }
#define HR_SPLAT(name, instruction, bytes)                                                       \
  HR_INLINE Vec name(const void* p) {                                                            \
    Vec r;                                                                                       \
    __asm__ volatile(instruction " %1, %0" : "=x"(r.v) : "m"(*(const std::uint8_t(*)[bytes])p)); \
    return r;                                                                                    \
  }
  HR_INLINE Vec load(const void* p) {
    Vec r;
    __asm__ volatile("vmovdqu %1, %0" : "=x"(r.v) : "m"(*(Memory)p));
    return r;
  }
  HR_INLINE void store(void* p, Vec a) {
    __asm__ volatile("vmovdqu %1, %0" : "=m"(*(__m256i_u*)p) : "x"(a.v));
  }
  HR_OPS_OF_AVX2
  HR_OP(andnot, "vpandn")  // ~a & b
#ifdef HR_VEC_AES
  HR_OP(aes_enc_last, "vaesenclast")
#endif
#undef HR_OP
#undef HR_SHIFT
#undef HR_SPLAT
  HR_INLINE Vec blend_words16(Vec a, Vec b) {
    Vec r;
    __asm__ volatile("vpblendw $0xaa, %2, %1, %0" : "=x"(r.v) : "x"(a.v), "x"(b.v));
    return r;
  }
  HR_INLINE Vec blend_by_sign(Vec a, Vec b, Vec sign) {
    Vec r;
    __asm__ volatile("vpblendvb %3, %2, %1, %0" : "=x"(r.v) : "x"(a.v), "x"(b.v), "x"(sign.v));
    return r;
  }
};
#elif defined(HR_VEC_TWO_LANES)
using InOrder = AnyOrder;
#endif
#undef HR_OPS_OF_AVX2

}  // namespace
}  // namespace hedgerow::HR_ISA
