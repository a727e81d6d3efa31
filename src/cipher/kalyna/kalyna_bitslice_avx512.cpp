// Kalyna on bit planes with AVX-512 F and BW, neither VBMI nor GFNI: 2048 bytes at once in 32
// registers (lanes: plane_lanes.hpp), each S-box a circuit.
#include "base/bytes.hpp"
#include "base/kernel.hpp"
#include "base/secret.hpp"
#include "cipher/kalyna/schedule.hpp"
#include "cipher/shared/bit_planes.hpp"
#include "isa/vec_avx512.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::kalyna;
using namespace hedgerow::avx512;
#include "cipher/kalyna/plane_lanes.hpp"

#include "cipher/kalyna/planes.hpp"

#include "cipher/kalyna/plane_kernel.hpp"

}  // namespace

HR_KALYNA_KERNEL(hedgerow_kernel_kalyna_bitslice_avx512, Bitslice);

}  // namespace hedgerow
