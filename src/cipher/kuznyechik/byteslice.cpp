// Kuznyechik byte-sliced, with a vector for each byte position. round.hpp has the layout and the
// rounds. Without GFNI it serves only short calls, because the bitslice kernel of the same
// instruction set is faster for long calls.
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

// Shorter calls are faster with byteslice_narrow, but NEON does not have it.
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
