// CLEFIA byte-sliced with SSSE3, 16 blocks at a time, for short calls: round.hpp has the layout and
// the rounds.
#include "isa/vec_sse.hpp"

#include "base/kernel.hpp"
#include "base/secret.hpp"
#include "cipher/clefia/schedule.hpp"
#include "cipher/clefia/spec.hpp"
#include "cipher/shared/batches.hpp"
#include "cipher/shared/counter.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::sse;
using namespace hedgerow::clefia;
#include "cipher/clefia/round.hpp"

}  // namespace

HR_VARIANT_NARROW_KERNEL(hedgerow_kernel_clefia_byteslice_sse, 4 * kBatchBlocks);

}  // namespace hedgerow
