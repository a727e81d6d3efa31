// GF(2^128) by PMULL. Algorithm, lane layout and source: field/clmul.hpp.
#include "base/kernel.hpp"
#include "base/secret.hpp"
#include "isa/vec_neon.hpp"

namespace hedgerow {
namespace {
using namespace neon;
constexpr int kWords = 2, kChunks = 8;
#include "field/clmul.hpp"
}  // namespace

extern const FieldOps hedgerow_field_gf128_neon;
const FieldOps hedgerow_field_gf128_neon = {kKeyBytes, kBytes, prepare, hash, dot};

}  // namespace hedgerow
