// SIMON on words in the lanes of vectors (round.hpp has the round) or in general registers
// (round_words.hpp). common/arx.hpp has the rest.
//
// With VBMI2 this source is compiled only for words of 16 bits, because VBMI2 rotates them in one
// instruction; other words are not faster than with AVX-512.
#include "isa/vec.hpp"
#ifdef HR_VEC_SCALAR
#include "cipher/simon/round_words.hpp"
#else
#include "cipher/simon/round.hpp"
#endif

namespace hedgerow::HR_ISA {
namespace {

template <int kIndex>
consteval KernelOps serve() {
#ifdef HR_VEC_ROTATE16
  if constexpr (kVariant[kIndex].word_bits != 16)
    return {};
  else
#endif
    return Arx<Simon<kIndex>>::ops();
}

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier) serve<identifier>()
#include "cipher/common/export_kernel.inc"
