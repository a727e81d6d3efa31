// Kuznyechik bit-sliced: planes.hpp has the rounds, common/planes.hpp the layout. 64-bit words are constant in time
// on any CPU of any word size and byte order.
#include "cipher/kuznyechik/planes_ctr.hpp"
#include "cipher/kuznyechik/planes_prepare.hpp"
#include "cipher/kuznyechik/schedule.hpp"

#define HR_KERNEL_OPS(identifier)                                                               \
  KernelOps(sizeof(Key), kRoundKeyBytes, kPlanesBlocks, 0, schedule_portable, prepare, encrypt, \
            decrypt, ctr)
#include "cipher/common/export_kernel.inc"
