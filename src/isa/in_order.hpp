// Ops of AVX2 that the compiler leaves in the order of the source, while it still gives the registers.
//
// Of the operations that are ready a processor begins the oldest. Where one chain of operations takes all the time,
// each of them should thus stand ahead of what else could take its port; a compiler moves operations as its own model
// of the processor says.
//
//     using Ops = InOrder (or AnyOrder);  Ops::xor2(a, b);  Ops::xor2(a, At{address});
//
// AnyOrder are the plain ops; so is InOrder on 32-bit processors, which have too few registers, under MSan, which
// reports an uninitialised operand of an asm, and over the model of vec_model.hpp.
#pragma once

#include "base/inline.hpp"
#include "isa/vec.hpp"

#if defined(__x86_64__) && !defined(HR_VEC_MODEL)
#define HR_VEC_IN_ORDER 1
#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#undef HR_VEC_IN_ORDER
#endif
#endif
#endif

namespace hedgerow::HR_ISA {
namespace {

// A vector in memory that is an operand: an instruction less than a load.
struct At {
  const void* p;
};

struct AnyOrder {
  HR_INLINE Vec load(const void* p) { return HR_ISA::load(p); }
  HR_INLINE Vec xor2(Vec a, Vec b) { return HR_ISA::xor2(a, b); }
  HR_INLINE Vec xor2(Vec a, At b) { return HR_ISA::xor2(a, load(b.p)); }
  HR_INLINE Vec and2(Vec a, Vec b) { return HR_ISA::and2(a, b); }
  HR_INLINE Vec and2(Vec a, At b) { return HR_ISA::and2(a, load(b.p)); }
  HR_INLINE Vec shuffle(Vec table, Vec index) { return HR_ISA::shuffle(table, index); }
  HR_INLINE Vec shuffle(Vec table, At index) { return HR_ISA::shuffle(table, load(index.p)); }
  HR_INLINE Vec add32(Vec a, Vec b) { return HR_ISA::add32(a, b); }
  template <int N>
  HR_INLINE Vec shr16(Vec a) {
    return HR_ISA::shr16<N>(a);
  }
  template <int N>
  HR_INLINE Vec shr32(Vec a) {
    return HR_ISA::shr32<N>(a);
  }
  template <int N>
  HR_INLINE Vec shl32(Vec a) {
    return HR_ISA::shl32<N>(a);
  }
  HR_INLINE Vec blend_words16(Vec a, Vec b) { return HR_ISA::blend_words16(a, b); }
  HR_INLINE Vec blend_by_sign(Vec a, Vec b, Vec sign) { return HR_ISA::blend_by_sign(a, b, sign); }
#ifdef HR_VEC_AES
  HR_INLINE Vec aes_enc_last(Vec a, At key) { return HR_ISA::aes_enc_last(a, load(key.p)); }
#endif
};

#ifdef HR_VEC_IN_ORDER
struct InOrder {
  using Memory = const __m256i_u*;
  HR_INLINE Vec load(const void* p) {
    Vec r;
    __asm__ volatile("vmovdqu %1, %0" : "=x"(r.v) : "m"(*(Memory)p));
    return r;
  }
#define HR_IN_ORDER(name, instruction)                                                     \
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
  HR_IN_ORDER(xor2, "vpxor")
  HR_IN_ORDER(and2, "vpand")
  HR_IN_ORDER(add32, "vpaddd")
  HR_IN_ORDER(shuffle, "vpshufb")
#ifdef HR_VEC_AES
  HR_IN_ORDER(aes_enc_last, "vaesenclast")
#endif
#undef HR_IN_ORDER
#define HR_IN_ORDER(name, instruction)                                          \
  template <int N>                                                              \
  HR_INLINE Vec name(Vec a) {                                                   \
    Vec r;                                                                      \
    __asm__ volatile(instruction " %2, %1, %0" : "=x"(r.v) : "x"(a.v), "i"(N)); \
    return r;                                                                   \
  }
  HR_IN_ORDER(shr16, "vpsrlw")
  HR_IN_ORDER(shr32, "vpsrld")
  HR_IN_ORDER(shl32, "vpslld")
#undef HR_IN_ORDER
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
#else
using InOrder = AnyOrder;
#endif

}  // namespace
}  // namespace hedgerow::HR_ISA
