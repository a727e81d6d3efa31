// LEA with words in general registers: round.hpp has the round, cipher/arx the rest.
#include "isa/vec_scalar.hpp"

#include "cipher/arx/kernel.hpp"
#include "cipher/lea/schedule.hpp"
#include "cipher/lea/spec.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::scalar;
using namespace hedgerow::lea;
#include "cipher/arx/skeleton.hpp"
#include "cipher/lea/round.hpp"

}  // namespace

HR_LEA_KERNEL(hedgerow_kernel_lea_arx_scalar);

}  // namespace hedgerow
