// RECTANGLE bit-sliced with AVX-512: round.hpp has the layout and the rounds.
#include "isa/vec_avx512.hpp"

#include "cipher/batches.hpp"
#include "cipher/counter.hpp"
#include "cipher/rectangle/schedule.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::avx512;
using namespace hedgerow::rectangle;
#include "cipher/rectangle/round.hpp"

}  // namespace

extern const KernelOps hedgerow_kernel_rectangle_bitslice_avx512[2];
const KernelOps hedgerow_kernel_rectangle_bitslice_avx512[2] = {
    {sizeof(Key), kRoundKeyBytes, 0, schedule_80, prepare, encrypt, decrypt, ctr},
    {sizeof(Key), kRoundKeyBytes, 0, schedule_128, prepare, encrypt, decrypt, ctr}};

}  // namespace hedgerow
