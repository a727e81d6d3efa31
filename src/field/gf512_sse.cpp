// GF(2^512) by PCLMULQDQ. Algorithm, lane layout and source: field/clmul.hpp.
#include "base/kernel.hpp"
#include "base/secret.hpp"
#include "isa/vec_sse.hpp"

namespace hedgerow {
namespace {
using namespace sse;
constexpr int kWords = 8, kChunks = 8;
#include "field/clmul.hpp"
}  // namespace

extern const FieldOps hedgerow_field_gf512_sse;
const FieldOps hedgerow_field_gf512_sse = {kKeyBytes, kBytes, prepare, hash, dot};

}  // namespace hedgerow
