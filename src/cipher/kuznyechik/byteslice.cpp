// Kuznyechik byte-sliced, a vector per byte position: round.hpp has the layout and the rounds. Without GFNI for short
// calls alone: the bitslice kernel of the same instruction set is faster in bulk.
#include "base/secret.hpp"
#include "cipher/kuznyechik/ctr.hpp"
#include "cipher/kuznyechik/round.hpp"
#ifdef HR_VEC_GFNI
#include "cipher/kuznyechik/block.hpp"
#else
#include "cipher/kuznyechik/block_shuffle.hpp"
#endif

namespace hedgerow::HR_ISA {
namespace {

#ifdef HR_VEC_GFNI
constexpr int kNarrowUpTo = 0;
#else
constexpr int kNarrowUpTo = 4 * kBatchBlocks;
#endif

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier)                                   \
  KernelOps(sizeof(Key), kRoundKeyBytes, kBatchBlocks, kNarrowUpTo, \
            WipeStackAfter<schedule>::call, prepare, encrypt, decrypt, ctr)
#include "cipher/common/export_kernel.inc"
