// Kalyna-128/128 on bit planes. HR_KALYNA_SETS: in one or two sets of eight registers (lanes: plane_sets.hpp), each
// set's S-boxes a joint circuit; these are the 8-way and 16-way arrangements of the 2020 paper. Without it, the 32-way
// one, which is the library's own.
#ifdef HR_KALYNA_SETS
#include "exhibits/kalyna/plane_sets.hpp"
#endif
#include "cipher/kalyna/plane_kernel.hpp"

// The other variants have no such exhibit.
#define HR_KERNEL_OPS(identifier) \
  identifier == kalyna_128_128 ? make_ops<Bitslice, kalyna_128_128>() : KernelOps {}
#include "cipher/common/export_kernel.inc"
