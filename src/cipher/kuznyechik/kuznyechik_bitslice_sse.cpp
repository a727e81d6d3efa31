// Kuznyechik bit-sliced with SSSE3, 128 blocks at a time: planes.hpp has the layout and the rounds.
#include "isa/vec_sse.hpp"

#include "cipher/kuznyechik/byteslice.hpp"
#include "cipher/kuznyechik/schedule.hpp"
#include "cipher/shared/bit_planes.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::sse;
using namespace hedgerow::kuznyechik;
#include "cipher/kuznyechik/planes_kernel.hpp"

}  // namespace

extern const KernelOps hedgerow_kernel_kuznyechik_bitslice_sse[1];
const KernelOps hedgerow_kernel_kuznyechik_bitslice_sse[1] = {
    {sizeof(Key), kRoundKeyBytes, 0, schedule_portable, prepare, encrypt, decrypt, ctr}};

}  // namespace hedgerow
