// Kalyna-128/128 on bit planes in one set of eight registers (lanes: plane_sets.hpp), its S-boxes a joint circuit. A
// lab exhibit: the paper's 8-way arrangement.
#include "cipher/kalyna/plane_kernel.hpp"

namespace hedgerow {

using namespace HR_ISA;

extern const KernelOps HR_KERNEL_SYMBOL[kVariants];
const KernelOps HR_KERNEL_SYMBOL[kVariants] = {
    make_ops<Bitslice, kalyna_128_128>(),
};

}  // namespace hedgerow
