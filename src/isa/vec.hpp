// The vectors of the instruction set that an object is built for: Vec, kWidth and the ops of src/isa/README.md, in
// namespace hedgerow::HR_ISA.
//
// The build gives HR_ISA, a name of isa.def (-DHR_ISA=avx2); the header with the ops is vec_<name>.hpp, or the
// portable model of it under HR_VEC_MODEL. A kernel that wants narrower vectors than its instruction set has names
// them with HR_VEC (-DHR_ISA=avx512 -DHR_VEC=avx2); they too stand in namespace hedgerow::HR_ISA.
//
// Headers of kernels include this one and open the same namespace with an unnamed one in it: code for two
// instruction sets never has a symbol in common, so the linker cannot take one for the other.
#pragma once

#ifndef HR_ISA
#error \
    "HR_ISA must be the name of an instruction set in isa.def, as the build gives it: -DHR_ISA=avx2"
#endif
#ifndef HR_VEC
#define HR_VEC HR_ISA
#endif

#define HR_VEC_QUOTED(file) #file
#define HR_VEC_PATH(name) HR_VEC_QUOTED(vec_##name.hpp)
#define HR_VEC_HEADER(name) HR_VEC_PATH(name)
#include HR_VEC_HEADER(HR_VEC)
