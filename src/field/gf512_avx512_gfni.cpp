// GF(2^512) by VPCLMULQDQ on 64 bytes. Algorithm, lane layout and source: field/clmul.hpp.
#include "base/kernel.hpp"
#include "base/secret.hpp"
#include "isa/vec_avx512_gfni.hpp"

namespace hedgerow {
namespace {
using namespace avx512_gfni;
constexpr int kWords = 8, kChunks = 4;
#include "field/clmul.hpp"
}  // namespace

extern const FieldOps hedgerow_field_gf512_avx512_gfni;
const FieldOps hedgerow_field_gf512_avx512_gfni = {kKeyBytes, kBytes, prepare, hash, dot};

}  // namespace hedgerow
