// Cypress in portable words, one block after another: the form of the 2018 study. Constant in time.
#include "cipher/cypress/round.hpp"

namespace hedgerow::HR_ISA {
namespace {

template <int kIndex>
struct OneBlock : Cypress<kIndex> {
  static consteval int groups() { return 1; }
};

}  // namespace
}  // namespace hedgerow::HR_ISA

namespace hedgerow {

using namespace HR_ISA;

extern const KernelOps HR_KERNEL_SYMBOL[kVariants];
const KernelOps HR_KERNEL_SYMBOL[kVariants] = {
#define CIPHER(family, identifier, ...) Arx<OneBlock<identifier>>::ops(),
#include "lists/cypress.inc"
};

}  // namespace hedgerow
