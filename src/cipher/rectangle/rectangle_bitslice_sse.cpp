// RECTANGLE bit-sliced with SSSE3: round.hpp has the layout and the rounds.
#include "isa/vec_sse.hpp"

#include "cipher/batches.hpp"
#include "cipher/counter.hpp"
#include "cipher/rectangle/schedule.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::sse;
using namespace hedgerow::rectangle;
#include "cipher/rectangle/round.hpp"

}  // namespace

extern const KernelOps hedgerow_kernel_rectangle_bitslice_sse[2];
const KernelOps hedgerow_kernel_rectangle_bitslice_sse[2] = {
    {sizeof(Key), kRoundKeyBytes, 0, schedule_80, prepare, encrypt, decrypt, ctr},
    {sizeof(Key), kRoundKeyBytes, 0, schedule_128, prepare, encrypt, decrypt, ctr}};

}  // namespace hedgerow
