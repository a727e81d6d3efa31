// The library's byte slices with S as a table of 16 rows that byte shuffles read, instead of its decomposition over
// GF(16). Constant in time; built with HR_KUZNYECHIK_LOOKUP, which chooses the box.
#include "cipher/kuznyechik/ctr.hpp"
#include "cipher/kuznyechik/round.hpp"
#include "cipher/kuznyechik/schedule.hpp"

#define HR_KERNEL_OPS(identifier) \
  KernelOps(sizeof(Key), kRoundKeyBytes, 0, schedule_portable, prepare, encrypt, decrypt, ctr)
#include "cipher/skeleton/table.inc"
