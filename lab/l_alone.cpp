// Kuznyechik without S: nine times L over byte slices by vpshufb, 32 blocks at a time, with loads and transposition
// (subject "kuznyechik-l:vpshufb"). Built with AVX2's flags.
#include "l_alone.hpp"
#include "cipher/common/byteslice.hpp"
#include "cipher/kuznyechik/linear.hpp"

namespace hedgerow::lab {

void l_alone(const std::uint8_t* in, std::uint8_t* out, std::size_t batches) {
  using namespace HR_ISA;
  static const std::uint64_t no_key[16] = {};
  ecb_batches(in, out, batches, [&](Vec* r, Ahead) HR_LAMBDA {
    for (int round = 0; round < 9; round++) linear(r, no_key);
  });
}

}  // namespace hedgerow::lab
