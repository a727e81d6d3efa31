// The vectors of the instruction set that an object is built for: Vec, kWidth and the operations
// of operations.def, in namespace hedgerow::HR_ISA.
//
// The build defines HR_ISA, a name of isa.def (-DHR_ISA=avx2). The ops come from vec_<name>.hpp, or
// from the portable model if HR_VEC_MODEL is defined. A kernel with narrower vectors than its
// instruction set has names them with HR_VEC. For example, -DHR_ISA=avx512 -DHR_VEC=avx2 gives
// vectors of 32 bytes, which are also in namespace hedgerow::HR_ISA.
//
// Headers of kernels include this header and open an unnamed namespace inside hedgerow::HR_ISA.
// Therefore code for two instruction sets never shares a symbol, and the linker cannot use one for
// the other.
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
