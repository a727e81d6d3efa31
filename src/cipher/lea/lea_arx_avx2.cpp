// LEA with AVX2: round.hpp has the round, cipher/arx the rest.
#include "isa/vec_avx2.hpp"

#include "cipher/arx/kernel.hpp"
#include "cipher/lea/schedule.hpp"
#include "cipher/lea/spec.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::avx2;
using namespace hedgerow::lea;
#include "cipher/arx/skeleton.hpp"
#include "cipher/lea/round.hpp"

}  // namespace

HR_LEA_KERNEL(hedgerow_kernel_lea_arx_avx2);

}  // namespace hedgerow
