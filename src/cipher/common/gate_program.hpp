// Runs a GateProgram in the order of its operations. HR_GATE_PROGRAMS is not set under ASan,
// because it takes minutes to compile hundreds of operations in a fixed order.
#pragma once

#include "base/inline.hpp"
#include "cipher/common/gate_order.hpp"
#include "isa/in_order.hpp"

#if defined(HR_VEC_IN_ORDER) && !defined(__SANITIZE_ADDRESS__)
#define HR_GATE_PROGRAMS 1
#ifdef __has_feature
#if __has_feature(address_sanitizer)
#undef HR_GATE_PROGRAMS
#endif
#endif
#endif

#ifdef HR_GATE_PROGRAMS
namespace hedgerow::HR_ISA {
namespace {

// b is a vector, or its address.
template <GateOp kOp, class B>
HR_INLINE Vec gate_in_order(Vec a, B b) {
  if constexpr (kOp == GateOp::kXor) return InOrder::xor2(a, b);
  if constexpr (kOp == GateOp::kAnd) return InOrder::and2(a, b);
  if constexpr (kOp == GateOp::kOr) return InOrder::or2(a, b);
  if constexpr (kOp == GateOp::kAndNot) return InOrder::andnot(a, b);
}

// memory(place, number) returns the address of an input, an output or a spill. Inputs from kSplat
// on are dwords, which are broadcast.
template <GateStep kStep, int kSplat, class Memory>
HR_INLINE void run_step(Vec* r, Memory memory) {
  if constexpr (kStep.kind == GateStep::kGate) {
    r[kStep.d] = gate_in_order<kStep.op>(r[kStep.a], r[kStep.b]);
  } else {
    char* const p = memory(kStep.place, kStep.memory);
    if constexpr (kStep.kind == GateStep::kGateFromMemory)
      r[kStep.d] = gate_in_order<kStep.op>(r[kStep.a], At{p});
    else if constexpr (kStep.kind == GateStep::kStore)
      InOrder::store(p, r[kStep.a]);
    else if constexpr (kStep.place == GateStep::kInput && kStep.memory >= kSplat)
      r[kStep.d] = InOrder::load_splat32(p);
    else
      r[kStep.d] = InOrder::load(p);
  }
}
// Runs 128 operations in one list, because clang unrolls no list of more than 256.
template <const auto& kProgram, int kSplat, int kFrom = 0, class Memory>
HR_INLINE void run_gates(Vec* r, Memory memory) {
  constexpr int kLeft = kProgram.count - kFrom, kNow = kLeft < 128 ? kLeft : 128;
  unroll<kNow>([&](auto i) HR_LAMBDA { run_step<kProgram.of[kFrom + i], kSplat>(r, memory); });
  if constexpr (kLeft > kNow) run_gates<kProgram, kSplat, kFrom + kNow>(r, memory);
}

}  // namespace
}  // namespace hedgerow::HR_ISA
#endif
