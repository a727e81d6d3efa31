// SPARX on words in the lanes of vectors, or in general registers. round.hpp has the step, and
// common/arx.hpp the rest.
#include "cipher/sparx/round.hpp"

#define HR_KERNEL_OPS(identifier) Arx<Sparx<identifier>>::ops()
#include "cipher/common/export_kernel.inc"
