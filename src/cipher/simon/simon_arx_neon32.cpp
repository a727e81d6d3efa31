// SIMON with ARMv7 NEON: round.hpp has the round, cipher/arx the rest.
#include "isa/vec_neon32.hpp"

#include "cipher/arx/kernel.hpp"
#include "cipher/simon/schedule.hpp"
#include "cipher/simon/spec.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::neon32;
using namespace hedgerow::simon;
#include "cipher/arx/skeleton.hpp"
#include "cipher/simon/round.hpp"

}  // namespace

HR_SIMON_KERNEL(hedgerow_kernel_simon_arx_neon32);

}  // namespace hedgerow
