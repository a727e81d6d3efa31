// Cypress (experimental) on words in the lanes of vectors, or in general registers: round.hpp has the round,
// skeleton/arx.hpp the rest.
#include "cipher/cypress/round.hpp"

#define HR_KERNEL_OPS(identifier) Arx<Cypress<identifier>>::ops()
#include "cipher/skeleton/table.inc"
