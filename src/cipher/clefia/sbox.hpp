// S0, S1 and the products of the matrices over vectors, in the form that suits the instruction set.
// State bytes are in a basis that the instruction set chooses, kBasis.
#pragma once

#include "isa/vec.hpp"

#ifdef HR_VEC_GFNI
#include "cipher/clefia/sbox_gfni.hpp"
#else
#include "cipher/clefia/sbox_nibbles.hpp"
#endif
