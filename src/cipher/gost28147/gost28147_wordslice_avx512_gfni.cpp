// Magma and GOST 28147-89 on 32-bit lanes with AVX-512 VBMI, 128 blocks at a time: wordslice.hpp
// has the layout and the rounds.
#include "isa/vec_avx512_gfni.hpp"

#include "cipher/batches.hpp"
#include "cipher/counter.hpp"
#include "cipher/gost28147/schedule.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::avx512_gfni;
using namespace hedgerow::gost28147;
#include "cipher/gost28147/wordslice.hpp"

}  // namespace

extern const KernelOps hedgerow_kernel_gost28147_wordslice_avx512_gfni[kVariants];
const KernelOps hedgerow_kernel_gost28147_wordslice_avx512_gfni[kVariants] = {
#define ENTRY(order, set) \
  {sizeof(Key), kRoundKeyBytes, 320, schedule_##set, prepare<order>, encrypt, decrypt, ctr<order>},
#include "cipher/gost28147/entries.hpp"
};

}  // namespace hedgerow
