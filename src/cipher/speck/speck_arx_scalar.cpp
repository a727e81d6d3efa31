// SPECK with words in general registers: round.hpp has the round, cipher/arx the rest.
#include "isa/vec_scalar.hpp"

#include "cipher/arx/kernel.hpp"
#include "cipher/speck/schedule.hpp"
#include "cipher/speck/spec.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::scalar;
using namespace hedgerow::speck;
#include "cipher/arx/skeleton.hpp"
#include "cipher/speck/round.hpp"

}  // namespace

HR_SPECK_KERNEL(hedgerow_kernel_speck_arx_scalar);

}  // namespace hedgerow
