// SPECK with ARMv7 NEON: round.hpp has the round, cipher/arx the rest.
#include "isa/vec_neon32.hpp"

#include "cipher/arx/kernel.hpp"
#include "cipher/speck/schedule.hpp"
#include "cipher/speck/spec.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::neon32;
using namespace hedgerow::speck;
#include "cipher/arx/skeleton.hpp"
#include "cipher/speck/round.hpp"

}  // namespace

HR_SPECK_KERNEL(hedgerow_kernel_speck_arx_neon32);

}  // namespace hedgerow
