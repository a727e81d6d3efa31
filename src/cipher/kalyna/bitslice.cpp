// Kalyna on bit planes in 32 registers, each S-box a circuit (lanes: plane_lanes.hpp; 64-bit words: plane_words.hpp).
#include "cipher/kalyna/plane_kernel.hpp"

namespace hedgerow {

using namespace HR_ISA;

extern const KernelOps HR_KERNEL_SYMBOL[kVariants];
const KernelOps HR_KERNEL_SYMBOL[kVariants] = {
#define CIPHER(family, identifier, ...) make_ops<Bitslice, identifier>(),
#include "lists/kalyna.inc"
};

}  // namespace hedgerow
