// Pinned operations: the compiler keeps them in the order of the source. It still allocates the
// registers.
//
// A processor starts the oldest operation that is ready. If chains of operations take all the time,
// each operation of a chain should therefore come before other operations that could take its port.
// A compiler moves operations according to its own model of the processor and decides which values
// wait in memory, so pinned operations are volatile asm. For example:
//
//     using Ops = Pinned (or Plain);  Ops::xor2(a, b);  Ops::xor2(a, At{address});
//     xor2(pinned(a), b);  // the compiler chooses the instruction, and only its place is pinned
//
// Plain has the same operations, and the compiler may move them. Pinned is Plain in these cases: on
// 32-bit processors for Vec, because they have too few registers; under MSan, because it reports an
// uninitialised operand of an asm; with the model of vec_model.hpp; and on instruction sets other
// than AVX2 (Vec) and AVX-512 with VBMI and GFNI (HalfVec).
#pragma once

#include "base/inline.hpp"
#include "isa/vec.hpp"

#ifndef HR_VEC_MODEL
#define HR_VEC_PINS 1
#ifdef __has_feature
#if __has_feature(memory_sanitizer)
#undef HR_VEC_PINS
#endif
#endif
#endif
#if defined(HR_VEC_PINS) && defined(__x86_64__) && defined(HR_VEC_TWO_LANES) && \
    !defined(HR_VEC_TERNARY)
#define HR_VEC_PINS_VEC 1
#endif
#if defined(HR_VEC_PINS) && defined(HR_VEC_AVX512) && defined(HR_VEC_GFNI)
#define HR_VEC_PINS_HALF 1
#endif

// Listings of circuit/schedule are compiled, except under ASan, where hundreds of these operations
// take minutes.
#if defined(HR_VEC_PINS_VEC) && !defined(__SANITIZE_ADDRESS__)
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

// The operations that can be pinned: HR_OP takes two vectors, HR_SHIFT shifts by a constant, and
// HR_SPLAT repeats a number of bytes.
#ifdef HR_VEC_TWO_LANES
#define HR_PINNED_OPS                       \
  HR_OP(xor2, "vpxor")                      \
  HR_OP(and2, "vpand")                      \
  HR_OP(or2, "vpor")                        \
  HR_OP(andnot, "vpandn")                   \
  HR_OP(add32, "vpaddd")                    \
  HR_OP(add64, "vpaddq")                    \
  HR_OP(shuffle, "vpshufb")                 \
  HR_SHIFT(shr16, "vpsrlw")                 \
  HR_SHIFT(shr32, "vpsrld")                 \
  HR_SHIFT(shl32, "vpslld")                 \
  HR_SHIFT(shr64, "vpsrlq")                 \
  HR_SHIFT(shl64, "vpsllq")                 \
  HR_SPLAT(load_splat32, "vpbroadcastd", 4) \
  HR_SPLAT(load_splat64, "vpbroadcastq", 8) \
  HR_PINNED_AES
#ifdef HR_VEC_AES
#define HR_PINNED_AES HR_OP(aes_enc_last, "vaesenclast")
#else
#define HR_PINNED_AES
#endif
#define HR_REGISTER "x"
#define HR_OPERAND "x"
using PinnedVec = Vec;
HR_INLINE Vec load_at(At a) { return load(a.p); }
#elif defined(HR_VEC_AVX512) && defined(HR_VEC_GFNI)
#define HR_PINNED_OPS       \
  HR_OP(xor2, "vpxorq")     \
  HR_OP(shuffle, "vpshufb") \
  HR_OP(affine_by, "vgf2p8affineqb $0,")
#define HR_REGISTER "v"
#define HR_OPERAND "vm"
using PinnedVec = HalfVec;
HR_INLINE HalfVec load_at(At a) { return load_half(a.p); }
#endif

#ifdef HR_PINNED_OPS
struct Plain {
  using V = PinnedVec;
#define HR_OP(name, instruction)                            \
  HR_INLINE V name(V a, V b) { return HR_ISA::name(a, b); } \
  HR_INLINE V name(V a, At b) { return HR_ISA::name(a, load_at(b)); }
#define HR_SHIFT(name, instruction) \
  template <int N>                  \
  HR_INLINE V name(V a) {           \
    return HR_ISA::name<N>(a);      \
  }
#define HR_SPLAT(name, instruction, bytes) \
  HR_INLINE V name(const void* p) { return HR_ISA::name(p); }
  HR_PINNED_OPS
#undef HR_OP
#undef HR_SHIFT
#undef HR_SPLAT
#ifdef HR_VEC_TWO_LANES
  HR_INLINE Vec load(const void* p) { return HR_ISA::load(p); }
  HR_INLINE void store(void* p, Vec a) { HR_ISA::store(p, a); }
  HR_INLINE Vec blend_words16(Vec a, Vec b) { return HR_ISA::blend_words16(a, b); }
  HR_INLINE Vec blend_by_sign(Vec a, Vec b, Vec sign) { return HR_ISA::blend_by_sign(a, b, sign); }
#else
  HR_INLINE V negative8(V a) { return HR_ISA::negative8(a); }
  HR_INLINE V swap_lanes(V a) { return HR_ISA::swap_lanes(a); }
  HR_INLINE V xor3(V a, V b, At c) { return HR_ISA::xor3(a, b, load_at(c)); }
  template <int kTable>
  HR_INLINE V ternary(V a, V b, V c) {
    return HR_ISA::ternary<kTable>(a, b, c);
  }
  HR_INLINE V lookup_half_of_row(const Table256* tables, int row, int half, V x) {
    return HR_ISA::lookup_half_of_row(tables, row, half, x);
  }
#endif
};
#endif

