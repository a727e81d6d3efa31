// SPARX with AVX2: round.hpp has the step, cipher/arx the rest.
#include "isa/vec_avx2.hpp"

#include "cipher/arx/kernel.hpp"
#include "cipher/sparx/schedule.hpp"
#include "cipher/sparx/spec.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::avx2;
using namespace hedgerow::sparx;
#include "cipher/arx/skeleton.hpp"
#include "cipher/sparx/round.hpp"

}  // namespace

HR_SPARX_KERNEL(hedgerow_kernel_sparx_arx_avx2);

}  // namespace hedgerow
