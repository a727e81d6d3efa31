// Magma and GOST 28147-89 bit-sliced. bitslice.hpp and bitslice_words.hpp have the layouts, and
// bitslice_rounds.hpp has the rounds.
#include "cipher/gost28147/schedule.hpp"
#include "isa/vec.hpp"
#ifdef HR_VEC_SCALAR
#include "cipher/gost28147/bitslice_words.hpp"
#else
#include "cipher/gost28147/bitslice.hpp"
#endif

namespace hedgerow::HR_ISA {
namespace {

// Shorter calls are faster with wordslice (AVX-512) or byteslice, because a batch takes the same
// time for any number of blocks.
#if defined HR_VEC_SCALAR || defined __arm__
constexpr BlockRange kGoodFor = kAllCalls;
#else
constexpr BlockRange kGoodFor = calls_from(kWidth == 64 ? 421 : kWidth == 32 ? 225 : 97);
#endif

template <Order kOrder, const Circuits& kCircuits>
consteval KernelOps serve(void (*schedule)(const std::uint8_t*, std::uint8_t*) noexcept) {
  if constexpr (!serves(kCircuits))
    return {};
  else
    return {sizeof(Key),
            kRoundKeyBytes,
            kPlanesBlocks,
            kGoodFor,
            schedule,
            WipeStackAfter<prepare<kOrder, kCircuits>>::call,
            crypt<kOrder, kCircuits, false>,
            crypt<kOrder, kCircuits, true>,
            ctr<kOrder, kCircuits>};
}

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier) \
  serve<kVariant[identifier].order, *kCircuitsOf[identifier]>(kVariant[identifier].schedule)
#include "cipher/common/export_kernel.inc"
