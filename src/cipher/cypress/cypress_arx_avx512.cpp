// Cypress (experimental) with AVX-512: round.hpp has the round, cipher/arx the rest.
#include "isa/vec_avx512.hpp"

#include "cipher/arx/kernel.hpp"
#include "cipher/cypress/schedule.hpp"
#include "cipher/cypress/spec.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::avx512;
using namespace hedgerow::cypress;
#include "cipher/arx/skeleton.hpp"
#include "cipher/cypress/round.hpp"

}  // namespace

HR_CYPRESS_KERNEL(hedgerow_kernel_cypress_arx_avx512);

}  // namespace hedgerow
