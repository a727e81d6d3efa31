// Kalyna on bit planes in 64-bit words, 256 bytes at once: constant in time on any CPU, without
// vector instructions or tables. Lanes: plane_words.hpp.
#include "base/bytes.hpp"
#include "base/kernel.hpp"
#include "base/secret.hpp"
#include "cipher/kalyna/schedule.hpp"
#include "cipher/shared/bit_planes.hpp"
#include "isa/vec_scalar.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::kalyna;
using namespace hedgerow::scalar;
#include "cipher/kalyna/plane_words.hpp"

#include "cipher/kalyna/planes.hpp"

#include "cipher/kalyna/plane_kernel.hpp"

}  // namespace

HR_KALYNA_KERNEL(hedgerow_kernel_kalyna_bitslice_scalar, Bitslice);

}  // namespace hedgerow
