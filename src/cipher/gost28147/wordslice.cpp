// Magma and GOST 28147-89 on 32-bit lanes with byte permutes, for short calls: wordslice.hpp has the layout and the
// rounds.
#include "cipher/gost28147/wordslice.hpp"

namespace hedgerow::HR_ISA {
namespace {

// One block less than a batch of the bitslice kernel over AVX-512.
constexpr int kNarrowUpTo = 511;

}  // namespace
}  // namespace hedgerow::HR_ISA

namespace hedgerow {

using namespace HR_ISA;

extern const KernelOps HR_KERNEL_SYMBOL[kVariants];
const KernelOps HR_KERNEL_SYMBOL[kVariants] = {
#define ENTRY(order, set)                                       \
  {sizeof(Key),    kRoundKeyBytes, kNarrowUpTo, schedule_##set, \
   prepare<order>, encrypt,        decrypt,     ctr<order>},
#include "cipher/gost28147/entries.inc"
};

}  // namespace hedgerow
