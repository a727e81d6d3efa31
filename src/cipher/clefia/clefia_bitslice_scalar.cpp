// CLEFIA bit-sliced in plain 64-bit words, constant in time on any CPU of any word size and byte
// order, 64 blocks at a time: planes.hpp has the rounds, shared/planes_scalar.hpp the layout.
#include "isa/vec_scalar.hpp"

#include "base/kernel.hpp"
#include "base/secret.hpp"
#include "cipher/clefia/schedule.hpp"
#include "cipher/clefia/spec.hpp"
#include "cipher/shared/batches.hpp"
#include "cipher/shared/bit_planes.hpp"
#include "cipher/shared/counter.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::scalar;
using namespace hedgerow::clefia;
#include "cipher/shared/planes_scalar.hpp"

#include "cipher/clefia/planes.hpp"

#include "cipher/clefia/planes_keys.hpp"

#include "cipher/shared/planes_scalar_ops.hpp"

#include "cipher/shared/kernel_ops.hpp"

}  // namespace

HR_VARIANT_KERNEL(hedgerow_kernel_clefia_bitslice_scalar);

}  // namespace hedgerow
