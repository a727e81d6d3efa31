// SPARX in portable words, one block after another, which is the form of the 2018 study. Constant time.
#include "cipher/sparx/round.hpp"

namespace hedgerow::HR_ISA {
namespace {

template <int kIndex>
struct OneBlock : Sparx<kIndex> {
  static consteval int groups() { return 1; }
};

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier) Arx<OneBlock<identifier>>::ops()
#include "cipher/common/export_kernel.inc"
