// Vec of 32 bytes: AVX2 with GFNI. The ops of vec_avx2.hpp and, on top, affine and gf_mul.
#pragma once
#define HR_VEC_GFNI 1
#include "isa/vec_avx2.hpp"
