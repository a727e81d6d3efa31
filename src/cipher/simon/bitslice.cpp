// SIMON bit-sliced. planes.hpp has the rounds and common/block_planes.hpp the layouts.
#include "cipher/simon/planes_kernel.hpp"

#define HR_KERNEL_OPS(identifier) Bitslice<identifier>::ops()
#include "cipher/common/export_kernel.inc"
