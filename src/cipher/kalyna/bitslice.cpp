// Kalyna on bit planes in 32 registers, each S-box a circuit (layouts: plane_layout.hpp).
#include "cipher/kalyna/plane_kernel.hpp"

#define HR_KERNEL_OPS(identifier) make_ops<Bitslice, identifier>()
#include "cipher/common/export_kernel.inc"
