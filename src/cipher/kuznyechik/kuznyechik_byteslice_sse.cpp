// Kuznyechik byte-sliced with SSSE3, 16 blocks at a time, for short calls: round.hpp has the layout
// and the rounds.
#include "isa/vec_sse.hpp"

#include "cipher/kuznyechik/byteslice.hpp"
#include "cipher/kuznyechik/schedule.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::sse;
using namespace hedgerow::kuznyechik;
#include "cipher/kuznyechik/round.hpp"

}  // namespace

extern const KernelOps hedgerow_kernel_kuznyechik_byteslice_sse[1];
const KernelOps hedgerow_kernel_kuznyechik_byteslice_sse[1] = {{sizeof(Key), kRoundKeyBytes,
                                                                4 * kBatchBlocks, schedule_portable,
                                                                prepare, encrypt, decrypt, ctr}};

}  // namespace hedgerow
