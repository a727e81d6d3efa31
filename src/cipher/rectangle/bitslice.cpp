// RECTANGLE bit-sliced over rows. round.hpp has the layout and the rounds over vectors, and
// words.hpp those over 64-bit words.
#include "cipher/rectangle/keys.hpp"
#include "cipher/rectangle/spec.hpp"
#ifdef HR_VEC_SCALAR
#include "cipher/rectangle/words.hpp"
#else
#include "cipher/rectangle/ctr.hpp"
#include "cipher/rectangle/round.hpp"
#endif

#define HR_KERNEL_OPS(identifier)                                                                \
  KernelOps(sizeof(Key), kRoundKeyBytes, kBatchBlocks, kAllCalls, schedule_portable<identifier>, \
            prepare, crypt<false>, crypt<true>, ctr)
#include "cipher/common/export_kernel.inc"
