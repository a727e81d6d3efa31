// Kuznyechik bit-sliced: planes.hpp has the rounds, skeleton/planes.hpp the layout. 64-bit words are constant in time
// on any CPU of any word size and byte order.
#include "cipher/kuznyechik/planes_ctr.hpp"
#include "cipher/kuznyechik/planes_prepare.hpp"
#include "cipher/kuznyechik/schedule.hpp"

namespace hedgerow {

using namespace HR_ISA;

extern const KernelOps HR_KERNEL_SYMBOL[kVariants];
const KernelOps HR_KERNEL_SYMBOL[kVariants] = {
    {sizeof(Key), kRoundKeyBytes, 0, schedule_portable, prepare, encrypt, decrypt, ctr}};

}  // namespace hedgerow
