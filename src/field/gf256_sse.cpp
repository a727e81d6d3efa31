// GF(2^256) by PCLMULQDQ. Algorithm, lane layout and source: field/clmul.hpp.
#include "base/kernel.hpp"
#include "base/secret.hpp"
#include "isa/vec_sse.hpp"

namespace hedgerow {
namespace {
using namespace sse;
constexpr int kWords = 4, kChunks = 8;
#include "field/clmul.hpp"
}  // namespace

extern const FieldOps hedgerow_field_gf256_sse;
const FieldOps hedgerow_field_gf256_sse = {kKeyBytes, kBytes, prepare, hash, dot};

}  // namespace hedgerow
