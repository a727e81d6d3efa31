// SPECK with words of 16 bits, which AVX-512 VBMI2 rotates in one instruction; the variants with
// other words gain nothing over speck_arx_avx512.cpp and are not served here.
#include "isa/vec_avx512_gfni.hpp"

#include "cipher/arx/kernel.hpp"
#include "cipher/speck/schedule.hpp"
#include "cipher/speck/spec.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::avx512_gfni;
using namespace hedgerow::speck;
#include "cipher/arx/skeleton.hpp"
#include "cipher/speck/round.hpp"

}  // namespace

extern const KernelOps hedgerow_kernel_speck_arx_avx512_gfni[kVariants];
const KernelOps hedgerow_kernel_speck_arx_avx512_gfni[kVariants] = {Arx<Speck<0>>::ops()};

}  // namespace hedgerow
