// CLEFIA bit-sliced with AArch64 Advanced SIMD, 128 blocks at a time: planes.hpp has the rounds.
#include "isa/vec_neon.hpp"

#include "base/kernel.hpp"
#include "base/secret.hpp"
#include "cipher/clefia/schedule.hpp"
#include "cipher/clefia/spec.hpp"
#include "cipher/shared/batches.hpp"
#include "cipher/shared/bit_planes.hpp"
#include "cipher/shared/counter.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::neon;
using namespace hedgerow::clefia;
#include "cipher/clefia/planes_kernel.hpp"

}  // namespace

HR_VARIANT_KERNEL(hedgerow_kernel_clefia_bitslice_neon);

}  // namespace hedgerow
