// GF(2^512). See field/clmul.hpp for the algorithm, the lane layout and the source.
#include "field/clmul.hpp"

namespace hedgerow {

using namespace HR_ISA;
using namespace HR_ISA::field;

extern const FieldTable HR_FIELD_SYMBOL;
const FieldTable HR_FIELD_SYMBOL = Multiplication<Plain<8>, (kWidth == 64 ? 4 : 8)>::table();

}  // namespace hedgerow
