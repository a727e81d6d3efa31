// CLEFIA bit-sliced: planes.hpp has the rounds, common/planes.hpp the layout. 64-bit words are constant in time on
// any CPU of any word size and byte order.
#include "cipher/clefia/planes_ctr.hpp"
#include "cipher/clefia/planes_keys.hpp"
#include "cipher/clefia/schedule.hpp"

#define HR_KERNEL_OPS(identifier)                                                                 \
  KernelOps(sizeof(Key), (std::uint32_t)kVariant[identifier].round_key_bytes(), kPlanesBlocks, 0, \
            schedule_portable<identifier>, prepare<identifier>, encrypt, decrypt, ctr)
#include "cipher/common/export_kernel.inc"
