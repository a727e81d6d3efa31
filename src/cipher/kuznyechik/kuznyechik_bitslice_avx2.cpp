// Kuznyechik bit-sliced with AVX2, 256 blocks at a time: planes.hpp has the layout and the rounds.
#include "isa/vec_avx2.hpp"

#include "cipher/kuznyechik/byteslice.hpp"
#include "cipher/kuznyechik/schedule.hpp"
#include "cipher/shared/bit_planes.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::avx2;
using namespace hedgerow::kuznyechik;
#include "cipher/kuznyechik/planes_kernel.hpp"

}  // namespace

extern const KernelOps hedgerow_kernel_kuznyechik_bitslice_avx2[1];
const KernelOps hedgerow_kernel_kuznyechik_bitslice_avx2[1] = {
    {sizeof(Key), kRoundKeyBytes, 0, schedule_portable, prepare, encrypt, decrypt, ctr}};

}  // namespace hedgerow
