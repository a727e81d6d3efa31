// Carries of byte lanes.
#pragma once

#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

// Returns all ones in the bytes with a carry, i.e. if a + b exceeds 255. `sum` is a + b modulo 256.
HR_INLINE Vec carry8(Vec a, Vec b, Vec sum) {
  return negative8(or2(and2(a, b), andnot(sum, or2(a, b))));
}

}  // namespace
}  // namespace hedgerow::HR_ISA
