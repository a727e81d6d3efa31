// AES with the AES instructions of ARMv8, 16 bytes a vector: native.hpp has the lanes and the
// rounds.
#include "isa/vec_neon.hpp"

#include "base/bytes.hpp"
#include "base/kernel.hpp"
#include "cipher/aes/spec.hpp"
#include "cipher/shared/counter.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::neon;
using namespace hedgerow::aes;
#include "cipher/aes/native.hpp"

}  // namespace

HR_VARIANT_KERNEL(hedgerow_kernel_aes_native_neon);

}  // namespace hedgerow
