// Magma and GOST 28147-89 bit-sliced with Advanced SIMD, 128 blocks at a time: bitslice.hpp has the
// layout and the rounds.
#include "isa/vec_neon.hpp"

#include "cipher/batches.hpp"
#include "cipher/counter.hpp"
#include "cipher/gost28147/schedule.hpp"
#include "cipher/shared/bit_planes.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::neon;
using namespace hedgerow::gost28147;
#include "cipher/gost28147/bitslice.hpp"

}  // namespace

extern const KernelOps hedgerow_kernel_gost28147_bitslice_neon[kVariants];
const KernelOps hedgerow_kernel_gost28147_bitslice_neon[kVariants] = {
#define ENTRY(order, set) serve<order, kCircuits_##set>(schedule_##set),
#include "cipher/gost28147/entries.hpp"
};

}  // namespace hedgerow
