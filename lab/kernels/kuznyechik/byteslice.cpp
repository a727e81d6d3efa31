// The library's byte slices with other choices. With HR_KUZNYECHIK_LOOKUP, S is a table of 16 rows that byte shuffles
// read, and not its decomposition over GF(16). Both forms also exist with 512 bits of byte shuffles alone, without VBMI
// and GFNI. Constant time.
#include "cipher/kuznyechik/ctr.hpp"
#include "cipher/kuznyechik/round.hpp"
#include "cipher/kuznyechik/spec.hpp"

#define HR_KERNEL_OPS(identifier)                                                             \
  KernelOps(sizeof(Key), kRoundKeyBytes, kBatchBlocks, kAllCalls, schedule_portable, prepare, \
            encrypt, decrypt, ctr)
#include "cipher/common/export_kernel.inc"
