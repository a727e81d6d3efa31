// L and pi byte by byte, two bytes at a time, in an order that a search found (two_steps.hpp).
#pragma once

#include "cipher/common/gate_program.hpp"
#ifdef HR_GATE_PROGRAMS
#include "cipher/kuznyechik/two_steps.hpp"
#include "cipher/kuznyechik/two_steps_decrypt.hpp"
#include "cipher/kuznyechik/two_steps_encrypt.hpp"

namespace hedgerow::HR_ISA {
namespace {

using StepProgram = GateProgram<kuznyechik::kMostGates>;
// pi's results, which are outputs from kStepPlanes on, overwrite the inputs 0, 1, ... Returns true
// if no later step reads these inputs.
consteval bool is_in_place(const StepProgram& p) {
  bool gone[kuznyechik::kStepPlanes] = {};
  for (int i = 0; i < p.count; i++) {
    const GateStep& s = p.of[i];
    const bool memory = s.kind != GateStep::kGate;
    if (memory && s.place == GateStep::kOutput && s.memory >= kuznyechik::kStepPlanes)
      gone[s.memory - kuznyechik::kStepPlanes] = true;
    if (memory && s.place == GateStep::kInput && s.memory < kuznyechik::kStepPlanes &&
        gone[s.memory])
      return false;
  }
  return true;
}
template <class Pi>
consteval StepProgram make_step_program(Pi pi, const std::int16_t* order) {
  const auto elements = kuznyechik::make_two_steps(pi);
  const kuznyechik::StepProgramMaker maker(elements, order, kuznyechik::kWindowPlanes,
                                           kuznyechik::kKeepFor);
  return maker.valid() && is_in_place(maker.program()) ? maker.program() : StepProgram{};
}
constexpr StepProgram kStepsToEncrypt =
    make_step_program(kuznyechik::PiOfNets{}, kuznyechik::kOrderTo_encrypt);
constexpr StepProgram kStepsToDecrypt =
    make_step_program(kuznyechik::InversePiOfNets{}, kuznyechik::kOrderTo_decrypt);
static_assert(kStepsToEncrypt.count > 0 && kStepsToDecrypt.count > 0,
              "an order was searched for other circuits: tools/gate_order.cpp");

// Processes slots k..k+17, which begin at `window`. pi's results overwrite slots k and k+1, because
// no later gate reads these.
template <const StepProgram& kProgram>
HR_INLINE void run_two_steps(char* window, const char* key, char* spills) {
  // Keeps three registers instead of an address for every array.
  __asm__("" : "+r"(window), "+r"(key), "+r"(spills));
  Vec r[kuznyechik::kStepRegisters];
  run_gates<kProgram, kuznyechik::kWindowPlanes>(r, [&](GateStep::Place place, int i) HR_LAMBDA {
    constexpr int kIn = kuznyechik::kWindowPlanes, kOut = kuznyechik::kStepPlanes;
    if (place == GateStep::kSpill) return spills + kWidth * i;
    if (place == GateStep::kOutput) return window + kWidth * (i < kOut ? kIn + i : i - kOut);
    return i < kIn ? window + kWidth * i : const_cast<char*>(key) + 4 * (i - kIn);
  });
}

}  // namespace
}  // namespace hedgerow::HR_ISA
#endif
