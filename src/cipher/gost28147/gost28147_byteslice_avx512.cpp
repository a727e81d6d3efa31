// Magma and GOST 28147-89 byte-sliced with AVX-512 BW, 64 blocks at a time: byteslice.hpp has the
// layout and the rounds.
#include "isa/vec_avx512.hpp"

#include "cipher/batches.hpp"
#include "cipher/counter.hpp"
#include "cipher/gost28147/schedule.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::avx512;
using namespace hedgerow::gost28147;
#include "cipher/gost28147/byteslice.hpp"

}  // namespace

extern const KernelOps hedgerow_kernel_gost28147_byteslice_avx512[kVariants];
const KernelOps hedgerow_kernel_gost28147_byteslice_avx512[kVariants] = {
#define ENTRY(order, set)                                                                  \
  {sizeof(Key), kRoundKeyBytes, 192,       schedule_##set, Spilling<prepare<order>>::call, \
   encrypt,     decrypt,        ctr<order>},
#include "cipher/gost28147/entries.hpp"
};

}  // namespace hedgerow
