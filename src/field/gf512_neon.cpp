// GF(2^512) by PMULL. Algorithm, lane layout and source: field/clmul.hpp.
#include "base/kernel.hpp"
#include "base/secret.hpp"
#include "isa/vec_neon.hpp"

namespace hedgerow {
namespace {
using namespace neon;
constexpr int kWords = 8, kChunks = 8;
#include "field/clmul.hpp"
}  // namespace

extern const FieldOps hedgerow_field_gf512_neon;
const FieldOps hedgerow_field_gf512_neon = {kKeyBytes, kBytes, prepare, hash, dot};

}  // namespace hedgerow
