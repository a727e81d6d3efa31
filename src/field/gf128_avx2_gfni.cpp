// GF(2^128) by VPCLMULQDQ on 32 bytes. Algorithm, lane layout and source: field/clmul.hpp.
#include "base/kernel.hpp"
#include "base/secret.hpp"
#include "isa/vec_avx2_gfni.hpp"

namespace hedgerow {
namespace {
using namespace avx2_gfni;
constexpr int kWords = 2, kChunks = 16;
#include "field/clmul.hpp"
}  // namespace

extern const FieldOps hedgerow_field_gf128_avx2_gfni;
const FieldOps hedgerow_field_gf128_avx2_gfni = {kKeyBytes, kBytes, prepare, hash, dot};

}  // namespace hedgerow
