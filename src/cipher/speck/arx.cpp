// SPECK on words in the lanes of vectors, or in general registers: round.hpp has the round, common/arx.hpp the rest.
// With VBMI2 it serves words of 16 bits alone, which that rotates in one instruction; others gain nothing over AVX-512.
// With a number of groups of its own (arx_wide) it serves words of 32 and 64 bits, which leave the registers for them.
#include "cipher/speck/round.hpp"

namespace hedgerow::HR_ISA {
namespace {

template <int kIndex>
consteval KernelOps serve() {
#ifdef HR_VEC_ROTATE16
  if constexpr (kVariant[kIndex].word_bits != 16)
    return {};
  else
#endif
#ifdef HR_ARX_GROUPS
      if constexpr (kVariant[kIndex].word_bits != 32 && kVariant[kIndex].word_bits != 64)
    return {};
  else
#endif
    return Arx<Speck<kIndex>>::ops();
}

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier) serve<identifier>()
#include "cipher/common/export_kernel.inc"
