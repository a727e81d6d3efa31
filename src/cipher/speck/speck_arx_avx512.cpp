// SPECK with AVX-512: round.hpp has the round, cipher/arx the rest.
#include "isa/vec_avx512.hpp"

#include "cipher/arx/kernel.hpp"
#include "cipher/speck/schedule.hpp"
#include "cipher/speck/spec.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::avx512;
using namespace hedgerow::speck;
#include "cipher/arx/skeleton.hpp"
#include "cipher/speck/round.hpp"

}  // namespace

HR_SPECK_KERNEL(hedgerow_kernel_speck_arx_avx512);

}  // namespace hedgerow
