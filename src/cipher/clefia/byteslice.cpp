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

namespace hedgerow {

using namespace HR_ISA;

extern const KernelOps HR_KERNEL_SYMBOL[kVariants];
const KernelOps HR_KERNEL_SYMBOL[kVariants] = {
#define CIPHER(family, identifier, ...)                   \
  {sizeof(Key),                                           \
   (std::uint32_t)kVariant[identifier].round_key_bytes(), \
   kNarrowUpTo,                                           \
   schedule_portable<identifier>,                         \
   Spilling<prepare<identifier>>::call,                   \
   encrypt,                                               \
   decrypt,                                               \
   ctr},
#include "lists/clefia.inc"
};

}  // namespace hedgerow
