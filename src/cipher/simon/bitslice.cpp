// SIMON bit-sliced: planes.hpp has the rounds, skeleton/block_planes.hpp and block_planes_words.hpp the layouts.
#include "cipher/simon/planes_kernel.hpp"

namespace hedgerow {

using namespace HR_ISA;

extern const KernelOps HR_KERNEL_SYMBOL[kVariants];
const KernelOps HR_KERNEL_SYMBOL[kVariants] = {
#define CIPHER(family, identifier, ...) Bitslice<identifier>::ops(),
#include "lists/simon.inc"
};

}  // namespace hedgerow
