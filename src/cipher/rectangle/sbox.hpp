// The S-box and its inverse on whole rows r[0..3]. A search found the circuits, which have six
// functions of three inputs, or eleven and twelve functions of two inputs. The circuits of two
// inputs complement some outputs, because this saves operations. kFlipped and kInverseFlipped name
// these rows, and the next round key corrects them.
#pragma once

#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

#ifdef HR_VEC_TERNARY
constexpr bool kFlipped[4] = {}, kInverseFlipped[4] = {};

HR_INLINE void substitute(Vec* r) {
  const Vec a = ternary<0x1e>(r[3], r[1], r[0]);  // r3 ^ (r1 | r0)
  const Vec y0 = xor3(r[1], r[2], a);
  const Vec b = ternary<0x69>(a, y0, r[0]);  // ~(r0 ^ r1 ^ r2)
  const Vec y1 = xor_and(b, r[1], r[3]);
  const Vec y2 = ternary<0xa6>(r[2], a, b);  // b ^ (a & ~r2)
  r[3] = xor_and(a, y0, y2);
  r[0] = y0;
  r[1] = y1;
  r[2] = y2;
}
HR_INLINE void inverse_substitute(Vec* r) {
  const Vec a = xor_and(r[3], r[2], r[0]);
  const Vec b = ternary<0x2d>(r[1], r[0], a);  // r1 ^ (r0 | ~a)
  const Vec y1 = ternary<0x69>(r[2], a, b);    // ~(r2 ^ a ^ b)
  const Vec y2 = ternary<0x69>(r[0], r[2], b);
  const Vec y0 = ternary<0xc6>(a, b, y2);  // b ^ (y2 & ~a)
  r[3] = ternary<0x1e>(a, y1, y0);         // a ^ (y1 | y0)
  r[0] = y0;
  r[1] = y1;
  r[2] = y2;
}
#else
constexpr bool kFlipped[4] = {false, true, true, false};
constexpr bool kInverseFlipped[4] = {true, false, false, true};

HR_INLINE void substitute(Vec* r) {
  const Vec a = xor2(r[3], or2(r[1], r[0])), t = xor2(r[1], r[2]), b = xor2(t, r[0]);
  const Vec y0 = xor2(t, a), y1 = xor2(b, and2(r[1], r[3])), y2 = xor2(b, andnot(r[2], a));
  r[3] = xor2(a, andnot(y2, y0));
  r[0] = y0;
  r[1] = y1;
  r[2] = y2;
}
// Twelve operations in a chain of six. A circuit of eleven operations has a chain of ten, which is
// slower if few rows are processed together.
HR_INLINE void inverse_substitute(Vec* r) {
  const Vec a = xor2(r[3], and2(r[2], r[0])), s = xor2(r[1], r[2]), u = xor2(r[2], r[0]);
  const Vec y0 = xor2(u, andnot(s, a)), y1 = xor2(s, and2(a, r[0])), y2 = xor2(s, or2(a, r[0]));
  r[3] = xor2(a, andnot(y1, y0));
  r[0] = y0;
  r[1] = y1;
  r[2] = y2;
}
#endif

}  // namespace
}  // namespace hedgerow::HR_ISA
