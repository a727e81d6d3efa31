// Magma and GOST 28147-89 bit-sliced with AVX-512, 512 blocks at a time: bitslice.hpp has the
// layout and the rounds.
#include "isa/vec_avx512_gfni.hpp"

#include "cipher/batches.hpp"
#include "cipher/counter.hpp"
#include "cipher/gost28147/schedule.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::avx512_gfni;
using namespace hedgerow::gost28147;
#include "cipher/shared/bit_transpose.hpp"
#include "cipher/gost28147/circuits.hpp"
#include "cipher/gost28147/bitslice.hpp"

}  // namespace

extern const KernelOps hedgerow_kernel_gost28147_bitslice_avx512_gfni[kVariants];
const KernelOps hedgerow_kernel_gost28147_bitslice_avx512_gfni[kVariants] = {
#define ENTRY(order, set) serve<order, kCircuits_##set>(schedule_##set),
#include "cipher/gost28147/entries.hpp"
};

}  // namespace hedgerow
