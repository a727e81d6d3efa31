// LEA on words in the lanes of vectors, or in general registers. round.hpp has the round, and
// common/arx.hpp the rest.
#include "cipher/lea/round.hpp"

#define HR_KERNEL_OPS(identifier) Arx<Lea<identifier>>::ops()
#include "cipher/common/export_kernel.inc"
