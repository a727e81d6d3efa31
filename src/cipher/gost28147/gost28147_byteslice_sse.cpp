// Magma and GOST 28147-89 byte-sliced with SSSE3, 16 blocks at a time: byteslice.hpp has the layout
// and the rounds.
#include "isa/vec_sse.hpp"

#include "cipher/batches.hpp"
#include "cipher/counter.hpp"
#include "cipher/gost28147/schedule.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::sse;
using namespace hedgerow::gost28147;
#include "cipher/gost28147/byteslice.hpp"

}  // namespace

extern const KernelOps hedgerow_kernel_gost28147_byteslice_sse[kVariants];
const KernelOps hedgerow_kernel_gost28147_byteslice_sse[kVariants] = {
#define ENTRY(order, set)                                                                  \
  {sizeof(Key), kRoundKeyBytes, 80,        schedule_##set, Spilling<prepare<order>>::call, \
   encrypt,     decrypt,        ctr<order>},
#include "cipher/gost28147/entries.hpp"
};

}  // namespace hedgerow
