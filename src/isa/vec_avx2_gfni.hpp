// Vec of 32 bytes: AVX2 with GFNI, VAES and VPCLMULQDQ. The ops of vec_avx2.hpp and, on top,
// affine, gf_mul, clmul and aes_enc.
#pragma once
#define HR_VEC_GFNI 1
#define HR_VEC_CLMUL 1
#define HR_VEC_AES 1
#include "isa/vec_avx2.hpp"
