// Magma and GOST 28147-89 on 32-bit lanes with byte permutes or byte shuffles, for short calls: wordslice.hpp has the
// layout, wordslice_permutes.hpp and wordslice_shuffles.hpp the rounds.
#include "cipher/gost28147/wordslice.hpp"

namespace hedgerow::HR_ISA {
namespace {

#ifdef HR_VEC_AVX512
// One block less than a batch of the bitslice kernel over AVX-512.
constexpr int kNarrowUpTo = 511;
#elif defined HR_VEC_VBMI
constexpr int kNarrowUpTo = 0;  // for single blocks: wordslice_half
#else
constexpr int kNarrowUpTo = 8;  // beyond, a batch of the byteslice kernel takes less time
#endif

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier)                                                                 \
  KernelOps(sizeof(Key), kRoundKeyBytes, kGroups* kGroupBlocks, kNarrowUpTo,                      \
            kVariant[identifier].schedule, prepare<kVariant[identifier].order>, encrypt, decrypt, \
            ctr<kVariant[identifier].order>)
#include "cipher/common/export_kernel.inc"