#if defined(HR_VEC_PINS_VEC) || defined(HR_VEC_PINS_HALF)
struct Pinned {
  using V = PinnedVec;
  using Memory = const __m256i_u*;
#define HR_OP(name, instruction)                             \
  HR_INLINE V name(V a, V b) {                               \
    V r;                                                     \
    __asm__ volatile(instruction " %2, %1, %0"               \
                     : "=" HR_REGISTER(r.v)                  \
                     : HR_REGISTER(a.v), HR_OPERAND(b.v));   \
    return r;                                                \
  }                                                          \
  HR_INLINE V name(V a, At b) {                              \
    V r;                                                     \
    __asm__ volatile(instruction " %2, %1, %0"               \
                     : "=" HR_REGISTER(r.v)                  \
                     : HR_REGISTER(a.v), "m"(*(Memory)b.p)); \
    return r;                                                \
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
  HR_PINNED_OPS
#undef HR_OP
#undef HR_SHIFT
#undef HR_SPLAT
#ifdef HR_VEC_PINS_VEC
  HR_INLINE Vec load(const void* p) {
    Vec r;
    __asm__ volatile("vmovdqu %1, %0" : "=x"(r.v) : "m"(*(Memory)p));
    return r;
  }
  HR_INLINE void store(void* p, Vec a) {
    __asm__ volatile("vmovdqu %1, %0" : "=m"(*(__m256i_u*)p) : "x"(a.v));
  }
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
#else
  HR_INLINE HalfVec negative8(HalfVec a) {
    HalfVec r;
    __asm__ volatile("vpxor %0, %0, %0\n\tvpcmpgtb %1, %0, %0" : "=&x"(r.v) : "x"(a.v));
    return r;
  }
  HR_INLINE HalfVec swap_lanes(HalfVec a) {
    HalfVec r;
    __asm__ volatile("vperm2i128 $1, %1, %1, %0" : "=x"(r.v) : "x"(a.v));
    return r;
  }
  HR_INLINE HalfVec xor3(HalfVec a, HalfVec b, At c) {
    __asm__ volatile("vpternlogq $0x96, %2, %1, %0" : "+x"(a.v) : "v"(b.v), "m"(*(Memory)c.p));
    return a;
  }
  template <int kTable>
  HR_INLINE HalfVec ternary(HalfVec a, HalfVec b, HalfVec c) {
    __asm__ volatile("vpternlogq %3, %2, %1, %0" : "+v"(a.v) : "v"(b.v), "v"(c.v), "i"(kTable));
    return a;
  }
  // x must be in a register. The asm writes the 64-byte name of that register with %g, because gcc
  // would otherwise copy x. clang 19 does not know %g.
  HR_INLINE HalfVec lookup_half_of_row(const Table256* tables, int row, int half, HalfVec x) {
    const std::uint8_t* t = tables[row].t + 128 * half;
    const __m512i begin = load(t).v, end = load(t + 64).v;
    const __mmask64 of_row = (__mmask64)0x1111111111111111ull << row;
#ifdef __clang__
    __m512i r;
    __asm__ volatile("vmovdqa64 %1, %0\n\tvpermt2b %2, %3, %0%{%4%}%{z%}"
                     : "=&v"(r)
                     : "v"(begin), "v"(end), "v"(_mm512_castsi256_si512(x.v)), "Yk"(of_row));
    return {_mm512_castsi512_si256(r)};
#else
    HalfVec r;
    __asm__ volatile("vmovdqa64 %1, %g0\n\tvpermt2b %2, %g3, %g0%{%4%}%{z%}"
                     : "=&v"(r.v)
                     : "v"(begin), "v"(end), "x"(x.v), "Yk"(of_row));
    return r;
#endif
  }
#endif
};
#elif defined(HR_PINNED_OPS)
using Pinned = Plain;
#endif
#undef HR_PINNED_OPS
#undef HR_PINNED_AES
#undef HR_REGISTER
#undef HR_OPERAND

// Returns x and pins its place: after every pinned operation before it and before every one after
// it.
HR_INLINE Vec pinned(Vec& x) {
#if defined(HR_VEC_PINS) && defined(HR_VEC_AVX512)
  __asm__ volatile("" : "+v"(x.v));
#endif
  return x;
}

}  // namespace
}  // namespace hedgerow::HR_ISA
