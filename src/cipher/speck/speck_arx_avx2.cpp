// SPECK with AVX2: round.hpp has the round, cipher/arx the rest.
#include "isa/vec_avx2.hpp"

#include "cipher/arx/kernel.hpp"
#include "cipher/speck/schedule.hpp"
#include "cipher/speck/spec.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::avx2;
using namespace hedgerow::speck;
#include "cipher/arx/skeleton.hpp"
#include "cipher/speck/round.hpp"

}  // namespace

HR_SPECK_KERNEL(hedgerow_kernel_speck_arx_avx2);

}  // namespace hedgerow
