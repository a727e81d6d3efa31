// Kuznyechik bit-sliced with AVX-512 without VBMI or GFNI, 512 blocks at a time: planes.hpp has the
// layout and the rounds.
#include "isa/vec_avx512.hpp"

#include "cipher/kuznyechik/byteslice.hpp"
#include "cipher/kuznyechik/schedule.hpp"
#include "cipher/shared/bit_planes.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::avx512;
using namespace hedgerow::kuznyechik;
#include "cipher/kuznyechik/planes_kernel.hpp"

}  // namespace

extern const KernelOps hedgerow_kernel_kuznyechik_bitslice_avx512[1];
const KernelOps hedgerow_kernel_kuznyechik_bitslice_avx512[1] = {
    {sizeof(Key), kRoundKeyBytes, 0, schedule_portable, prepare, encrypt, decrypt, ctr}};

}  // namespace hedgerow
