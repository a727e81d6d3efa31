// SPECK in portable words, one block after another, which is the form of the 2018 study. With HR_ROUND_IS_CALLED, each
// round is a call. Constant time.
#include "cipher/speck/round.hpp"

namespace hedgerow::HR_ISA {
namespace {

template <int kIndex>
struct OneBlock : Speck<kIndex> {
  static consteval int groups() { return 1; }
#ifdef HR_ROUND_IS_CALLED
  static consteval int period() { return 1; }
  using Words = Vec[1][2];
  static HR_NOINLINE void round(Words& w, const std::uint8_t* key) {
    Speck<kIndex>::template step<0, 1>(w, key);
  }
  static HR_NOINLINE void inverse_round(Words& w, const std::uint8_t* key) {
    Speck<kIndex>::template inverse_step<0, 1>(w, key);
  }
  template <int, int>
  HR_INLINE void step(Words& w, const std::uint8_t* key) {
    round(w, key);
  }
  template <int, int>
  HR_INLINE void inverse_step(Words& w, const std::uint8_t* key) {
    inverse_round(w, key);
  }
#endif
};

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier) Arx<OneBlock<identifier>>::ops()
#include "cipher/common/export_kernel.inc"
