// SIMON bit-sliced with AVX-512, 512 blocks at a time: planes.hpp has the rounds,
// shared/block_planes.hpp the layout.
#include "isa/vec_avx512.hpp"

#include "base/bytes.hpp"
#include "base/kernel.hpp"
#include "cipher/batches.hpp"
#include "cipher/counter.hpp"
#include "cipher/shared/bit_planes.hpp"
#include "cipher/simon/schedule.hpp"
#include "cipher/simon/spec.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::avx512;
using namespace hedgerow::simon;
#include "cipher/shared/block_planes.hpp"

#include "cipher/simon/planes_kernel.hpp"

}  // namespace

HR_SIMON_BITSLICE_KERNEL(hedgerow_kernel_simon_bitslice_avx512);

}  // namespace hedgerow
