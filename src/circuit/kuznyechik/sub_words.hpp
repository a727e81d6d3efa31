// pi and its inverse over bit planes of 64-bit words. They run on any CPU, because there are no
// tables and no branches. They process 64 bytes at a time with the circuits of
// src/circuit/kuznyechik:
//
//     eight words of eight bytes  <-- transpose_bits -->  planes[b]: bit b of each of the 64 bytes
#pragma once

#include "circuit/kuznyechik/inv.andn.hpp"
#include "circuit/kuznyechik/kuznyechik.andn.hpp"
#include "isa/bit_transpose.hpp"

namespace hedgerow::kuznyechik {

// Applies pi, or its inverse, to each of the 64 bytes of w.
HR_INLINE void sub_words(std::uint64_t* w) {
  transpose_bits(w);
  box_kuznyechik(w, w);
  invert<kNots_kuznyechik>(w);
  transpose_bits(w);
}
HR_INLINE void inv_sub_words(std::uint64_t* w) {
  transpose_bits(w);
  box_kuznyechik_inv(w, w);
  invert<kNots_kuznyechik_inv>(w);
  transpose_bits(w);
}

}  // namespace hedgerow::kuznyechik
