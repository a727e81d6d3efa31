// Two steps of bit slicing as one list of gates: two bytes of L with their keys, and pi (or its
// inverse) of both. A byte that both steps read is loaded only once if a register is free.
//
// inputs:    | slots 0..15 of the window, plane by plane | 16 key planes |
// outputs:   | slots 16 and 17 | pi of slots 16 and 17 |
#pragma once

#include "cipher/common/gate_order.hpp"
#include "circuit/kuznyechik/inv.andn.hpp"
#include "circuit/kuznyechik/kuznyechik.andn.hpp"
#include "circuit/kuznyechik/l.andn.hpp"

namespace hedgerow::kuznyechik {

constexpr int kMostGates = 656;
constexpr int kWindowPlanes = 16 * 8, kStepPlanes = 2 * 8;
constexpr int kStepRegisters = 16;
// a loaded value stays in a register if it is read again within this number of gates
constexpr int kKeepFor = 30;
using StepNet = Net<kMostGates>;
using StepProgramMaker = GateProgramMaker<kMostGates, kStepRegisters>;

// s_0..s_15 in the order of the circuit l, which begins with a_15.
struct StepWindow {
  const StepNet* s;
  constexpr StepNet operator[](int i) const { return s[8 * (15 - i / 8) + i % 8]; }
};
template <class Pi>
constexpr Elements<kMostGates> make_two_steps(Pi pi) {
  RawGates<kMostGates> g;
  g.inputs = kWindowPlanes + kStepPlanes;
  StepNet s[kWindowPlanes + kStepPlanes] = {};
  for (int i = 0; i < kWindowPlanes; i++) s[i] = {&g, i};
  for (int k = 0; k < 2; k++) {
    StepNet y[8] = {};
    box_kuznyechik_l(StepWindow{s + 8 * k}, y);
    for (int b = 0; b < 8; b++)
      s[kWindowPlanes + 8 * k + b] = xor2(y[b], StepNet{&g, kWindowPlanes + 8 * k + b});
  }
  StepNet z[kStepPlanes] = {};
  for (int k = 0; k < 2; k++) pi(s + kWindowPlanes + 8 * k, z + 8 * k);
  for (int i = 0; i < kStepPlanes; i++) g.output[g.outputs++] = s[kWindowPlanes + i].id;
  for (int i = 0; i < kStepPlanes; i++) g.output[g.outputs++] = z[i].id;
  return ElementsMaker<kMostGates>(g).elements();
}
struct PiOfNets {
  constexpr void operator()(const StepNet* x, StepNet* y) const { box_kuznyechik(x, y); }
};
struct InversePiOfNets {
  constexpr void operator()(const StepNet* x, StepNet* y) const { box_kuznyechik_inv(x, y); }
};

}  // namespace hedgerow::kuznyechik
