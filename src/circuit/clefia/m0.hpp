// Written by tools/gen.py: the circuit over the gates that the vectors of HR_ISA have.
#pragma once

#include "isa/vec.hpp"
#ifdef HR_VEC_TERNARY
#include "circuit/clefia/m0.lut3.hpp"
#else
#include "circuit/clefia/m0.andn.hpp"
#endif
