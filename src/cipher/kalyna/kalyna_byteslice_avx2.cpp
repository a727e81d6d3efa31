// Kalyna byte-sliced with AVX2: 256 bytes at once in eight registers by rows (lanes: round.hpp)..
// S-boxes by sixteen byte shuffles.
#include "base/bytes.hpp"
#include "base/kernel.hpp"
#include "base/secret.hpp"
#include "cipher/kalyna/key_expansion.hpp"
#include "isa/vec_avx2.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::kalyna;
using namespace hedgerow::avx2;
#include "cipher/kalyna/byteslice.hpp"

template <Variant kV>
using Kernel = Byteslice<rows_shape(kV, 1)>;

}  // namespace

HR_KALYNA_KERNEL(hedgerow_kernel_kalyna_byteslice_avx2, Kernel);

}  // namespace hedgerow
