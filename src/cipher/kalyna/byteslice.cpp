// Kalyna byte-sliced, for any length of message (lanes: round.hpp). AVX-512 has 1024 bytes at once in sixteen
// registers: blocks of two columns split, 64 blocks; else two groups by rows; with HR_CHOOSE_BY_MASK (the kernel
// byteslice_masks) its S-boxes are those of isa/vec_avx512_gfni.hpp for Zen 4. Other instruction sets have eight
// registers by rows, 128 or 256 bytes.
#include "cipher/kalyna/byteslice.hpp"

namespace hedgerow::HR_ISA {
namespace {

consteval Shape bulk_shape(Variant v) {
  if (kWidth < 64) return rows_shape(v, 1);
  return v.columns == 2 ? split_shape(v) : rows_shape(v, 2);
}
template <Variant kV>
using Kernel = Byteslice<bulk_shape(kV)>;

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier) make_ops<Kernel, identifier>()
#include "cipher/common/export_kernel.inc"
