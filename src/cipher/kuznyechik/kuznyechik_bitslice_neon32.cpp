// Kuznyechik bit-sliced with ARMv7 NEON, 128 blocks at a time: planes.hpp has the layout and the
// rounds.
#include "isa/vec_neon32.hpp"

#include "cipher/kuznyechik/byteslice.hpp"
#include "cipher/kuznyechik/schedule.hpp"
#include "cipher/shared/bit_planes.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::neon32;
using namespace hedgerow::kuznyechik;
#include "cipher/kuznyechik/planes_kernel.hpp"

}  // namespace

extern const KernelOps hedgerow_kernel_kuznyechik_bitslice_neon32[1];
const KernelOps hedgerow_kernel_kuznyechik_bitslice_neon32[1] = {
    {sizeof(Key), kRoundKeyBytes, 0, schedule_portable, prepare, encrypt, decrypt, ctr}};

}  // namespace hedgerow
