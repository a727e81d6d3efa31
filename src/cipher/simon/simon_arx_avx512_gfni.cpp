// SIMON with words of 16 bits, which AVX-512 VBMI2 rotates in one instruction; the variants with
// other words gain nothing over simon_arx_avx512.cpp and are not served here.
#include "isa/vec_avx512_gfni.hpp"

#include "cipher/arx/kernel.hpp"
#include "cipher/simon/schedule.hpp"
#include "cipher/simon/spec.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::avx512_gfni;
using namespace hedgerow::simon;
#include "cipher/arx/skeleton.hpp"
#include "cipher/simon/round.hpp"

}  // namespace

extern const KernelOps hedgerow_kernel_simon_arx_avx512_gfni[kVariants];
const KernelOps hedgerow_kernel_simon_arx_avx512_gfni[kVariants] = {Arx<Simon<0>>::ops()};

}  // namespace hedgerow
