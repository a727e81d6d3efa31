// GF(2^128) by PCLMULQDQ. Algorithm, lane layout and source: field/clmul.hpp.
#include "base/kernel.hpp"
#include "base/secret.hpp"
#include "isa/vec_sse.hpp"

namespace hedgerow {
namespace {
using namespace sse;
constexpr int kWords = 2, kChunks = 8;
#include "field/clmul.hpp"
}  // namespace

extern const FieldOps hedgerow_field_gf128_sse;
const FieldOps hedgerow_field_gf128_sse = {kKeyBytes, kBytes, prepare, hash, dot};

}  // namespace hedgerow
