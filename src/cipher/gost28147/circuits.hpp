// The S-boxes of every set as circuits of src/circuit/gost28147. Kernels that are compiled for one
// set use them.
#pragma once

#include "cipher/gost28147/spec.hpp"
#include "isa/vec.hpp"
#ifdef HR_VEC_TERNARY
#include "circuit/gost28147/xor.lut3.hpp"
#else
#include "circuit/gost28147/xor0.andn.hpp"
#endif

namespace hedgerow::HR_ISA {
namespace {

using namespace gost28147;

// The facts that a kernel needs about the circuits of a set. zero is the argument that gives zero.
struct Circuits {
  struct {
    std::uint8_t zero;
  } row[kBoxes];
  bool known;
};

// Three-input gates compute the S-box directly. Two-input circuits take its argument xored with
// `zero`, because a function that maps zero to zero needs no NOT, in no gate and on no output.
#ifdef HR_VEC_TERNARY
constexpr bool kTernary = true;
#define HR_GOST_BOX(set, row) box_gost_##set##_##row##_xor
#else
constexpr bool kTernary = false;
#define HR_GOST_BOX(set, row) box_gost_##set##_##row##_xor0
#endif

consteval Circuits circuits_of(const Boxes& boxes) {
  Circuits r{{}, true};
  for (int row = 0; row < kBoxes; row++)
    while (boxes.row[row][r.row[row].zero]) r.row[row].zero++;
  return r;
}

#define SBOXES(set, rows) constexpr Circuits kCircuits_##set = circuits_of(kBoxes_##set);
#include "cipher/gost28147/sboxes.def"
#undef SBOXES
constexpr const Circuits& kCircuits_magma = kCircuits_tc26_z;
constexpr Circuits kCircuits_user{};  // no circuits, because these S-boxes come with the key
// The circuits of each variant.
constexpr const Circuits* kCircuitsOf[] = {
#define ENTRY(order, set) &kCircuits_##set,
#include "cipher/gost28147/entries.inc"
};
consteval bool has_circuits(const Circuits& circuits) { return circuits.known; }

// The inputs of a circuit: the four bits of an argument, then the four bits to which the S-box's
// output is added.
struct BoxInputs {
  const Vec* x;
  Vec* const* to;
  HR_LAMBDA const Vec& operator[](int i) const { return i < 4 ? x[i] : *to[i - 4]; }
};
struct BoxOutputs {
  Vec* const* to;
  HR_LAMBDA Vec& operator[](int i) const { return *to[i]; }
};

// Computes to[i] ^= bit i of the S-box of x.
template <const Circuits& kCircuits, int kRow>
HR_INLINE void xor_box(const Vec* x, Vec* const* to) {
#define ROW(set, row)                                          \
  if constexpr (&kCircuits == &kCircuits_##set && kRow == row) \
    HR_GOST_BOX(set, row)(BoxInputs{x, to}, BoxOutputs{to});
#define SBOXES(set, rows) \
  ROW(set, 0) ROW(set, 1) ROW(set, 2) ROW(set, 3) ROW(set, 4) ROW(set, 5) ROW(set, 6) ROW(set, 7)
#include "cipher/gost28147/sboxes.def"
#undef SBOXES
#undef ROW
}
#undef HR_GOST_BOX

}  // namespace
}  // namespace hedgerow::HR_ISA
