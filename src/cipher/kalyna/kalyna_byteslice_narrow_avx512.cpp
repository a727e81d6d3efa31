// Kalyna for short messages with AVX-512 without VBMI and GFNI: byte-sliced like the AVX2 kernel,
// 256 bytes at once in vectors of 32 bytes (lanes: round.hpp), an eighth of the bulk kernel's
// batch. S-boxes by sixteen byte shuffles.
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
struct Narrow : Byteslice<rows_shape(kV, 1)> {
  static consteval std::uint32_t narrow_up_to() { return 768 / (8 * kV.columns); }
};

}  // namespace

HR_KALYNA_KERNEL(hedgerow_kernel_kalyna_byteslice_narrow_avx512, Narrow);

}  // namespace hedgerow
