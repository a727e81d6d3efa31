// LEA on words in the lanes of vectors, or in general registers: round.hpp has the round, skeleton/arx.hpp the rest.
#include "cipher/lea/round.hpp"

namespace hedgerow {

using namespace HR_ISA;

extern const KernelOps HR_KERNEL_SYMBOL[kVariants];
const KernelOps HR_KERNEL_SYMBOL[kVariants] = {
#define CIPHER(family, identifier, ...) Arx<Lea<identifier>>::ops(),
#include "lists/lea.inc"
};

}  // namespace hedgerow
