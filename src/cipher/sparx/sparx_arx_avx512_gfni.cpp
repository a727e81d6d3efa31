// SPARX with AVX-512 VBMI2, which rotates words of 16 bits: round.hpp has the step, cipher/arx the
// rest.
#include "isa/vec_avx512_gfni.hpp"

#include "cipher/arx/kernel.hpp"
#include "cipher/sparx/schedule.hpp"
#include "cipher/sparx/spec.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::avx512_gfni;
using namespace hedgerow::sparx;
#include "cipher/arx/skeleton.hpp"
#include "cipher/sparx/round.hpp"

}  // namespace

HR_SPARX_KERNEL(hedgerow_kernel_sparx_arx_avx512_gfni);

}  // namespace hedgerow
