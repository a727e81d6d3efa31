// Ops of HalfVec that the compiler keeps in the order of the source. in_order.hpp does the same for
// AVX2 and gives the reason. With MSan and with the model, HalfOps are the plain ops.
#pragma once

#include "isa/vec.hpp"

#define HR_VEC_HALF_IN_ORDER 1
#ifdef HR_VEC_MODEL
#undef HR_VEC_HALF_IN_ORDER
#endif
#ifdef __has_feature
#if __has_feature(memory_sanitizer)
#undef HR_VEC_HALF_IN_ORDER
#endif
#endif

namespace hedgerow::HR_ISA {
namespace {

#ifdef HR_VEC_HALF_IN_ORDER
struct HalfOps {
#define HR_OP(name, instruction)                                                   \
  HR_INLINE HalfVec name(HalfVec a, HalfVec b) {                                   \
    HalfVec r;                                                                     \
    __asm__ volatile(instruction " %2, %1, %0" : "=v"(r.v) : "v"(a.v), "vm"(b.v)); \
    return r;                                                                      \
  }
  HR_OP(xor2, "vpxorq")
  HR_OP(shuffle, "vpshufb")
  HR_OP(affine_by, "vgf2p8affineqb $0,")
#undef HR_OP
  HR_INLINE HalfVec swap_lanes(HalfVec a) {
    HalfVec r;
    __asm__ volatile("vperm2i128 $1, %1, %1, %0" : "=x"(r.v) : "x"(a.v));
    return r;
  }
  HR_INLINE HalfVec negative8(HalfVec a) {
    HalfVec r;
    __asm__ volatile("vpxor %0, %0, %0\n\tvpcmpgtb %1, %0, %0" : "=&x"(r.v) : "x"(a.v));
    return r;
  }
  template <int kTable>
  HR_INLINE HalfVec ternary(HalfVec a, HalfVec b, HalfVec c) {
    __asm__ volatile("vpternlogq %3, %2, %1, %0" : "+v"(a.v) : "v"(b.v), "v"(c.v), "i"(kTable));
    return a;
  }
  // The third operand is in memory.
  HR_INLINE HalfVec xor3(HalfVec a, HalfVec b, const std::uint8_t* c) {
    __asm__ volatile("vpternlogq $0x96, %2, %1, %0"
                     : "+x"(a.v)
                     : "v"(b.v), "m"(*(const __m256i_u*)c));
    return a;
  }
  // Looks up half of a table for the bytes of row `row` in each dword, and writes zero to the other
  // bytes. x must be in a register. The asm writes the 64-byte name of that register with %g,
  // because gcc would otherwise copy x. clang 19 does not know %g.
  HR_INLINE HalfVec look_up(const Table256* tables, int row, int half, HalfVec x) {
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
};
#else
struct HalfOps {
  HR_INLINE HalfVec xor2(HalfVec a, HalfVec b) { return HR_ISA::xor2(a, b); }
  HR_INLINE HalfVec shuffle(HalfVec a, HalfVec b) { return HR_ISA::shuffle(a, b); }
  HR_INLINE HalfVec affine_by(HalfVec a, HalfVec b) { return HR_ISA::affine_by(a, b); }
  HR_INLINE HalfVec swap_lanes(HalfVec a) { return HR_ISA::swap_lanes(a); }
  HR_INLINE HalfVec negative8(HalfVec a) { return HR_ISA::affine(a, 0x8080808080808080); }
  template <int kTable>
  HR_INLINE HalfVec ternary(HalfVec a, HalfVec b, HalfVec c) {
    return HR_ISA::ternary<kTable>(a, b, c);
  }
  HR_INLINE HalfVec xor3(HalfVec a, HalfVec b, const std::uint8_t* c) {
    return HR_ISA::xor3(a, b, load_half(c));
  }
  HR_INLINE HalfVec look_up(const Table256* tables, int row, int half, HalfVec x) {
    return lookup_half_of_row(tables, row, half, x);
  }
};
#endif

}  // namespace
}  // namespace hedgerow::HR_ISA
