// CLEFIA byte-sliced, with a vector for each byte position. round.hpp has the layout and the
// rounds. Without GFNI it serves only short calls, because the bitslice kernel of the same
// instruction set is faster for long calls.
#include "cipher/clefia/ctr.hpp"
#include "cipher/clefia/round.hpp"
#include "cipher/clefia/spec.hpp"

namespace hedgerow::HR_ISA {
namespace {

// Shorter calls are faster with the kernels for few blocks, but these do not exist for vectors of
// 16 bytes.
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
