// Kalyna on bit planes with NEON: 512 bytes at once in 32 registers (lanes: plane_lanes.hpp), each
// S-box a circuit.
#include "base/bytes.hpp"
#include "base/kernel.hpp"
#include "base/secret.hpp"
#include "cipher/kalyna/schedule.hpp"
#include "cipher/shared/bit_planes.hpp"
#include "isa/vec_neon.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::kalyna;
using namespace hedgerow::neon;
#include "cipher/kalyna/plane_lanes.hpp"

#include "cipher/kalyna/planes.hpp"

#include "cipher/kalyna/plane_kernel.hpp"

}  // namespace

HR_KALYNA_KERNEL(hedgerow_kernel_kalyna_bitslice_neon, Bitslice);

}  // namespace hedgerow
