// Kalyna-128/128 on bit planes. With HR_KALYNA_SETS, the planes are in one or two sets of eight registers (lanes:
// plane_sets.hpp), and the S-boxes of a set are one joint circuit. These are the 8-way and 16-way arrangements of the
// 2020 paper. Without HR_KALYNA_SETS, it is the 32-way arrangement, which is the library's own.
#ifdef HR_KALYNA_SETS
#include "kernels/kalyna/plane_sets.hpp"
#endif
#include "cipher/kalyna/plane_kernel.hpp"

// Only this variant has this kernel, because the paper measured no other one.
#define HR_KERNEL_OPS(identifier) \
  identifier == kalyna_128_128 ? make_ops<Bitslice, kalyna_128_128>() : KernelOps {}
#include "cipher/common/export_kernel.inc"
