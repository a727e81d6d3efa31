// The library's byte slices where it has others: with HR_KUZNYECHIK_LOOKUP S is a table of 16 rows that byte
// shuffles read instead of its decomposition over GF(16); and either box with 512 bits of byte shuffles alone,
// without VBMI and GFNI. Constant in time.
#include "cipher/kuznyechik/ctr.hpp"
#include "cipher/kuznyechik/round.hpp"
#include "cipher/kuznyechik/schedule.hpp"

#define HR_KERNEL_OPS(identifier)                                                             \
  KernelOps(sizeof(Key), kRoundKeyBytes, kBatchBlocks, kAllCalls, schedule_portable, prepare, \
            encrypt, decrypt, ctr)
#include "cipher/common/export_kernel.inc"
