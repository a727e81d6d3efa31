// SPECK on words in the lanes of vectors, or in general registers. round.hpp has the round, and
// common/arx.hpp the rest.
//
// With VBMI2 this source is compiled only for words of 16 bits, because VBMI2 rotates them in one
// instruction; other words are not faster than with AVX-512. With its own number of groups
// (arx_wide) it is compiled for words of 32 and 64 bits, because these leave enough registers.
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
