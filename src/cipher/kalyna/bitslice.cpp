// Kalyna on bit planes in 32 registers, with a circuit for each S-box. plane_layout.hpp has the
// layouts.
#include "cipher/kalyna/plane_kernel.hpp"

#define HR_KERNEL_OPS(identifier) make_ops<Bitslice, identifier>()
#include "cipher/common/export_kernel.inc"
