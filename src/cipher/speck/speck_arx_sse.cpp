// SPECK with SSSE3: round.hpp has the round, cipher/arx the rest.
#include "isa/vec_sse.hpp"

#include "cipher/arx/kernel.hpp"
#include "cipher/speck/schedule.hpp"
#include "cipher/speck/spec.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::sse;
using namespace hedgerow::speck;
#include "cipher/arx/skeleton.hpp"
#include "cipher/speck/round.hpp"

}  // namespace

HR_SPECK_KERNEL(hedgerow_kernel_speck_arx_sse);

}  // namespace hedgerow
