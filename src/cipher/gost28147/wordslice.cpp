// Magma and GOST 28147-89 on 32-bit lanes with byte permutes, for short calls: wordslice.hpp has the layout and the
// rounds.
#include "cipher/gost28147/wordslice.hpp"

namespace hedgerow::HR_ISA {
namespace {

// One block less than a batch of the bitslice kernel over AVX-512.
constexpr int kNarrowUpTo = 511;

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(order, set)                                                              \
  KernelOps(sizeof(Key), kRoundKeyBytes, kNarrowUpTo, schedule_##set, prepare<order>, encrypt, \
            decrypt, ctr<order>)
#include "cipher/gost28147/table.inc"
