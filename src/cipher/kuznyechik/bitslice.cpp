// Kuznyechik bit-sliced. planes.hpp has the rounds, and common/planes.hpp the layout. The form over
// 64-bit words is constant in time on any CPU with any word size and byte order.
#include "cipher/kuznyechik/planes_ctr.hpp"
#include "cipher/kuznyechik/planes_prepare.hpp"
#include "cipher/kuznyechik/spec.hpp"

namespace hedgerow::HR_ISA {
namespace {

// Shorter calls are faster with the byteslice kernel of 16 or 32-byte vectors, or with
// bitslice_narrow if there is none.
#if defined HR_VEC_SCALAR || defined __arm__
constexpr BlockRange kGoodFor = calls_from(9);
#else
constexpr BlockRange kGoodFor = calls_from(kWidth == 16 ? 65 : 129);
#endif

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier)                                                             \
  KernelOps(sizeof(Key), kRoundKeyBytes, kPlanesBlocks, kGoodFor, schedule_portable, prepare, \
            encrypt, decrypt, ctr)
#include "cipher/common/export_kernel.inc"
