// CLEFIA byte-sliced, a vector per byte position: round.hpp has the layout and the rounds. Without GFNI for short calls
// alone: the bitslice kernel of the same instruction set is faster in bulk.
#include "cipher/clefia/ctr.hpp"
#include "cipher/clefia/round.hpp"
#include "cipher/clefia/schedule.hpp"

namespace hedgerow::HR_ISA {
namespace {

#ifdef HR_VEC_GFNI
constexpr int kNarrowUpTo = 0;
#else
constexpr int kNarrowUpTo = 4 * kBatchBlocks;
#endif

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier)                                                                  \
  KernelOps(sizeof(Key), (std::uint32_t)kVariant[identifier].round_key_bytes(), kBatchBlocks,      \
            kNarrowUpTo, schedule_portable<identifier>, WipeStackAfter<prepare<identifier>>::call, \
            encrypt, decrypt, ctr)
#include "cipher/common/export_kernel.inc"
