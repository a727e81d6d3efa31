// Cypress (experimental) with ARMv7 NEON: round.hpp has the round, cipher/arx the rest.
#include "isa/vec_neon32.hpp"

#include "cipher/arx/kernel.hpp"
#include "cipher/cypress/schedule.hpp"
#include "cipher/cypress/spec.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::neon32;
using namespace hedgerow::cypress;
#include "cipher/arx/skeleton.hpp"
#include "cipher/cypress/round.hpp"

}  // namespace

HR_CYPRESS_KERNEL(hedgerow_kernel_cypress_arx_neon32);

}  // namespace hedgerow
