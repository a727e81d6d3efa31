// CLEFIA byte-sliced with AVX-512 VBMI and GFNI, 64 blocks at a time: round.hpp has the layout and
// the rounds.
#include "isa/vec_avx512_gfni.hpp"

#include "base/kernel.hpp"
#include "base/secret.hpp"
#include "cipher/clefia/schedule.hpp"
#include "cipher/clefia/spec.hpp"
#include "cipher/shared/batches.hpp"
#include "cipher/shared/counter.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::avx512_gfni;
using namespace hedgerow::clefia;
#include "cipher/clefia/round.hpp"

}  // namespace

HR_VARIANT_KERNEL(hedgerow_kernel_clefia_byteslice_avx512_gfni);

}  // namespace hedgerow
