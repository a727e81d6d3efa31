// S over vectors: substitute<N>(box, x) puts N vectors of bytes through pi or its inverse, in the
// form that suits the ISA.
//
// A box may be conjugated by a linear map of bytes: x -> to(pi(from(x))), from = to^-1. substitute
// gives the result up to the constant kForwardOffset, which the round keys absorb.
#pragma once

#include "isa/vec.hpp"

#if (defined(HR_VEC_AVX512) && defined(HR_VEC_GFNI)) || defined(HR_KUZNYECHIK_LOOKUP)
#include "cipher/kuznyechik/sbox_lookup.hpp"
#elif defined(HR_VEC_GFNI)
#include "cipher/kuznyechik/sbox_tower.hpp"
#else
#include "cipher/kuznyechik/sbox_log.hpp"
#endif
