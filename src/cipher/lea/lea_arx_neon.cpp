// LEA with AArch64 Advanced SIMD: round.hpp has the round, cipher/arx the rest.
#include "isa/vec_neon.hpp"

#include "cipher/arx/kernel.hpp"
#include "cipher/lea/schedule.hpp"
#include "cipher/lea/spec.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::neon;
using namespace hedgerow::lea;
#include "cipher/arx/skeleton.hpp"
#include "cipher/lea/round.hpp"

}  // namespace

HR_LEA_KERNEL(hedgerow_kernel_lea_arx_neon);

}  // namespace hedgerow
