// Kalyna byte-sliced with Advanced SIMD: 128 bytes at once in eight registers by rows (lanes:
// round.hpp).. S-boxes by one TBL and three TBX on 64 entries each.
#include "base/bytes.hpp"
#include "base/kernel.hpp"
#include "base/secret.hpp"
#include "cipher/kalyna/key_expansion.hpp"
#include "isa/vec_neon.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::kalyna;
using namespace hedgerow::neon;
#include "cipher/kalyna/byteslice.hpp"

template <Variant kV>
using Kernel = Byteslice<rows_shape(kV, 1)>;

}  // namespace

HR_KALYNA_KERNEL(hedgerow_kernel_kalyna_byteslice_neon, Kernel);

}  // namespace hedgerow
