// Kalyna-128/128 on bit planes with SSSE3: 128 bytes at once in one set of 8 registers (lanes:
// plane_sets.hpp), each set's S-boxes a joint circuit. A lab exhibit: the paper's 8-way
// arrangement.
#include "base/bytes.hpp"
#include "base/kernel.hpp"
#include "base/secret.hpp"
#include "cipher/kalyna/schedule.hpp"
#include "cipher/shared/bit_planes.hpp"
#include "isa/vec_sse.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::kalyna;
using namespace hedgerow::sse;
constexpr int kSets = 1;
#include "cipher/kalyna/plane_sets.hpp"

#include "cipher/kalyna/plane_kernel.hpp"

}  // namespace

HR_KALYNA_KERNEL_128_128(hedgerow_kernel_kalyna_bitslice8_sse, Bitslice);

}  // namespace hedgerow
