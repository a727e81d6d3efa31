// Magma and GOST 28147-89 on 32-bit lanes with byte permutes or byte shuffles, for short calls.
// wordslice.hpp has the layout, and wordslice_permutes.hpp and wordslice_shuffles.hpp have the
// rounds.
#include "cipher/gost28147/wordslice.hpp"

namespace hedgerow::HR_ISA {
namespace {

#ifdef HR_VEC_VBMI
// wordslice_half; more blocks would need a second group
constexpr BlockRange kGoodFor = calls_up_to(8);
#else
constexpr BlockRange kGoodFor = kAllCalls;
#endif

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier)                                                                 \
  KernelOps(sizeof(Key), kRoundKeyBytes, kGroups* kGroupBlocks, kGoodFor,                         \
            kVariant[identifier].schedule, prepare<kVariant[identifier].order>, encrypt, decrypt, \
            ctr<kVariant[identifier].order>)
#include "cipher/common/export_kernel.inc"
