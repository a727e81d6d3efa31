// A function of the bit-sliced round as one list of gates (common/gate_order.hpp).
//
// inputs:    | 32 planes of the word | 32 planes that are added | 32 key planes |
// outputs:   | 32 planes |
#pragma once

#include "cipher/clefia/spec.hpp"
#include "cipher/common/gate_order.hpp"
#include "circuit/clefia/m0.andn.hpp"
#include "circuit/clefia/m1.andn.hpp"
#include "circuit/clefia/s0.andn.hpp"
#include "circuit/clefia/s1.andn.hpp"

namespace hedgerow::clefia {

constexpr int kMostGates = 560, kWordPlanes = 32;
// A loaded value stays in a register if it is used again within this number of gates.
constexpr int kKeepFor = 30;

constexpr Elements<kMostGates> make_function(int function) {
  using Gate = Net<kMostGates>;
  RawGates<kMostGates> g;
  g.inputs = 3 * kWordPlanes;
  Gate in[3 * kWordPlanes] = {}, s[kWordPlanes] = {}, y[kWordPlanes] = {};
  for (int i = 0; i < g.inputs; i++) in[i] = {&g, i};
  for (int i = 0; i < 4; i++) {
    Gate p[8] = {};
    for (int b = 0; b < 8; b++) p[b] = xor2(in[8 * i + b], in[2 * kWordPlanes + 8 * i + b]);
    if (uses_s1(function, i))
      box_clefia_s1(p, s + 8 * i);
    else
      box_clefia_s0(p, s + 8 * i);
  }
  if (function == 0)
    box_clefia_m0(s, y);
  else
    box_clefia_m1(s, y);
  for (int i = 0; i < kWordPlanes; i++) g.output[g.outputs++] = xor2(y[i], in[kWordPlanes + i]).id;
  return ElementsMaker<kMostGates>(g).elements();
}

}  // namespace hedgerow::clefia
