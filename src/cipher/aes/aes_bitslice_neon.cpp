// AES over bit planes with AArch64 Advanced SIMD, 8 blocks at a time, for CPUs without AES
// instructions: bitslice_vectors.hpp has the layout and the rounds.
#include "isa/vec_neon.hpp"

#include "base/bytes.hpp"
#include "base/kernel.hpp"
#include "base/secret.hpp"
#include "cipher/aes/schedule.hpp"
#include "cipher/aes/spec.hpp"
#include "cipher/shared/batches.hpp"
#include "cipher/shared/bit_planes.hpp"
#include "cipher/shared/counter.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::neon;
using namespace hedgerow::aes;
#include "cipher/aes/bitslice_vectors.hpp"

}  // namespace

HR_VARIANT_KERNEL(hedgerow_kernel_aes_bitslice_neon);

}  // namespace hedgerow
