// Cypress (experimental) with AVX2: round.hpp has the round, cipher/arx the rest.
#include "isa/vec_avx2.hpp"

#include "cipher/arx/kernel.hpp"
#include "cipher/cypress/schedule.hpp"
#include "cipher/cypress/spec.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::avx2;
using namespace hedgerow::cypress;
#include "cipher/arx/skeleton.hpp"
#include "cipher/cypress/round.hpp"

}  // namespace

HR_CYPRESS_KERNEL(hedgerow_kernel_cypress_arx_avx2);

}  // namespace hedgerow
