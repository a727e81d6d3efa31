// Kalyna byte-sliced with AVX-512, VBMI and GFNI: 1024 bytes at once in sixteen registers..
// Two columns: split, 64 blocks; else two groups by rows, 32 or 16 blocks (lanes: round.hpp).
#include "base/bytes.hpp"
#include "base/kernel.hpp"
#include "base/secret.hpp"
#include "cipher/kalyna/key_expansion.hpp"
#include "isa/vec_avx512_gfni.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::kalyna;
using namespace hedgerow::avx512_gfni;
#include "cipher/kalyna/byteslice.hpp"

template <Variant kV>
using Kernel = Byteslice<kV.columns == 2 ? split_shape(kV) : rows_shape(kV, 2)>;

}  // namespace

HR_KALYNA_KERNEL(hedgerow_kernel_kalyna_byteslice_avx512_gfni, Kernel);

}  // namespace hedgerow
