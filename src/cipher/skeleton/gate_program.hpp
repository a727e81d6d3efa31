// Runs a GateProgram: each operation at its place.
#pragma once

#include "base/inline.hpp"
#include "cipher/skeleton/gate_order.hpp"
#include "isa/in_place_avx2.hpp"

#ifdef HR_VEC_IN_PLACE
namespace hedgerow::HR_ISA {
namespace {

// memory(place, number): the address of an input, an output or a spill; inputs from kSplat on are dwords to repeat.
template <GateStep kStep, int kSplat, class Memory>
HR_INLINE void run_step(Vec* r, Memory memory) {
  if constexpr (kStep.kind == GateStep::kGate) {
    r[kStep.d] = gate_in_place<kStep.op>(r[kStep.a], r[kStep.b]);
  } else {
    char* const p = memory(kStep.place, kStep.memory);
    if constexpr (kStep.kind == GateStep::kGateFromMemory)
      r[kStep.d] = gate_from_memory<kStep.op>(r[kStep.a], *(const Vec*)p);
    else if constexpr (kStep.kind == GateStep::kStore)
      store_in_place(*(Vec*)p, r[kStep.a]);
    else if constexpr (kStep.place == GateStep::kInput && kStep.memory >= kSplat)
      r[kStep.d] = load_splat32_in_place(*(const std::uint32_t*)p);
    else
      r[kStep.d] = load_in_place(*(const Vec*)p);
  }
}
// 128 at a time: clang unrolls no list of more than 256.
template <const auto& kProgram, int kSplat, int kFrom = 0, class Memory>
HR_INLINE void run_gates(Vec* r, Memory memory) {
  constexpr int kLeft = kProgram.count - kFrom, kNow = kLeft < 128 ? kLeft : 128;
  unroll<kNow>([&](auto i) HR_LAMBDA { run_step<kProgram.of[kFrom + i], kSplat>(r, memory); });
  if constexpr (kLeft > kNow) run_gates<kProgram, kSplat, kFrom + kNow>(r, memory);
}

}  // namespace
}  // namespace hedgerow::HR_ISA
#endif
