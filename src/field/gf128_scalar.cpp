// GF(2^128) by portable C++, constant time. Algorithm, lane layout and source: field/clmul.hpp.
#include "base/kernel.hpp"
#include "base/secret.hpp"
#include "field/portable.hpp"

namespace hedgerow {
namespace {
using namespace scalar;
constexpr int kWords = 2, kChunks = 8;
#include "field/clmul.hpp"
}  // namespace

extern const FieldOps hedgerow_field_gf128_scalar;
const FieldOps hedgerow_field_gf128_scalar = {kKeyBytes, kBytes, prepare, hash, dot};

}  // namespace hedgerow
