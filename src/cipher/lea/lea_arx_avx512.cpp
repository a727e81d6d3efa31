// LEA with AVX-512: round.hpp has the round, cipher/arx the rest.
#include "isa/vec_avx512.hpp"

#include "cipher/arx/kernel.hpp"
#include "cipher/lea/schedule.hpp"
#include "cipher/lea/spec.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::avx512;
using namespace hedgerow::lea;
#include "cipher/arx/skeleton.hpp"
#include "cipher/lea/round.hpp"

}  // namespace

HR_LEA_KERNEL(hedgerow_kernel_lea_arx_avx512);

}  // namespace hedgerow
