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

// Shorter calls take less time with byteslice_narrow, which NEON has not.
#ifdef __aarch64__
constexpr BlockRange kGoodFor = kAllCalls;
#elif defined HR_VEC_GFNI
constexpr BlockRange kGoodFor = calls_from(kWidth == 64 ? 25 : 13);
#else
constexpr BlockRange kGoodFor = calls_from(kWidth == 16 ? 9 : 19);
#endif

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier)                                                                \
  KernelOps(sizeof(Key), kRoundKeyBytes, kBatchBlocks, kGoodFor, WipeStackAfter<schedule>::call, \
            prepare, encrypt, decrypt, ctr)
#include "cipher/common/export_kernel.inc"
