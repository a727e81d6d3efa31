// S0 and S1 over bit planes of 64-bit words. They run on any CPU, because there are no tables and
// no branches. The circuits are in src/circuit/clefia.
#pragma once

#include "circuit/clefia/s0.andn.hpp"
#include "circuit/clefia/s1.andn.hpp"
#include "isa/bit_transpose.hpp"

namespace hedgerow::clefia {

HR_INLINE void s0_planes(std::uint64_t* p) {
  box_clefia_s0(p, p);
  invert<kNots_clefia_s0>(p);
}
HR_INLINE void s1_planes(std::uint64_t* p) {
  box_clefia_s1(p, p);
  invert<kNots_clefia_s1>(p);
}

}  // namespace hedgerow::clefia
