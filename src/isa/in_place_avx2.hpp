// Operations that stay where they stand: a compiler gives them registers, but neither moves them past each other nor
// leaves one out. For code whose order was searched for (skeleton/gate_order.hpp).
//
// Not under MSan, which reports an uninitialised operand of an asm, nor under ASan, where hundreds of these operations
// take minutes to compile, and not where there are eight registers.
#pragma once

#include "isa/vec.hpp"

#if defined(__x86_64__) && defined(HR_VEC_HALVES) && !defined(HR_VEC_TERNARY) && \
    !defined(HR_VEC_MODEL) && !defined(__SANITIZE_ADDRESS__)
#define HR_VEC_IN_PLACE 1
#endif
#ifdef __has_feature
#if __has_feature(memory_sanitizer) || __has_feature(address_sanitizer)
#undef HR_VEC_IN_PLACE
#endif
#endif

#ifdef HR_VEC_IN_PLACE
namespace hedgerow::HR_ISA {
namespace {

HR_INLINE Vec load_in_place(const Vec& from) {
  Vec r;
  __asm__ volatile("vmovdqa %1, %0" : "=x"(r.v) : "m"(from.v));
  return r;
}
HR_INLINE Vec load_splat32_in_place(const std::uint32_t& from) {
  Vec r;
  __asm__ volatile("vpbroadcastd %1, %0" : "=x"(r.v) : "m"(from));
  return r;
}
HR_INLINE void store_in_place(Vec& to, Vec a) {
  __asm__ volatile("vmovdqa %1, %0" : "=m"(to.v) : "x"(a.v));
}
// b in a register, or in memory: no operation of its own then.
template <GateOp kOp>
HR_INLINE Vec gate_in_place(Vec a, Vec b) {
  Vec r;
  if constexpr (kOp == GateOp::kXor)
    __asm__ volatile("vpxor %2, %1, %0" : "=x"(r.v) : "x"(a.v), "x"(b.v));
  if constexpr (kOp == GateOp::kAnd)
    __asm__ volatile("vpand %2, %1, %0" : "=x"(r.v) : "x"(a.v), "x"(b.v));
  if constexpr (kOp == GateOp::kOr)
    __asm__ volatile("vpor %2, %1, %0" : "=x"(r.v) : "x"(a.v), "x"(b.v));
  if constexpr (kOp == GateOp::kAndNot)
    __asm__ volatile("vpandn %2, %1, %0" : "=x"(r.v) : "x"(a.v), "x"(b.v));
  return r;
}
template <GateOp kOp>
HR_INLINE Vec gate_from_memory(Vec a, const Vec& b) {
  Vec r;
  if constexpr (kOp == GateOp::kXor)
    __asm__ volatile("vpxor %2, %1, %0" : "=x"(r.v) : "x"(a.v), "m"(b.v));
  if constexpr (kOp == GateOp::kAnd)
    __asm__ volatile("vpand %2, %1, %0" : "=x"(r.v) : "x"(a.v), "m"(b.v));
  if constexpr (kOp == GateOp::kOr)
    __asm__ volatile("vpor %2, %1, %0" : "=x"(r.v) : "x"(a.v), "m"(b.v));
  if constexpr (kOp == GateOp::kAndNot)
    __asm__ volatile("vpandn %2, %1, %0" : "=x"(r.v) : "x"(a.v), "m"(b.v));
  return r;
}

}  // namespace
}  // namespace hedgerow::HR_ISA
#endif
