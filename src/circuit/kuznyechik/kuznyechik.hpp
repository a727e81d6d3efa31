// Written by tools/gen.py: the circuit over the gates that the vectors of HR_ISA have.
#pragma once

#include "isa/vec.hpp"
#ifdef HR_VEC_TERNARY
#include "circuit/kuznyechik/kuznyechik.lut3.hpp"
#else
#include "circuit/kuznyechik/kuznyechik.andn.hpp"
#endif
