// Magma and GOST 28147-89 byte-sliced. This form serves short calls, and byteslice.hpp has the
// layout and the rounds.
#include "cipher/gost28147/byteslice.hpp"

namespace hedgerow::HR_ISA {
namespace {

// Up to 8 blocks wordslice is faster, but it does not exist for vectors of 16 bytes.
constexpr BlockRange kGoodFor = kWidth == 16 ? kAllCalls : calls_from(9);

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier)                                                         \
  KernelOps(sizeof(Key), kRoundKeyBytes, kWidth, kGoodFor, kVariant[identifier].schedule, \
            WipeStackAfter<prepare<kVariant[identifier].order>>::call, encrypt, decrypt,  \
            ctr<kVariant[identifier].order>)
#include "cipher/common/export_kernel.inc"
