// AES by the instructions of AES-NI, VAES or Armv8. native.hpp has the lanes and the rounds, and
// fused.hpp has the parts of modes that run in the same pass.
#include "cipher/aes/fused.hpp"

namespace hedgerow {

#define HR_PASTE(a, b) a##b
#define HR_FUSED(symbol) HR_PASTE(symbol, _fused)
extern const FusedOps HR_FUSED(HR_KERNEL_SYMBOL);
const FusedOps HR_FUSED(HR_KERNEL_SYMBOL) = HR_ISA::kFused;

}  // namespace hedgerow

// One block is faster in a vector of 16 bytes.
#define HR_KERNEL_OPS(identifier)                                                               \
  KernelOps(sizeof(Key), (std::uint32_t)kVariant[identifier].round_key_bytes(), kGroup* kLanes, \
            kLanes > 1 ? calls_from(2) : kAllCalls, schedule<identifier>, prepare<identifier>,  \
            encrypt, decrypt, ctr, KeyLayout::kAesRoundKeys)
#include "cipher/common/export_kernel.inc"
