// Kalyna byte-sliced. It serves messages of any length, and round.hpp draws the lanes. AVX-512
// processes 1024 bytes at a time in sixteen registers: 64 blocks of two columns are split, and
// other blocks are two groups by rows. With HR_CHOOSE_BY_MASK (the kernel byteslice_masks) its
// S-boxes are those of isa/vec_avx512_gfni.hpp for Zen 4. Other instruction sets have eight
// registers by rows, which is 128 or 256 bytes.
#include "cipher/kalyna/byteslice.hpp"

namespace hedgerow::HR_ISA {
namespace {

consteval Shape bulk_shape(Variant v) {
  if (kWidth < 64) return rows_shape(v, 1);
  return v.columns == 2 ? split_shape(v) : rows_shape(v, 2);
}
template <Variant kV>
struct Kernel : Byteslice<bulk_shape(kV)> {
#if defined HR_VEC_AVX512 || defined HR_VEC_TWO_LANES
  // Up to 512 bytes, which is its batch, byteslice_narrow is faster. With 32-byte vectors,
  // box_lanes is faster up to 192 bytes.
  static consteval BlockRange good_for() {
    return calls_from((kWidth == 64 ? 512 : 192) / kV.block_bytes() + 1);
  }
#endif
};

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier) make_ops<Kernel, identifier>()
#include "cipher/common/export_kernel.inc"
