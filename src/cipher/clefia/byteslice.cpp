// CLEFIA byte-sliced, a vector per byte position: round.hpp has the layout and the rounds. Without GFNI for short calls
// alone: the bitslice kernel of the same instruction set is faster in bulk.
#include "cipher/clefia/ctr.hpp"
#include "cipher/clefia/round.hpp"
#include "cipher/clefia/schedule.hpp"

namespace hedgerow::HR_ISA {
namespace {

// Shorter calls take less time with the kernels for few blocks, which vectors of 16 bytes have not.
#ifdef HR_VEC_GFNI
constexpr BlockRange kGoodFor = calls_from(kWidth == 64 ? 33 : 9);
#else
constexpr BlockRange kGoodFor = kWidth == 16 ? kAllCalls : calls_from(17);
#endif

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier)                                                               \
  KernelOps(sizeof(Key), (std::uint32_t)kVariant[identifier].round_key_bytes(), kBatchBlocks,   \
            kGoodFor, schedule_portable<identifier>, WipeStackAfter<prepare<identifier>>::call, \
            encrypt, decrypt, ctr)
#include "cipher/common/export_kernel.inc"
