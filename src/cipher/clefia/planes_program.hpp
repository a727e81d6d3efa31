// The functions of the bit-sliced round over AVX2 as programs of gates. Each operation, load and
// store is at the place that a search found (planes_orders.hpp). A compiler's order has more loads
// and stores, and its gates wait longer.
#pragma once

#include "cipher/common/gate_program.hpp"

#ifdef HR_GATE_PROGRAMS
#include "cipher/clefia/planes_elements.hpp"
#include "cipher/clefia/planes_orders.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace clefia;
constexpr int kFunctionRegisters = 16;
using FunctionProgram = GateProgram<kMostGates>;

consteval FunctionProgram make_function_program(int function) {
  const auto elements = make_function(function);
  const GateProgramMaker<kMostGates, kFunctionRegisters> maker(elements, kFunctionOrder[function],
                                                               2 * kWordPlanes, kKeepFor);
  return maker.valid() ? maker.program() : FunctionProgram{};
}
template <int kFunction>
constexpr FunctionProgram kFunctionProgram = make_function_program(kFunction);
static_assert(kFunctionProgram<0>.count > 0 && kFunctionProgram<1>.count > 0,
              "an order was searched for other circuits: tools/gate_order.cpp");

// `to` may be `add`.
template <int kFunction>
HR_INLINE void run_function(const char* x, const char* key, const char* add, char* to) {
  constexpr const FunctionProgram& kProgram = kFunctionProgram<kFunction>;
  Vec r[kFunctionRegisters], spilled[kProgram.spills];
  char* spills = (char*)spilled;
  // Keeps registers instead of an address for every plane.
  __asm__("" : "+r"(x), "+r"(key), "+r"(add), "+r"(to), "+r"(spills));
  run_gates<kFunctionProgram<kFunction>, 2 * kWordPlanes>(
      r, [&](GateStep::Place place, int i) HR_LAMBDA {
        if (place == GateStep::kSpill) return spills + kWidth * i;
        if (place == GateStep::kOutput) return to + kWidth * i;
        const char* const at = i < kWordPlanes       ? x + kWidth * i
                               : i < 2 * kWordPlanes ? add + kWidth * (i - kWordPlanes)
                                                     : key + 4 * (i - 2 * kWordPlanes);
        return const_cast<char*>(at);
      });
}

}  // namespace
}  // namespace hedgerow::HR_ISA
#endif
