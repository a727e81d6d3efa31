// RECTANGLE bit-sliced over rows: round.hpp has the layout and the rounds over vectors, words.hpp over 64-bit words.
#include "cipher/rectangle/keys.hpp"
#include "cipher/rectangle/schedule.hpp"
#ifdef HR_VEC_SCALAR
#include "cipher/rectangle/words.hpp"
#else
#include "cipher/rectangle/ctr.hpp"
#include "cipher/rectangle/round.hpp"
#endif

namespace hedgerow {

using namespace HR_ISA;

extern const KernelOps HR_KERNEL_SYMBOL[kVariants];
const KernelOps HR_KERNEL_SYMBOL[kVariants] = {
#define CIPHER(family, identifier, ...) \
  {sizeof(Key), kRoundKeyBytes, 0, schedule_portable<identifier>, prepare, encrypt, decrypt, ctr},
#include "lists/rectangle.inc"
};

}  // namespace hedgerow
