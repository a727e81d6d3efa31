// Carries of byte lanes.
#pragma once

#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

// All ones in the bytes where a + b, modulo 256 `sum`, went beyond 255.
HR_INLINE Vec carry8(Vec a, Vec b, Vec sum) {
  return negative8(or2(and2(a, b), andnot(sum, or2(a, b))));
}

}  // namespace
}  // namespace hedgerow::HR_ISA
