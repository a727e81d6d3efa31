// Kuznyechik byte-sliced with AVX-512 VBMI and GFNI, 64 blocks at a time: round.hpp has the layout
// and the rounds.
#include "isa/vec_avx512_gfni.hpp"

#include "cipher/kuznyechik/byteslice.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::avx512_gfni;
using namespace hedgerow::kuznyechik;
#include "cipher/kuznyechik/round.hpp"

#include "cipher/kuznyechik/block.hpp"

}  // namespace

extern const KernelOps hedgerow_kernel_kuznyechik_byteslice_avx512_gfni[1];
const KernelOps hedgerow_kernel_kuznyechik_byteslice_avx512_gfni[1] = {
    {sizeof(Key), kRoundKeyBytes, 0, schedule, prepare, encrypt, decrypt, ctr}};

}  // namespace hedgerow
