// Vec of 32 bytes for AVX2 with GFNI: the ops of vec_avx2.hpp, and affine and gf_mul.
#pragma once
#define HR_VEC_GFNI 1
#include "isa/vec_avx2.hpp"
