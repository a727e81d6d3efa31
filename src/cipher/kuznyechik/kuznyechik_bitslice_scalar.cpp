// Kuznyechik bit-sliced in plain 64-bit words, constant in time on any CPU of any word size and
// byte order, 64 blocks at a time: planes.hpp has the rounds, shared/planes_scalar.hpp the layout.
#include "isa/vec_scalar.hpp"

#include "base/kernel.hpp"
#include "base/secret.hpp"
#include "cipher/kuznyechik/schedule.hpp"
#include "cipher/kuznyechik/spec.hpp"
#include "cipher/shared/batches.hpp"
#include "cipher/shared/bit_planes.hpp"
#include "cipher/shared/counter.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::scalar;
using namespace hedgerow::kuznyechik;

#include "cipher/shared/planes_scalar.hpp"

#include "cipher/kuznyechik/planes.hpp"

#include "cipher/kuznyechik/planes_prepare.hpp"

#include "cipher/shared/planes_scalar_ops.hpp"

}  // namespace

extern const KernelOps hedgerow_kernel_kuznyechik_bitslice_scalar[1];
const KernelOps hedgerow_kernel_kuznyechik_bitslice_scalar[1] = {
    {sizeof(Key), kRoundKeyBytes, 0, schedule_portable, prepare, encrypt, decrypt, ctr}};

}  // namespace hedgerow
