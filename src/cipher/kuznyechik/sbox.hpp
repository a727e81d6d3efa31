// S over vectors. substitute<N>(box, x) applies pi or its inverse to N vectors of bytes, in the
// form that suits the instruction set.
//
// A linear map of bytes may conjugate a box: x -> to(pi(from(x))), from = to^-1. The result of
// substitute differs from the box by the constant kForwardOffset, which the round keys contain.
#pragma once

#include "isa/vec.hpp"

#if (defined(HR_VEC_AVX512) && defined(HR_VEC_GFNI)) || defined(HR_KUZNYECHIK_LOOKUP)
#include "cipher/kuznyechik/sbox_lookup.hpp"
#elif defined(HR_VEC_GFNI)
#include "cipher/kuznyechik/sbox_tower.hpp"
#else
#include "cipher/kuznyechik/sbox_log.hpp"
#endif
