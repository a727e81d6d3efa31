// GF(2^128): algorithm, lane layout and source are in field/clmul.hpp.
#include "field/clmul.hpp"

namespace hedgerow {

using namespace HR_ISA;
using namespace HR_ISA::field;

extern const FieldOps HR_FIELD_SYMBOL;
const FieldOps HR_FIELD_SYMBOL = Multiplication<2, (kWidth > 16 ? 16 : 8)>::ops();

}  // namespace hedgerow
