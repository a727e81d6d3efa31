// Magma and GOST 28147-89 byte-sliced, for short calls: byteslice.hpp has the layout and the rounds.
#include "cipher/gost28147/byteslice.hpp"

namespace hedgerow::HR_ISA {
namespace {

// Beyond this the bitslice kernel of the same instruction set takes less time.
constexpr int kNarrowUpTo = kWidth == 64 ? 320 : kWidth == 32 ? 224 : 96;

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier)                                                            \
  KernelOps(sizeof(Key), kRoundKeyBytes, kWidth, kNarrowUpTo, kVariant[identifier].schedule, \
            WipeStackAfter<prepare<kVariant[identifier].order>>::call, encrypt, decrypt,     \
            ctr<kVariant[identifier].order>)
#include "cipher/common/export_kernel.inc"
